package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// maxHanded bounds through how many functions a struct is followed that holds an object.
const maxHanded = 4

// givenIn returns what the caller of the function with that index in the path of a read loads of an object which that function
// has from a field of what it is given.
func (in *Info) givenIn(r *Op, i int, of part) []ssa.Value {
	t := in.objects.Pointer(of.Value)
	if of.Path != "" || t == nil || t.Kind != identity.FieldTerm {
		return nil
	}
	return in.objects.LoadedSince(r.Path[i-1], in.objects.LiftPointer(t, r.Path[i].Parent(), r.Path[i-1].Common()))
}

// heldChanges returns what a write of an object in a field may change, with what is known already of that, and the parameter
// of the outermost function that it is in, as Info.changes does.
func (in *Info) heldChanges(w *Op, at footprint.Set) (footprint.Set, *ssa.Parameter) {
	object := w.pointer
	for i := len(w.Path) - 1; ; i-- {
		call := w.Path[i]
		held, ok := identity.HeldBy(object, call)
		if !ok {
			return footprint.Whole(), nil
		}
		from, counts := in.objects.LastRead(object, call), ir.MayPrecede(call)
		if from != nil {
			counts = ir.MayPrecedeSince(call, from)
		}
		if in.goesOn(held, counts, maxHanded) {
			return footprint.Whole(), nil
		}
		for _, v := range in.objects.Loaded(call.Parent(), object) {
			at.Add(in.footprints.Edits(flow.At(v, "")).Before(call, counts))
		}
		p, given := held.Of.(*ssa.Parameter)
		switch {
		case from != nil:
			return at, nil
		case !given:
			return footprint.Whole(), nil
		case i == 0:
			return at, p
		}
		object = in.objects.LiftPointer(object, call.Parent(), w.Path[i-1].Common())
	}
}

// goesOn tells whether the struct that holds an object goes, in instructions that count, where others may look at the object
// or change it.
func (in *Info) goesOn(held identity.Held, counts func(ssa.Instruction) bool, left int) bool {
	for _, ref := range ir.Uses(held.Of) {
		if ref == held.At || !counts(ref) {
			continue
		}
		switch ref := ref.(type) {
		case *ssa.FieldAddr, *ssa.Field, *ssa.BinOp, *ssa.Extract:
		case ssa.CallInstruction:
			if in.looksAtHeld(held, ref, left) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// looksAtHeld tells whether a call that is given a struct may look at the object in a field of it.
func (in *Info) looksAtHeld(held identity.Held, call ssa.CallInstruction, left int) bool {
	callee := in.lazy.Callee(call.Common())
	if callee == nil || left == 0 {
		return true
	}
	for p := range ir.Given(callee, call.Common(), held.Of) {
		inside := in.objects.FieldOf(held.Field, in.objects.Leaf(p))
		if len(in.objects.Loaded(callee, inside)) > 0 || in.questions.going.Of(givenField{p, held.Field, left - 1}) {
			return true
		}
	}
	return false
}

// givenField asks whether a struct goes on in the function that has it as a parameter, through as many functions as are left.
type givenField struct {
	of    *ssa.Parameter
	field string
	left  int
}

func (in *Info) findGoing(of givenField) bool {
	return in.goesOn(identity.Held{Of: of.of, Field: of.field}, ir.Always, of.left)
}
