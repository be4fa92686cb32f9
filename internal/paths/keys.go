package paths

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

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
	keys := []*Term{compose(keyTerm, "", root)}
	if root.kind == leafTerm {
		more := in.keysOfLeaf(root.leaf, at)
		if isAnyKeys(more) {
			return anyKeys
		}
		keys = append(keys, more...)
	}
	return in.canonical(keys)
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
	alloc, ok := leaf.(*ssa.Alloc)
	if !ok || !kube.IsObject(alloc.Type()) {
		return nil
	}
	fields, copied := in.terms.stores(alloc)
	if len(copied) == 1 && len(fields["Name"])+len(fields["Namespace"]) == 0 {
		return in.terms.of(copied[0])
	}
	keys := in.keysOfLeaf(alloc, nil)
	if len(keys) == 0 || isAnyKeys(keys) {
		return nil
	}
	return compose(callTerm, "object "+alloc.Type().String(), keys[0])
}

// expand adds to a key the other terms of the object that it is the key of.
func (in *Info) expand(key *Term) []*Term {
	if key == nil {
		return nil
	}
	keys := []*Term{key}
	if key.kind == keyTerm && key.args[0].kind == leafTerm {
		keys = append(keys, in.keysOfLeaf(key.args[0].leaf, nil)...)
	}
	return in.canonical(keys)
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
	if t.kind == callTerm && t.name == "fmt.Sprintf" && len(t.args) == 2 && t.args[0].name == "%s/%s" && len(t.args[1].args) == 2 {
		return pair(t.args[1].args[0], t.args[1].args[1])
	}
	if t.kind == callTerm && t.name == "+" && t.args[0].kind == callTerm && t.args[0].name == "+" && t.args[0].args[1].name == "/" {
		return pair(t.args[0].args[0], t.args[1])
	}
	if t.kind == keyTerm || t.kind == pairTerm {
		return t
	}
	if t.kind == callTerm && t.name == "+" && t.args[0].kind == constTerm {
		if namespace, ok := strings.CutSuffix(t.args[0].name, "/"); ok {
			return pair(textTerm(namespace), t.args[1])
		}
	}
	return compose(keyTerm, "", t) // the key is in a variable
}

