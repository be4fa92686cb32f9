package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A heldGiven is what a function does with the object in a field of a struct that it is given.
type heldGiven struct {
	*handled
	held  identity.Held
	touch *touch
}

// heldIn returns what a function does with the objects in fields of the structs that it is given for its parameters.
func (in *Info) heldIn(fn *ssa.Function) []heldGiven { return in.questions.inside.Of(fn) }

func (in *Info) findHeldIn(fn *ssa.Function) (out []heldGiven) {
	for _, h := range in.objectsIn(fn) {
		held, ok := identity.HeldBy(h.pointer, nil)
		if p, given := held.Of.(*ssa.Parameter); !ok || !given || p.Parent() != fn {
			continue
		}
		all := in.summed(fn, h)
		if all.back = nil; all.hands {
			all.sure = footprint.Set{} // it may be another object by then
		}
		out = append(out, heldGiven{h, held, all})
	}
	return out
}

// touchesInside adds what the functions that a function calls do with the objects in fields of structs which they are given,
// such as their receiver.
func (in *Info) touchesInside(fn *ssa.Function, object func(*identity.Term, *handled) *handled) {
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		callee := in.lazy.Callee(call.Common())
		if callee == nil || callee == fn || !takesHeld(callee) || in.operation(call) != nil {
			continue
		}
		_, isGo := call.(*ssa.Go)
		for _, inner := range in.heldIn(callee) {
			t := in.objects.LiftPointer(inner.pointer, callee, call.Common())
			if t == nil {
				continue
			}
			at := object(t, inner.handled).touch(call)
			at.include(inner.touch, "")
			at.sure.Add(inner.touch.sure)
			at.hands = at.hands || isGo
		}
	}
	for store := range ir.All[*ssa.Store](fn.Blocks) {
		if addr, ok := store.Addr.(*ssa.FieldAddr); ok && kube.IsObject(store.Val.Type()) {
			if t := in.objects.Pointer(addr); t != nil && t.Kind == identity.FieldTerm {
				object(t, nil).touch(store).hands = true // the field has another object then
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
func (in *Info) keepsFor(store *ssa.Store) bool {
	addr, ok := store.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	made, ok := addr.X.(*ssa.Alloc)
	return ok && made == in.objects.MadeIn(store.Parent()) && in.objects.StaysSet(made, ir.FieldAt(addr).Name())
}

// carriers adds that an object goes elsewhere, where the struct does in which a function keeps it.
func (in *Info) carriers(fn *ssa.Function, byTerm map[string]*handled) {
	for call := range ir.All[*ssa.Call](fn.Blocks) {
		for _, v := range ir.ResultsOf(call, 0) {
			for _, field := range identity.ObjectFields(v.Type()) {
				kept := in.objects.KeptObject(call, field)
				if kept == nil || byTerm[kept.ID] == nil {
					continue
				}
				if !in.onlyCalled(v, payloadDepth) {
					byTerm[kept.ID].touch(call).keeps[""] = true
				}
			}
		}
	}
}

// onlyCalled tells whether nothing is done with a struct but to compare it, and to call methods of it of which is known what
// they do: here or in function literals.
func (in *Info) onlyCalled(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	isElsewhere := func(v ssa.Value) bool { return !in.onlyCalled(v, depth-1) }
	return !slices.ContainsFunc(in.lazy.Index().Referrers(v), func(ref ssa.Instruction) bool {
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
			return !ok || in.objects.OnlyStored(alloc) != v || isElsewhere(alloc)
		case ir.Passes:
			recv, args := ir.Receiver(use.Call.Common())
			known := in.lazy.Callee(use.Call.Common()) != nil || in.factsFor(ir.Called(use.Call.Common())) != nil
			return recv != v || !known || slices.Contains(args, v)
		}
		return true
	})
}
