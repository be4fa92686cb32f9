package paths

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// forAnother tells whether a list is done for another label than a write: a function lists what has the label that it is given, and
// writes what of that it finds, or lacks; it is called for one value of the label, and the list for another one. Two calls of one
// list are as sure as this gets: a function that lists by one selector and writes for another, as where what is old is replaced,
// has two.
func (in *Info) forAnother(write, list *Op) bool {
	if write.Verb == kube.VerbCreate && in.lackedAnother(write, list) {
		return true
	}
	wanted := in.requirements(list)
	if len(write.Path) < 2 || write.Verb >= kube.VerbDeleteAll || len(wanted) == 0 {
		return false
	}
	inner := write.Path[1]
	precedes := ir.MayPrecede(inner)
	return slices.ContainsFunc(in.of(inner.Parent()).reads, func(from *Op) bool {
		return from.Verb == kube.VerbList && from.Call == list.Call && precedes(from.Path[0]) &&
			selection(wanted, in.askedFor(from, write.Path[0])) == Unselected && in.staysWith(write, from, wanted)
	})
}

// lackedAnother tells whether a function that creates what a list of its own lacks, by labels that it is given, is called for one
// thing, and does the list for something that isn't known to be the same.
func (in *Info) lackedAnother(write, list *Op) bool {
	maker := write.Call.Parent()
	if len(write.Path) < 2 || len(list.Path) < 2 || list.Call.Parent() != maker || list.Path[0] == write.Path[0] || !ir.MayPrecede(write.Call)(list.Call) {
		return false
	}
	given := in.hanging.Of(list.Call, in.asksForGiven)
	if len(given) == 0 || in.givenAlike(given, write.Path[:len(write.Path)-1], list.Path[:len(list.Path)-1]) || !in.staysWith(write, list, in.requirements(list)) {
		return false
	}
	reads := in.readsBy.Of(write.Path[0].Parent(), in.findReadsBy)
	return !slices.ContainsFunc(reads[viaCall{list.Call, write.Path[0]}], func(from *Op) bool { return in.asksTheSame(from, list) })
}

// viaCall is a call that reads, by way of a call of a function.
type viaCall struct{ read, way ssa.CallInstruction }

func (in *Info) findReadsBy(fn *ssa.Function) map[viaCall][]*Op {
	by := map[viaCall][]*Op{}
	for _, r := range in.of(fn).reads {
		at := viaCall{r.Call, r.Path[0]}
		by[at] = append(by[at], r)
	}
	return by
}

// givenAlike tells whether two chains of calls, where they part, give the same for some parameters of the function to which they
// lead, or what the same function makes of the same.
func (in *Info) givenAlike(params []*ssa.Parameter, a, b []ssa.CallInstruction) bool {
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		var up []*ssa.Parameter
		for _, p := range params {
			arg := ir.ArgFor(a[len(a)-1].Common(), p)
			if arg == nil {
				continue
			}
			identity.Leaves(in.objects.Term(arg), func(leaf ssa.Value) {
				if outer, ok := leaf.(*ssa.Parameter); ok && !slices.Contains(up, outer) {
					up = append(up, outer)
				}
			})
		}
		params, a, b = up, a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 || len(b) == 0 || a[len(a)-1].Parent() != b[len(b)-1].Parent() {
		return false
	}
	first, second := a[len(a)-1].Common(), b[len(b)-1].Common()
	return !slices.ContainsFunc(params, func(p *ssa.Parameter) bool { return !in.alike(ir.ArgFor(first, p), ir.ArgFor(second, p), maxAlike) })
}

// maxAlike bounds how deep two values are compared.
const maxAlike = 4

