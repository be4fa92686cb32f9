package handler

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Holds returns the type of the objects of an informer that the handler is given to where it is made, a pointer to a struct; nil
// if that isn't known, or if it is given to informers of several.
func (h *Handler) Holds() types.Type {
	v, ok := h.Site.(ssa.Value)
	if !ok {
		return nil
	}
	var held []types.Type
	handedOn(v, uses{
		stored: func(of types.Type, field int) bool { return kube.FieldRole(of, field) == kube.Inner },
		passed: func(call ssa.CallInstruction, handler ssa.Value) {
			if recv, args := ir.Receiver(call.Common()); recv != nil && kube.AddsHandler(ir.Symbol(call.Common())) && len(args) > 0 && args[0] == handler {
				held = append(held, heldBy(recv))
			}
		},
	})
	if len(held) == 0 || slices.ContainsFunc(held, func(t types.Type) bool { return t == nil || !types.Identical(t, held[0]) }) {
		return nil
	}
	return held[0]
}

// heldBy returns the type of the objects that an informer holds, as the call says that makes it: controller-runtime's
// GetInformer, or the method of a generated informer.
func heldBy(informer ssa.Value) types.Type {
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
		return pointerToStruct(listed(recv.Type()))
	}
	return nil
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
