package paths

import (
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// passed returns what hangs on the object in a field of a struct in the functions of this package that are given the struct
// behind an instruction, and on what they return; wherever, if the instruction is nil.
func (in *Info) passed(held identity.Held, left int) weight {
	all, follows := newWeight(), ir.Always
	if held.At != nil {
		follows = ir.MayFollow(held.At)
	}
	for _, ref := range ir.Uses(held.Of) {
		call, ok := ref.(ssa.CallInstruction)
		if !ok || ref == held.At || !follows(ref) || in.isRefilled(held, call) {
			continue
		}
		if callee := in.lazy.Callee(call.Common()); callee != nil {
			for p := range ir.Given(callee, call.Common(), held.Of) {
				all.take(in, in.questions.passed.Of(givenField{p, held.Field, left}), call)
			}
		}
	}
	return all
}

// isRefilled tells whether another read has filled the field when a call is come to.
func (in *Info) isRefilled(held identity.Held, call ssa.CallInstruction) bool {
	last := in.objects.LastRead(in.objects.FieldOf(held.Field, in.objects.Leaf(held.Of)), call)
	return last != nil && last != held.At && (held.At == nil || ir.Before(held.At, last))
}

// take adds what hangs on the object in a function that a call calls, and on its results there.
func (w *weight) take(in *Info, inner weight, call ssa.CallInstruction) {
	hangs := noConsequences()
	hangs.add(in.boundTo(inner.Consequences, call))
	hangs.heard(in, call)
	w.add(hangs)
	for _, back := range footprint.Sorted(inner.returned) {
		for _, v := range resultsOf(call, back.Result) {
			of := in.weigh(weighing{flow.At(v, in.footprints.BoundPath(back.Path, call)), call})
			w.add(of.Consequences)
			maps.Copy(w.returned, of.returned)
		}
	}
}

// findPassed returns what hangs on the object in a field of what a function is given.
func (in *Info) findPassed(of givenField) weight {
	all := newWeight()
	for _, v := range in.objects.Loaded(of.of.Parent(), in.objects.FieldOf(of.field, in.objects.Leaf(of.of))) {
		if in.objects.ReadBefore(v.(ssa.Instruction)) == nil {
			w := in.weigh(weighing{part: flow.At(v, "")})
			all.add(w.Consequences)
			maps.Copy(all.returned, w.returned)
		}
	}
	if of.left > 0 {
		w := in.passed(identity.Held{Of: of.of, Field: of.field}, of.left-1)
		all.add(w.Consequences)
		maps.Copy(all.returned, w.returned)
	}
	return all
}

// heldObject returns the pointer to the object that a read fills, nil if that isn't known.
func (in *Info) heldObject(r *Op) *identity.Term {
	if r.remote == nil && r.Object != nil {
		return in.objects.Pointer(r.Object)
	}
	return r.pointer
}

// liftHeld returns the pointer to an object in a field of a struct in terms of the last of the calls that lead to it, nil if the
// function there wasn't given the struct.
func (in *Info) liftHeld(object *identity.Term, held identity.Held, path []ssa.CallInstruction) *identity.Term {
	if _, given := held.Of.(*ssa.Parameter); !given || len(path) == 0 {
		return nil
	}
	return in.objects.LiftPointer(object, held.Of.Parent(), path[len(path)-1].Common())
}
