package paths

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// keysOf returns the terms of an object's key at an instruction: that of the object itself, and of what gave it its
// name: a literal, the read that filled it, the function that made it.
func (in *Info) keysOf(object ssa.Value, at ssa.Instruction) []*Term {
	root := in.terms.of(object)
	if root == nil {
		return nil
	}
	if isPending(root) {
		return anyKeys
	}
	if root.kind != leafTerm {
		return in.expand(compose(keyTerm, "", root), at)
	}
	more := in.keysOfLeaf(root.leaf, at)
	if isAnyKeys(more) {
		return anyKeys
	}
	return in.canonical(append([]*Term{compose(keyTerm, "", root)}, more...))
}

// mayRename tells whether the copy of an object may get another name than what it was copied from: since it is set, here or
// by a function that it is given; unknown tells whether that can't be said, or only by the function.
func (in *Info) mayRename(copied *ssa.Call) (may, unknown bool) {
	if !kube.IsObject(copied.Type()) {
		return false, false
	}
	for e := range in.editsOf(flow.At(copied, "")).set {
		switch by := e.by.(type) {
		case *ssa.Store:
			may = may || e.path == "Name" || e.path == "Namespace"
		case ssa.CallInstruction:
			given := (e.path == "Name" || e.path == "") && in.lazy.Callee(by.Common()) != nil
			may = may || given || sets(by.Common(), "Name") || sets(by.Common(), "Namespace")
			unknown = unknown || given
		}
	}
	return may, unknown
}

// canonical adds to keys what they are when the objects in them, such as the one that a name is a field of, are named by
// their own keys: two reads of one object give the same fields.
func (in *Info) canonical(keys []*Term) []*Term {
	out := keys
	for _, k := range keys {
		if k == nil || k.kind == keyTerm && k.args[0].kind == leafTerm {
			continue
		}
		out = append(out, in.terms.substitute(k, func(leaf ssa.Value) *Term {
			if t := in.objectTerm(leaf); t != nil {
				return t
			}
			return in.terms.leafOf(leaf)
		}))
	}
	return compact(out)
}

// objectTerm is the term of an object in a variable that was filled by key: that of the kind and the key; of a copy of
// another object, such as a parameter, that object's.
func (in *Info) objectTerm(leaf ssa.Value) *Term { return in.questions.objects.Of(leaf) }

func (in *Info) findObject(leaf ssa.Value) *Term {
	if !kube.IsObject(leaf.Type()) {
		return nil
	}
	switch leaf := leaf.(type) {
	case *ssa.Alloc:
		fields, copied := in.terms.stores(leaf)
		if len(copied) == 1 && len(fields["Name"])+len(fields["Namespace"]) == 0 {
			return in.terms.of(copied[0])
		}
	case *ssa.Call, *ssa.Extract: // made by a function
	default:
		return nil
	}
	keys := in.keysOfLeaf(leaf, nil)
	if len(keys) == 0 || isAnyKeys(keys) {
		return nil
	}
	named := max(0, slices.IndexFunc(keys, func(k *Term) bool { return k.kind == pairTerm }))
	return compose(callTerm, objectOf+leaf.Type().String(), keys[named])
}

// objectOf is what terms begin with that stand for the object of a key; the type follows.
const objectOf = "object "

func isObjectTerm(t *Term) bool { return t.kind == callTerm && strings.HasPrefix(t.name, objectOf) }

// expand adds to a key the other terms of the object that it is the key of; of an object in a field, those that it has at an
// instruction, or wherever, if that is nil.
func (in *Info) expand(key *Term, at ssa.Instruction) []*Term {
	if key == nil {
		return nil
	}
	var more []*Term
	if key.kind == keyTerm {
		if of := key.args[0]; of.kind == leafTerm {
			more = in.keysOfLeaf(of.leaf, nil)
		} else if held, ok := heldBy(of, at); ok {
			more = in.questions.held.Of(held)
		}
	}
	if isAnyKeys(more) {
		return anyKeys
	}
	return in.canonical(append([]*Term{key}, more...))
}

func compact(keys []*Term) []*Term {
	var out []*Term
	for _, k := range keys {
		if k != nil && !isPending(k) && !inKeys(k, out) {
			out = append(out, k)
		}
	}
	return out
}

// normalKey understands the keys that are strings: namespace/name.
func normalKey(t *Term) *Term {
	if t == nil {
		return nil
	}
	if t.kind == keyTerm || t.kind == pairTerm {
		return t
	}
	parts := partsOf(t)
	for i, p := range parts {
		if namespace, name, ok := strings.Cut(p.name, "/"); ok && p.kind == constTerm {
			return pair(concat(append(parts[:i:i], textTerm(namespace))...), concat(append([]*Term{textTerm(name)}, parts[i+1:]...)...))
		}
	}
	return compose(keyTerm, "", t) // the key is in a variable
}

// keysOfLeaf returns the keys that an object has from where it was made or filled.
func (in *Info) keysOfLeaf(v ssa.Value, at ssa.Instruction) []*Term {
	switch v.(type) {
	case *ssa.Alloc, *ssa.Call, *ssa.Extract, *ssa.Phi:
	default:
		at = nil // which makes no difference
	}
	return in.questions.leafKeys.Of(keysAt{v, at})
}