// alike tells whether two values may well be the same: made by the same functions, of the same fields and constants. Two objects of
// one type may be one.
func (in *Info) alike(x, y ssa.Value, left int) bool {
	if x == nil || y == nil || left == 0 || identity.Same(in.objects.Term(x), in.objects.Term(y)) {
		return true
	}
	if !types.Identical(x.Type(), y.Type()) {
		return false
	}
	if kube.IsObject(x.Type()) {
		return true
	}
	both := func(a, b ssa.Value) bool { return in.alike(a, b, left-1) }
	switch first := x.(type) {
	case *ssa.Call:
		second, ok := y.(*ssa.Call)
		return ok && ir.Called(first.Common()) != nil && ir.Called(first.Common()) == ir.Called(second.Common()) && slices.EqualFunc(ir.Args(first.Common()), ir.Args(second.Common()), both)
	case *ssa.UnOp:
		second, ok := y.(*ssa.UnOp)
		return ok && first.Op == second.Op && both(first.X, second.X)
	case *ssa.FieldAddr:
		second, ok := y.(*ssa.FieldAddr)
		return ok && first.Field == second.Field && both(first.X, second.X)
	case *ssa.MakeMap:
		second, ok := y.(*ssa.MakeMap)
		return ok && in.entriesAlike(first, second, both) && in.entriesAlike(second, first, both)
	}
	return false
}

// entriesAlike tells whether all that is put into one map may well be put into another.
func (in *Info) entriesAlike(of, as *ssa.MakeMap, alike func(a, b ssa.Value) bool) bool {
	others := slices.Collect(ir.Refs[*ssa.MapUpdate](as))
	for entry := range ir.Refs[*ssa.MapUpdate](of) {
		if !slices.ContainsFunc(others, func(o *ssa.MapUpdate) bool {
			return identity.Same(in.objects.Term(entry.Key), in.objects.Term(o.Key)) && alike(entry.Value, o.Value)
		}) {
			return false
		}
	}
	return true
}

// asksForGiven returns the parameters, but for the receiver, on which it hangs what a list asks for: all, if that isn't known.
func (in *Info) asksForGiven(list ssa.CallInstruction) (given []*ssa.Parameter) {
	var note func(v ssa.Value, left int)
	noteIn := func(v ssa.Value, left int) {
		if left > 0 {
			identity.Leaves(in.objects.Term(v), func(leaf ssa.Value) { note(leaf, left-1) })
		}
	}
	note = func(v ssa.Value, left int) {
		switch v := v.(type) {
		case *ssa.Parameter:
			if v.Object() != v.Parent().Signature.Recv() && !slices.Contains(given, v) {
				given = append(given, v)
			}
		case *ssa.Extract:
			note(v.Tuple, left)
		case *ssa.MakeMap:
			for update := range ir.Refs[*ssa.MapUpdate](v) {
				noteIn(update.Value, left)
			}
		case *ssa.Call:
			for _, arg := range ir.Args(v.Common()) {
				noteIn(arg, left)
			}
		}
	}
	for _, own := range in.of(list.Parent()).reads {
		if own.Call != list || len(own.Path) > 1 || !own.picks() {
			continue
		}
		for _, option := range own.options {
			switch {
			case option == nil:
				for _, p := range list.Parent().Params {
					note(p, 0)
				}
			case !identity.Same(option, own.namespace):
				identity.Leaves(option, func(leaf ssa.Value) { note(leaf, maxGivenCalls) })
			}
		}
	}
	return given
}

// maxGivenCalls bounds how many calls, one of what another returns, are followed back to what a function is given.
const maxGivenCalls = 3

// askedFor returns what a list of a function that is called asks for because of the call's arguments: what constants are given
// further in, another operation at the same place may not share.
func (in *Info) askedFor(list *Op, call ssa.CallInstruction) []requirement {
	given, known := *list, in.requirements(list)
	given.Path = append([]ssa.CallInstruction{call}, list.Path...)
	return slices.DeleteFunc(in.requirements(&given), func(r requirement) bool { return slices.ContainsFunc(known, r.equal) })
}

