package identity

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Keys returns the terms of an object's key at an instruction: that of the object itself, and of what gave it its
// name: a literal, the read that filled it, the function that made it.
func (f *Finder) Keys(object ssa.Value, at ssa.Instruction) []*Term {
	root := f.Term(object)
	if root == nil {
		return nil
	}
	if IsPending(root) {
		return anyKeys
	}
	if root.Kind != LeafTerm {
		return f.Expand(KeyOf(root), at)
	}
	more := f.keysOfLeaf(root.Leaf, at)
	if isAnyKeys(more) {
		return anyKeys
	}
	return f.Canonical(append([]*Term{KeyOf(root)}, more...))
}

// Canonical adds to keys what they are when the objects in them, such as the one that a name is a field of, are named by
// their own keys: two reads of one object give the same fields.
func (f *Finder) Canonical(keys []*Term) []*Term {
	out := keys
	for _, k := range keys {
		if k == nil || k.Kind == KeyTerm && k.Args[0].Kind == LeafTerm {
			continue
		}
		out = append(out, f.substitute(k, func(leaf ssa.Value) *Term {
			if t := f.objectTerm(leaf); t != nil {
				return t
			}
			return f.Leaf(leaf)
		}))
	}
	return Compact(out)
}

// objectTerm is the term of an object in a variable that was filled by key: that of the kind and the key; of a copy of
// another object, such as a parameter, that object's.
func (f *Finder) objectTerm(leaf ssa.Value) *Term { return f.objects.Of(leaf) }

func (f *Finder) findObject(leaf ssa.Value) *Term {
	if !kube.IsObject(leaf.Type()) {
		return nil
	}
	switch leaf := leaf.(type) {
	case *ssa.Alloc:
		fields, copied := f.Stores(leaf)
		if len(copied) == 1 && len(fields["Name"])+len(fields["Namespace"]) == 0 {
			return f.Term(copied[0])
		}
	case *ssa.Call, *ssa.Extract: // made by a function
	default:
		return nil
	}
	keys := f.keysOfLeaf(leaf, nil)
	if len(keys) == 0 || isAnyKeys(keys) {
		return nil
	}
	named := max(0, slices.IndexFunc(keys, func(k *Term) bool { return k.Kind == PairTerm }))
	return compose(CallTerm, objectOf+leaf.Type().String(), keys[named])
}

// objectOf is what terms begin with that stand for the object of a key; the type follows.
const objectOf = "object "

func isObjectTerm(t *Term) bool { return t.Kind == CallTerm && strings.HasPrefix(t.Name, objectOf) }

// Expand adds to a key the other terms of the object that it is the key of; of an object in a field, those that it has at an
// instruction, or wherever, if that is nil.
func (f *Finder) Expand(key *Term, at ssa.Instruction) []*Term {
	if key == nil {
		return nil
	}
	var more []*Term
	if key.Kind == KeyTerm {
		if of := key.Args[0]; of.Kind == LeafTerm {
			more = f.keysOfLeaf(of.Leaf, nil)
		} else if held, ok := HeldBy(of, at); ok {
			more = f.held.Of(held)
		}
	}
	if isAnyKeys(more) {
		return anyKeys
	}
	return f.Canonical(append([]*Term{key}, more...))
}

// Compact returns keys without those that are twice, and those of which nothing is known.
func Compact(keys []*Term) []*Term {
	var out []*Term
	for _, k := range keys {
		if k != nil && !IsPending(k) && !Among(k, out) {
			out = append(out, k)
		}
	}
	return out
}

// KeyOf returns the key of the object that a term stands for.
func KeyOf(object *Term) *Term { return compose(KeyTerm, "", object) }

// KeysBy returns the terms of the key of the object that a value is the key of.
func (f *Finder) KeysBy(key ssa.Value) []*Term { return f.Expand(normalKey(f.Term(key)), nil) }

// normalKey understands the keys that are strings: namespace/name.
func normalKey(t *Term) *Term {
	if t == nil {
		return nil
	}
	if t.Kind == KeyTerm || t.Kind == PairTerm {
		return t
	}
	parts := partsOf(t)
	for i, p := range parts {
		if namespace, name, ok := strings.Cut(p.Name, "/"); ok && p.Kind == ConstTerm {
			return Pair(concat(append(parts[:i:i], Text(namespace))...), concat(append([]*Term{Text(name)}, parts[i+1:]...)...))
		}
	}
	return KeyOf(t) // the key is in a variable
}

// keysOfLeaf returns the keys that an object has from where it was made or filled.
func (f *Finder) keysOfLeaf(v ssa.Value, at ssa.Instruction) []*Term {
	switch v.(type) {
	case *ssa.Alloc, *ssa.Call, *ssa.Extract, *ssa.Phi:
	default:
		at = nil // which makes no difference
	}
	return f.leafKeys.Of(keysAt{v, at})
}

func (f *Finder) findKeys(of keysAt) []*Term {
	switch v := of.object.(type) {
	case *ssa.Alloc:
		return f.keysOfVariable(v, of.at)
	case *ssa.Call:
		begun := configured(v)
		if kube.Configures(ir.Symbol(begun.Common())) {
			return f.Expand(f.configuredKey(begun), nil)
		}
		return f.keysOfResultAt(v, f.resultKeys(begun, 0), of.at)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return f.keysOfResultAt(v, f.resultKeys(call, v.Index), of.at)
		}
	case *ssa.Phi:
		return f.keysOfResultAt(v, f.keysOfPhi(v), of.at)
	}
	return nil
}