// keysOfLeaf returns the keys that an object has from where it was made or filled.
func (in *Info) keysOfLeaf(v ssa.Value, at ssa.Instruction) []*Term {
	switch v.(type) {
	case *ssa.Alloc, *ssa.Call, *ssa.Extract:
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
		if key := in.configuredKey(v); key != nil {
			return in.expand(key)
		}
		return in.keysOfResultAt(v, in.resultKeys(v, 0), of.at)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return in.keysOfResultAt(v, in.resultKeys(call, v.Index), of.at)
		}
	case *ssa.Phi:
		return in.keysOfPhi(v)
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

// configuredKey returns the key of an apply configuration: what the function that began it was given, seen through the
// methods that add to it. Nil if the call makes none.
func (in *Info) configuredKey(call *ssa.Call) *Term {
	if _, name := kube.AppliedKind(call.Type()); name == "" {
		return nil
	}
	for {
		recv, args := ir.Receiver(call.Common())
		switch first, ok := recv.(*ssa.Call); {
		case recv == nil && len(args) == 2:
			return pair(in.terms.of(args[1]), in.terms.of(args[0]))
		case recv == nil && len(args) == 1:
			return pair(textTerm(""), in.terms.of(args[0]))
		case !ok:
			return nil
		default:
			call = first
		}
	}
}

// A naming is an instruction that decides an object's key.
type naming struct {
	at   ssa.Instruction
	keys []*Term
}

// maxNamings bounds how often an object is named, so that what its name is at a place can be said.
const maxNamings = 64

// keysOfVariable returns the keys of an object in a variable: if several instructions name it, those of the last that
// is on every path to the instruction.
func (in *Info) keysOfVariable(v *ssa.Alloc, at ssa.Instruction) []*Term {
	all := in.questions.namings.Of(v)
	if at != nil {
		all = slices.DeleteFunc(slices.Clone(all), func(n naming) bool { return n.at == at })
	}
	return latest(all, at)
}

// keysOfResultAt returns the keys at an instruction of an object that a call returned with others, and that reads may
// have filled since.
func (in *Info) keysOfResultAt(v ssa.Value, returned []*Term, at ssa.Instruction) []*Term {
	filled, renamed := in.questions.namings.Of(v), in.renamed(v, returned)
	if len(filled)+len(renamed) == 0 || isAnyKeys(returned) {
		return returned
	}
	all := append([]naming{{v.(ssa.Instruction), returned}}, renamed...)
	for _, n := range filled {
		if n.at != at {
			all = append(all, n)
		}
	}
	return latest(all, at)
}

// renamed returns the instructions that give an object another name which a call returned with these keys.
func (in *Info) renamed(v ssa.Value, returned []*Term) []naming {
	if !kube.IsObject(v.Type()) {
		return nil
	}
	var out []naming
	namespaces := settings(v, "Namespace")
	for _, set := range settings(v, "Name") {
		name := naming{at: set.at}
		to := in.terms.of(set.to)
		switch {
		case to == nil:
		case len(namespaces) == 1:
			name.keys = compact([]*Term{pair(in.terms.of(namespaces[0].to), to)})
		default:
			name.keys = in.renamedKeys(returned, to)
		}
		out = append(out, name)
	}
	return out
}

// renamedKeys returns keys with another name in the same namespace.
func (in *Info) renamedKeys(keys []*Term, name *Term) (out []*Term) {
	for _, k := range keys {
		of := k
		if k.kind == keyTerm {
			of = k.args[0]
		}
		if namespace := in.terms.rebuildField("Namespace", of); namespace != nil {
			out = append(out, pair(namespace, name))
		}
	}
	return out
}

// A setting is that a field is set to a value.
type setting struct {
	at ssa.Instruction
	to ssa.Value
}

// settings returns where a field of the metadata of an object is set in place, or by its method.
func settings(object ssa.Value, field string) (out []setting) {
	var visit func(of ssa.Value)
	visit = func(of ssa.Value) {
		for _, ref := range *of.Referrers() {
			switch ref := ref.(type) {
			case *ssa.FieldAddr:
				if f := ir.FieldAt(ref); f.Embedded() || f.Name() == field {
					visit(ref)
				}
			case *ssa.Store:
				if addr, ok := of.(*ssa.FieldAddr); ok && ref.Addr == of && ir.FieldAt(addr).Name() == field {
					out = append(out, setting{ref, ref.Val})
				}
			case *ssa.Call:
				recv, args := ir.Receiver(ref.Common())
				if recv == of && len(args) == 1 && ir.CalledName(ref.Common()) == "Set"+field {
					out = append(out, setting{ref, args[0]})
				}
			}
		}
	}
	visit(object)
	return out
}

// findNamings finds the instructions that name the object in a variable, or that a call returned.
func (in *Info) findNamings(v ssa.Value) []naming {
	var namings []naming
	if alloc, ok := v.(*ssa.Alloc); ok {
		if key := in.literalKey(alloc); key != nil {
			namings = append(namings, naming{alloc, in.expand(key)})
		}
	} else if !kube.IsObject(v.Type()) {
		return nil
	}
	var visit func(value ssa.Value)
	visit = func(value ssa.Value) {
		for _, ref := range *value.Referrers() {
			switch ref := ref.(type) {
			case *ssa.MakeInterface:
				visit(ref)
			case *ssa.ChangeInterface:
				visit(ref)
			case *ssa.Store:
				if ref.Addr == value && kube.IsObject(v.Type()) {
					if keys := in.keysOf(ref.Val, ref); len(keys) > 0 {
						namings = append(namings, naming{ref, keys})
					}
				}
			case *ssa.Call:
				if keys := in.filled(ref, v); len(keys) > 0 {
					namings = append(namings, naming{ref, keys})
				}
			}
		}
	}
	for _, alias := range ir.Names(v) {
		visit(alias)
	}
	if len(namings) > maxNamings {
		return nil
	}
	return namings
}

// latest returns the keys of the last naming that is on every path to the instruction, or of all, if the instruction is
// elsewhere, or none is.
func latest(namings []naming, at ssa.Instruction) []*Term {
	var best *naming
	for i, n := range namings {
		if at == nil || n.at.Parent() != at.Parent() || !ir.Before(n.at, at) {
			continue
		}
		if best == nil || ir.Before(best.at, n.at) {
			best = &namings[i]
		}
	}
	if best != nil {
		return best.keys
	}
	var all []*Term
	for _, n := range namings {
		all = append(all, n.keys...)
	}
	return all
}

// literalKey returns the key that a composite literal gives an object.
func (in *Info) literalKey(v *ssa.Alloc) *Term {
	if !kube.IsObject(v.Type()) {
		return nil
	}
	fields, _ := in.terms.stores(v)
	name := append(fields["Name"], setTo(v, "Name")...)
	namespace := append(fields["Namespace"], setTo(v, "Namespace")...)
	if meta := fields["*ObjectMeta"]; len(meta) == 1 && len(name) == 0 {
		of := in.terms.of(meta[0])
		if load, ok := meta[0].(*ssa.UnOp); ok {
			if alloc, ok := load.X.(*ssa.Alloc); ok { // ObjectMeta{...}
				n, ok1 := in.terms.stored(alloc, "Name")
				ns, ok2 := in.terms.stored(alloc, "Namespace")
				if ok1 && ok2 {
					return pair(ns, n)
				}
			}
		}
		return compose(keyTerm, "", of)
	}
	if len(name) != 1 || len(namespace) > 1 {
		return nil
	}
	ns := textTerm("")
	if len(namespace) == 1 {
		ns = in.terms.of(namespace[0])
	}
	return pair(ns, in.terms.of(name[0]))
}

// setTo returns what the methods of an object in a variable set a field of its metadata to.
func setTo(v ssa.Value, field string) []ssa.Value {
	var out []ssa.Value
	for _, set := range settings(v, field) {
		if _, ok := set.at.(*ssa.Call); ok {
			out = append(out, set.to)
		}
	}
	return out
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
	if callee := in.lazy.Callee(call.Common()); callee != nil {
		var out []*Term
		returned := in.returnedKeys(callee, n)
		if isAnyKeys(returned) {
			return anyKeys
		}
		for _, k := range returned {
			out = append(out, in.lift(k, callee, call.Common()))
		}
		var all []*Term
		for _, k := range compact(out) {
			all = append(all, in.expand(k)...)
		}
		return all
	}
	return in.foreignKeys(call, n)
}

// returnedKeys returns the keys that every object has which a function returns as its result n, nil aside.
func (in *Info) returnedKeys(fn *ssa.Function, n int) []*Term {
	return in.questions.returned.Of(resultOf{fn, n})
}

func (in *Info) findReturned(of resultOf) []*Term {
	var all [][]*Term
	for _, b := range of.fn.Blocks {
		ret, ok := ir.Last(b).(*ssa.Return)
		if !ok || of.n >= len(ret.Results) || ir.IsNil(ret.Results[of.n]) || !kube.IsObject(ret.Results[of.n].Type()) {
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
	var args []string
	for _, a := range t.args {
		args = append(args, a.String())
	}
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