// staysWith tells whether the object of a write is one of those for which a list asks, as far as the function shows that does both,
// and goes on to be.
func (in *Info) staysWith(write, from *Op, wanted []requirement) bool {
	of := func(labels map[string]bool) bool {
		return slices.ContainsFunc(wanted, func(r requirement) bool { return labels[r.key] })
	}
	switch write.Verb {
	case kube.VerbCreate:
		known := map[string]bool{}
		made, _ := in.labelsOf(write)
		for key, value := range made {
			known[key] = value != nil
		}
		return !of(known) // or else they are those for which the other list asks
	case kube.VerbDelete:
		return in.comesFrom(write, from)
	}
	if changed := in.Changed(write); !changed[""] && !changed[labels] {
		return in.comesFrom(write, from) && !slices.ContainsFunc(wanted, func(r requirement) bool {
			return changed.Meets(footprint.Set{footprint.Join(labels, "["+r.key+"]"): true})
		})
	}
	set := in.labels.Of(write.Path[1].Parent(), in.findLabels)
	return in.comesFrom(write, from) && !set[someLabel] && !of(set)
}

// someLabel stands for labels of which the keys aren't known.
const someLabel = "*"

// comesFrom tells whether a function that another one calls writes what it has, in whatever way, from a list of its own.
func (in *Info) comesFrom(write, from *Op) bool {
	inner, filled := write.Path[1], identity.Root(from.Object)
	call, _ := from.Path[0].(ssa.Value)
	if slices.ContainsFunc(inner.Common().Args, func(arg ssa.Value) bool {
		return call != nil && derives(arg, call, map[ssa.Value]bool{}) || len(from.Path) == 1 && filled != nil && derives(arg, filled, map[ssa.Value]bool{})
	}) {
		return true
	}
	_, writes := in.At(inner)
	return slices.ContainsFunc(writes, func(own *Op) bool { return own.Call == write.Call && isOf(own, from) })
}

// findLabels returns the keys by which a function, or one that it calls, sets labels of an object that there was: what was listed
// may be what another list asks for from then on.
func (in *Info) findLabels(fn *ssa.Function) map[string]bool {
	puts := map[string]bool{}
	for fn := range ir.Reachable(in.callees, fn) {
		for put := range ir.All[ssa.Instruction](fn.Blocks) {
			of, key := labelSet(put)
			made, isNew := of.(*ssa.Alloc)
			if of == nil || isNew && len(ir.StoredAt(made)) == 0 && !isFilled(made) {
				continue
			}
			if text, known := ir.Text(key); key != nil && known {
				puts[text] = true
			} else {
				puts[someLabel] = true
			}
		}
	}
	return puts
}

// labelSet returns whose labels an instruction sets, or the map in a field of that name, and the key; nil if it sets no label, and
// for the key if it sets all of them.
func labelSet(instr ssa.Instruction) (of, key ssa.Value) {
	owner := func(m ssa.Value) ssa.Value {
		if field := ir.FieldRead(m); field != nil && field.Name() == labels {
			return cmp.Or(labelsOwner(m), m)
		}
		return labelsOwner(m)
	}
	switch instr := instr.(type) {
	case *ssa.MapUpdate:
		return owner(instr.Map), instr.Key
	case *ssa.Store:
		if addr, ok := instr.Addr.(*ssa.FieldAddr); ok && ir.FieldAt(addr).Name() == labels && ir.IsMap(instr.Val.Type()) {
			return cmp.Or(ownerOf(addr, labels), addr.X), nil
		}
	case *ssa.Call:
		if ir.IsBuiltin(instr.Common(), "delete") {
			return owner(instr.Call.Args[0]), instr.Call.Args[1]
		}
	}
	return nil, nil
}

// callees returns the functions of the package that one calls.
func (in *Info) callees(fn *ssa.Function) (out []*ssa.Function) {
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		if callee := in.lazy.Callee(call.Common()); callee != nil {
			out = append(out, callee)
		}
	}
	return out
}
