package footprint

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A heldGiven is what a function does with the object in a field of a struct that it is given.
type heldGiven struct {
	*Object
	held  identity.Held
	touch *Touch
}

// heldIn returns what a function does with the objects in fields of the structs that it is given for its parameters.
func (f *Finder) heldIn(fn *ssa.Function) []heldGiven { return f.inside.Of(fn) }

func (f *Finder) findHeldIn(fn *ssa.Function) (out []heldGiven) {
	for _, h := range f.Objects(fn) {
		held, ok := identity.HeldBy(h.Pointer, nil)
		if p, given := held.Of.(*ssa.Parameter); !ok || !given || p.Parent() != fn {
			continue
		}
		all := f.summed(fn, h)
		if all.Back = nil; all.Hands {
			all.Sure = Set{} // it may be another object by then
		}
		out = append(out, heldGiven{h, held, all})
	}
	return out
}

func equalInside(a, b []heldGiven) bool {
	return slices.EqualFunc(a, b, func(x, y heldGiven) bool { return x.held == y.held && equalTouches(x.touch, y.touch) })
}

// touchesInside adds what the functions that a function calls do with the objects in fields of structs which they are given,
// such as their receiver.
func (f *Finder) touchesInside(fn *ssa.Function, object func(*identity.Term, *Object) *Object) {
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		callee := f.lazy.Callee(call.Common())
		if callee == nil || callee == fn || !takesHeld(callee) || f.isOperation(call) {
			continue
		}
		_, isGo := call.(*ssa.Go)
		for _, inner := range f.heldIn(callee) {
			t := f.objects.LiftPointer(inner.Pointer, callee, call.Common())
			if t == nil {
				continue
			}
			at := object(t, inner.Object).Touch(call)
			at.include(inner.touch, "")
			at.Sure.Add(inner.touch.Sure)
			at.Hands = at.Hands || isGo
		}
	}
	for store := range ir.All[*ssa.Store](fn.Blocks) {
		if addr, ok := store.Addr.(*ssa.FieldAddr); ok && kube.IsObject(store.Val.Type()) {
			if t := f.objects.Pointer(addr); t != nil && t.Kind == identity.FieldTerm {
				object(t, nil).Touch(store).Hands = true // the field has another object then
			}
		}
	}
}

// takesHeld tells whether a function has a parameter that is a struct with objects in its fields.
func takesHeld(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if len(identity.ObjectFields(p.Type())) > 0 {
			return true
		}
	}
	return false
}

// keepsFor tells whether a store puts an object for good into a field of the struct that the function makes and returns: who
// has it then, the callers say.
func (f *Finder) keepsFor(store *ssa.Store) bool {
	addr, ok := store.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	made, ok := addr.X.(*ssa.Alloc)
	return ok && made == f.objects.MadeIn(store.Parent()) && f.objects.StaysSet(made, ir.FieldAt(addr).Name())
}

// carriers adds that an object goes elsewhere, where the struct does in which a function keeps it.
func (f *Finder) carriers(fn *ssa.Function, byTerm map[string]*Object) {
	for call := range ir.All[*ssa.Call](fn.Blocks) {
		for _, v := range ir.ResultsOf(call, 0) {
			for _, field := range identity.ObjectFields(v.Type()) {
				kept := f.objects.KeptObject(call, field)
				if kept == nil || byTerm[kept.ID] == nil {
					continue
				}
				if !f.onlyCalled(v, maxFollowed) {
					byTerm[kept.ID].Touch(call).Keeps[""] = true
				}
			}
		}
	}
}

// onlyCalled tells whether nothing is done with a struct but to compare it, and to call methods of it of which is known what
// they do: here or in function literals.
func (f *Finder) onlyCalled(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	isElsewhere := func(v ssa.Value) bool { return !f.onlyCalled(v, depth-1) }
	return !slices.ContainsFunc(f.lazy.Index().Referrers(v), func(ref ssa.Instruction) bool {
		if literal, ok := ref.(*ssa.MakeClosure); ok {
			return slices.ContainsFunc(ir.Captured(literal, v), isElsewhere)
		}
		switch use := ir.UseOf(v, ref); use.Does {
		case ir.Compares, ir.Fills:
			return false
		case ir.Loads:
			return isElsewhere(use.To)
		case ir.Stores:
			alloc, ok := use.Addr.(*ssa.Alloc)
			return !ok || f.objects.OnlyStored(alloc) != v || isElsewhere(alloc)
		case ir.Passes:
			recv, args := ir.Receiver(use.Call.Common())
			known := f.lazy.Callee(use.Call.Common()) != nil || f.calls.IsKnown(ir.Called(use.Call.Common()))
			return recv != v || !known || slices.Contains(args, v)
		}
		return true
	})
}