func (in *Info) findKeys(of keysAt) []*Term {
	switch v := of.object.(type) {
	case *ssa.Alloc:
		return in.keysOfVariable(v, of.at)
	case *ssa.Call:
		begun := configured(v)
		if kube.Configures(ir.Symbol(begun.Common())) {
			return in.expand(in.configuredKey(begun), nil)
		}
		return in.keysOfResultAt(v, in.resultKeys(begun, 0), of.at)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return in.keysOfResultAt(v, in.resultKeys(call, v.Index), of.at)
		}
	case *ssa.Phi:
		return in.keysOfResultAt(v, in.keysOfPhi(v), of.at)
	}
	return nil
}

// keysOfPhi returns the keys that an object has on whichever path it was made or filled. One that is given no name
// doesn't count: nothing can be done with it.
func (in *Info) keysOfPhi(v *ssa.Phi) []*Term {
	var all [][]*Term
	for n, e := range v.Edges {
		pred := v.Block().Preds[n]
		keys := in.keysOf(e, pred.Instrs[len(pred.Instrs)-1])
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
		return slices.ContainsFunc(lists[1:], func(keys []*Term) bool { return !inKeys(c, keys) })
	})
}

// inKeys tells whether a key is among some.
func inKeys(k *Term, keys []*Term) bool {
	return slices.ContainsFunc(keys, func(o *Term) bool { return sameTerm(k, o) })
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
func (in *Info) configuredKey(begun *ssa.Call) *Term {
	switch recv, args := ir.Receiver(begun.Common()); {
	case recv == nil && len(args) == 2:
		return pair(in.terms.of(args[1]), in.terms.of(args[0]))
	case recv == nil && len(args) == 1:
		return pair(textTerm(""), in.terms.of(args[0]))
	}
	return nil
}

// filled returns the keys by which a call reads an object into the variable, or gives it its name.
func (in *Info) filled(call *ssa.Call, v ssa.Value) []*Term {
	root := in.terms.of(v)
	for _, r := range in.readsOf(call) {
		if r.Verb == kube.VerbGet && sameTerm(r.object, root) {
			return r.keys
		}
	}
	return nil
}

// resultKeys returns the keys of the object that is a result of a call.
func (in *Info) resultKeys(call *ssa.Call, n int) []*Term {
	if op := in.operation(call); op != nil {
		if op.Object == nil && n == 0 && op.Verb != kube.VerbList {
			return op.keys
		}
		if op.Via >= kube.Clientset && n == 0 {
			return op.keys
		}
		return nil
	}
	if isCopy(call) && n == 0 {
		return in.copiedKeys(call)
	}
	if callee := in.lazy.Callee(call.Common()); callee != nil {
		returned := in.returnedKeys(callee, n)
		if isAnyKeys(returned) {
			return anyKeys
		}
		lifted := ir.Map(returned, func(k *Term) *Term { return in.lift(k, callee, call.Common()) })
		return ir.FlatMap(compact(lifted), func(k *Term) []*Term { return in.expand(k, nil) })
	}
	return in.foreignKeys(call, n, "")
}

// copiedKeys returns the keys that a copy of an object has before it is renamed.
func (in *Info) copiedKeys(copied *ssa.Call) []*Term {
	recv, args := ir.Receiver(copied.Common())
	if _, unknown := in.mayRename(copied); recv == nil || len(args) > 0 || unknown || !kube.IsObject(copied.Type()) {
		return nil
	}
	return in.keysOf(recv, copied)
}

// returnedKeys returns the keys that every object has which a function returns as its result n, nil aside.
func (in *Info) returnedKeys(fn *ssa.Function, n int) []*Term {
	return in.questions.returned.Of(resultOf{fn, n})
}

func (in *Info) findReturned(of resultOf) []*Term {
	var all [][]*Term
	for ret := range ir.All[*ssa.Return](of.fn.Blocks) {
		if of.n >= len(ret.Results) || ir.IsNil(ret.Results[of.n]) || !kube.IsObject(ret.Results[of.n].Type()) && !isConfiguration(ret.Results[of.n].Type()) {
			continue
		}
		all = append(all, in.keysOf(ret.Results[of.n], ret))
	}
	return inCommon(all)
}

// lift says a term of a function in terms of a call of it: the parameters become the arguments. Nil if it speaks of the
// function's own variables.
func (in *Info) lift(t *Term, callee *ssa.Function, common *ssa.CallCommon) *Term {
	return in.terms.substitute(t, func(leaf ssa.Value) *Term {
		return in.questions.lifted.Of(leafAt{leaf, callee, common})
	})
}

func (in *Info) liftLeaf(of leafAt) *Term {
	if p, ok := of.leaf.(*ssa.Parameter); ok && p.Parent() == of.callee {
		if arg := ir.ArgFor(of.call, p); arg != nil {
			return in.terms.of(arg)
		}
		return nil
	}
	if ir.Within(of.leaf.Parent(), of.callee) {
		return in.lift(in.objectTerm(of.leaf), of.callee, of.call)
	}
	return in.terms.leafOf(of.leaf)
}

// String is for debugging and tests: what the term stands for, as a Go expression more or less.
func (t *Term) String() string {
	if t == nil {
		return "?"
	}
	args := ir.Map(t.args, (*Term).String)
	switch t.kind {
	case leafTerm:
		return t.leaf.Name()
	case constTerm:
		return t.id
	case fieldTerm:
		return args[0] + "." + t.name
	case keyTerm:
		return "key(" + args[0] + ")"
	case pairTerm:
		return "{" + strings.Join(args, "/") + "}"
	}
	return t.name + "(" + strings.Join(args, ", ") + ")"
}
