package handler

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Holds returns the type of the objects of an informer that the handler is given to where it is made, a pointer to a struct; nil
// if that isn't known, or if it is given to informers of several. Callers are those where it is made who have it of the function.
func (h *Handler) Holds() types.Type {
	v, ok := h.Site.(ssa.Value)
	if !ok {
		return nil
	}
	held := h.heldWhere(v, map[ssa.CallInstruction]bool{})
	if len(held) == 0 || slices.ContainsFunc(held, func(t types.Type) bool { return t == nil || !types.Identical(t, held[0]) }) {
		return nil
	}
	return held[0]
}

// heldWhere returns the types of the objects of the informers to which an event handler is given, nil for one of which it isn't known.
func (h *Handler) heldWhere(v ssa.Value, seen map[ssa.CallInstruction]bool) (held []types.Type) {
	handedOn(v, uses{
		stored: func(of types.Type, field int) bool { return kube.FieldRole(of, field) == kube.Inner },
		passed: func(call ssa.CallInstruction, handler ssa.Value) {
			if recv, args := ir.Receiver(call.Common()); recv != nil && kube.AddsHandler(ir.Symbol(call.Common())) && len(args) > 0 && args[0] == handler {
				held = append(held, h.heldBy(recv))
			}
		},
		returned: func(ret *ssa.Return) {
			calls, all := h.pkg.Index().AllCallers(ret.Parent())
			if !all {
				held = append(held, nil)
			}
			for _, call := range calls {
				if seen[call] {
					continue
				}
				seen[call] = true
				for n := range call.Common().Signature().Results().Len() {
					for _, result := range ir.ResultsOf(call, n) {
						if kube.IsHandler(result.Type()) {
							held = append(held, h.heldWhere(result, seen)...)
						}
					}
				}
			}
		},
	})
	return held
}

// heldBy returns the type of the objects that an informer holds, as the call says that makes it: controller-runtime's
// GetInformer, the method of a generated informer, or that of one for any resource.
func (h *Handler) heldBy(informer ssa.Value) types.Type {
	step := ir.StepOf(ir.Unwrap(informer))
	if step.Kind != ir.Result {
		return nil
	}
	common := step.Call.Common()
	recv, args := ir.Receiver(common)
	if starter, ok := kube.StarterOf(ir.Symbol(common)); ok && starter.As == kube.GetInformer {
		for _, arg := range args {
			if kube.IsObject(arg.Type()) {
				return pointerToStruct(ir.Unwrap(arg).Type())
			}
		}
	}
	if recv != nil && ir.CalledName(common) == "Informer" {
		if generic := ir.StepOf(ir.Unwrap(recv)); generic.Kind == ir.Result {
			if held := kube.HeldByGeneric(ir.Symbol(generic.Call.Common()), h.pkg.SSA().Pkg); held != nil && !h.transforms() {
				return held
			}
		}
		return pointerToStruct(listed(recv.Type()))
	}
	return nil
}

// transforms tells whether the package says what informers make of what they hold: who knows of which type that is.
func (h *Handler) transforms() bool {
	for call := range h.pkg.Calls() {
		if params := call.Common().Signature().Params(); params.Len() > 0 && kube.IsTransform(params.At(params.Len()-1).Type()) {
			return true
		}
	}
	return false
}

// listed returns the type of what the lister lists that a generated informer has; nil of others.
func listed(informer types.Type) types.Type {
	lister := resultOf(informer, "Lister")
	if lister == nil {
		return nil
	}
	if list, ok := resultOf(lister, "List").(*types.Slice); ok {
		return list.Elem()
	}
	return nil
}

// resultOf returns the type of the first result of a method, nil if there is none.
func resultOf(t types.Type, method string) types.Type {
	found, _, _ := types.LookupFieldOrMethod(t, false, nil, method)
	fn, ok := found.(*types.Func)
	if !ok || fn.Signature().Results().Len() == 0 {
		return nil
	}
	return types.Unalias(fn.Signature().Results().At(0).Type())
}

// pointerToStruct returns a type if it is one, nil otherwise.
func pointerToStruct(t types.Type) types.Type {
	if p, ok := t.(*types.Pointer); ok && ir.IsStruct(p.Elem()) {
		return p
	}
	return nil
}