// keysOfPhi returns the keys that an object has on whichever path it was made or filled. One that is given no name
// doesn't count: nothing can be done with it.
func (f *Finder) keysOfPhi(v *ssa.Phi) []*Term {
	var all [][]*Term
	for n, e := range v.Edges {
		pred := v.Block().Preds[n]
		keys := f.Keys(e, pred.Instrs[len(pred.Instrs)-1])
		if _, made := e.(*ssa.Alloc); ir.IsNil(e) || made && len(keys) == 1 || e == ssa.Value(v) {
			continue
		}
		all = append(all, keys)
	}
	return inCommon(all)
}

// inCommon returns the keys that are in all lists.
func inCommon(lists [][]*Term) []*Term {
	some := len(lists) > 0
	lists = slices.DeleteFunc(lists, isAnyKeys)
	if some && len(lists) == 0 {
		return anyKeys
	}
	if len(lists) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(lists[0]), func(c *Term) bool {
		return slices.ContainsFunc(lists[1:], func(keys []*Term) bool { return !Among(c, keys) })
	})
}

// Among tells whether a key is among some.
func Among(k *Term, keys []*Term) bool {
	return slices.ContainsFunc(keys, func(o *Term) bool { return Same(k, o) })
}

// configured returns the call that has made the apply configuration which a call returns, seen through the methods that add
// to it; the call itself, if it returns none.
func configured(call *ssa.Call) *ssa.Call {
	for isConfiguration(call.Type()) && kube.Configures(ir.Symbol(call.Common())) {
		recv, _ := ir.Receiver(call.Common())
		first, ok := recv.(*ssa.Call)
		if !ok {
			break
		}
		call = first
	}
	return call
}

// isConfiguration tells whether values of a type are apply configurations.
func isConfiguration(t types.Type) bool {
	_, name := kube.AppliedKind(t)
	return name != ""
}

// configuredKey returns the key of an apply configuration, which a function begins that is given it; nil if it can't be said.
func (f *Finder) configuredKey(begun *ssa.Call) *Term {
	switch recv, args := ir.Receiver(begun.Common()); {
	case recv == nil && len(args) == 2:
		return Pair(f.Term(args[1]), f.Term(args[0]))
	case recv == nil && len(args) == 1:
		return Pair(Text(""), f.Term(args[0]))
	}
	return nil
}

// filled returns the keys by which a call reads an object into the variable, or gives it its name.
func (f *Finder) filled(call *ssa.Call, v ssa.Value) []*Term {
	root := f.Term(v)
	for r := range f.calls.Gets(call) {
		if Same(r.Object, root) {
			return r.Keys
		}
	}
	return nil
}

// resultKeys returns the keys of the object that is a result of a call.
func (f *Finder) resultKeys(call *ssa.Call, n int) []*Term {
	if f.calls.IsOperation(call) {
		if n == 0 {
			return f.calls.Answer(call)
		}
		return nil
	}
	if IsCopy(call) && n == 0 {
		return f.copiedKeys(call)
	}
	if callee := f.lazy.Callee(call.Common()); callee != nil {
		returned := f.ReturnedKeys(callee, n)
		if isAnyKeys(returned) {
			return anyKeys
		}
		lifted := ir.Map(returned, func(k *Term) *Term { return f.Lift(k, callee, call.Common()) })
		return ir.FlatMap(Compact(lifted), func(k *Term) []*Term { return f.Expand(k, nil) })
	}
	return f.foreignKeys(call, n, "")
}

// copiedKeys returns the keys that a copy of an object has before it is renamed.
func (f *Finder) copiedKeys(copied *ssa.Call) []*Term {
	recv, args := ir.Receiver(copied.Common())
	if _, unknown := f.calls.Renames(copied); recv == nil || len(args) > 0 || unknown || !kube.IsObject(copied.Type()) {
		return nil
	}
	return f.Keys(recv, copied)
}

// ReturnedKeys returns the keys that every object has which a function returns as its result n, nil aside.
func (f *Finder) ReturnedKeys(fn *ssa.Function, n int) []*Term {
	return f.returned.Of(resultOf{fn, n})
}

func (f *Finder) findReturned(of resultOf) []*Term {
	var all [][]*Term
	for ret := range ir.All[*ssa.Return](of.fn.Blocks) {
		if of.n >= len(ret.Results) || ir.IsNil(ret.Results[of.n]) || !kube.IsObject(ret.Results[of.n].Type()) && !isConfiguration(ret.Results[of.n].Type()) {
			continue
		}
		all = append(all, f.Keys(ret.Results[of.n], ret))
	}
	return inCommon(all)
}

// Lift says a term of a function in terms of a call of it: the parameters become the arguments. Nil if it speaks of the
// function's own variables.
func (f *Finder) Lift(t *Term, callee *ssa.Function, common *ssa.CallCommon) *Term {
	return f.substitute(t, func(leaf ssa.Value) *Term {
		return f.lifted.Of(leafAt{leaf, callee, common})
	})
}

func (f *Finder) liftLeaf(of leafAt) *Term {
	if p, ok := of.leaf.(*ssa.Parameter); ok && p.Parent() == of.callee {
		if arg := ir.ArgFor(of.call, p); arg != nil {
			return f.Term(arg)
		}
		return nil
	}
	if ir.Within(of.leaf.Parent(), of.callee) {
		return f.Lift(f.objectTerm(of.leaf), of.callee, of.call)
	}
	return f.Leaf(of.leaf)
}
