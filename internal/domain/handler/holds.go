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
func (h *Handler) Holds() types.Type { return h.among.holds.Of(h, (*Handler).findHeld) }

func (h *Handler) findHeld() types.Type {
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
	unknown := func() { held = append(held, nil) }
	handedOn(v, uses{
		other: unknown,
		stored: func(of types.Type, field int) bool {
			on := kube.FieldRole(of, field) == kube.Inner
			if !on {
				unknown()
			}
			return on
		},
		passed: func(call ssa.CallInstruction, handler ssa.Value) {
			if recv, args := ir.Receiver(call.Common()); recv != nil && kube.AddsHandler(ir.Symbol(call.Common())) && len(args) > 0 && args[0] == handler {
				held = append(held, h.heldBy(recv))
			} else {
				unknown()
			}
		},
		returned: func(ret *ssa.Return) {
			calls, all := h.among.pkg.Index().AllCallers(ret.Parent())
			if !all || !slices.ContainsFunc(ret.Results, func(r ssa.Value) bool { return kube.IsHandler(r.Type()) }) {
				unknown() // it isn't followed where it may be anything
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
			if held := kube.HeldByGeneric(ir.Symbol(generic.Call.Common()), h.among.pkg.SSA().Pkg); held != nil && h.isMadeHere(generic.Call, 0) && !h.among.transforms() {
				return held
			}
		}
		return pointerToStruct(listed(recv.Type()))
	}
	return nil
}

// maxMade is through how many fields and parameters it is followed where a factory of informers comes from.
const maxMade = 4

// isMadeHere tells whether what a call of client-go's makes is of a factory that the package makes itself, or of none: somebody else
// may say of others what their informers make of what they hold.
func (h *Handler) isMadeHere(call *ssa.Call, steps int) bool {
	factory, _ := ir.Receiver(call.Common())
	if !kube.MakesInformers(ir.Symbol(call.Common())) || steps > maxMade {
		return false
	}
	return factory == nil || h.isOwnFactory(factory, steps)
}

func (h *Handler) isOwnFactory(factory ssa.Value, steps int) bool {
	if steps > maxMade {
		return false
	}
	var from []ssa.Value
	switch step := ir.StepOf(ir.Unwrap(factory)); step.Kind {
	case ir.Result:
		return h.isMadeHere(step.Call, steps)
	case ir.Param:
		p, ok := ir.Unwrap(factory).(*ssa.Parameter)
		if !ok {
			return false
		}
		if _, all := h.among.pkg.Index().AllCallers(p.Parent()); all {
			from = h.among.pkg.Index().Passed(p)
		}
	case ir.Load:
		if addr, ok := step.From[0].(*ssa.FieldAddr); ok && !ir.FieldAt(addr).Exported() {
			from = h.among.pkg.Index().OfField(ir.FieldAt(addr))
		}
	}
	return len(from) > 0 && !slices.ContainsFunc(from, func(v ssa.Value) bool { return !h.isOwnFactory(v, steps+1) })
}

// findTransforms tells whether the package says what informers make of what they hold, or gives them to others who may.
func (hs *Handlers) findTransforms() bool {
	for call := range hs.pkg.Calls() {
		params := call.Common().Signature().Params()
		if params.Len() > 0 && kube.IsTransform(params.At(params.Len()-1).Type()) {
			return true
		}
		if hs.pkg.Callee(call.Common()) == nil && slices.ContainsFunc(call.Common().Args, func(arg ssa.Value) bool { return kube.LeadsToInformers(ir.Unwrap(arg).Type()) }) {
			return true
		}
	}
	return slices.ContainsFunc(hs.pkg.Functions(), hs.givesAway)
}

// givesAway tells whether a function returns informers, or what leads to them, to other packages, or puts them in a field of theirs.
func (hs *Handlers) givesAway(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	for n := range results.Len() {
		if obj := fn.Object(); obj != nil && obj.Exported() && kube.LeadsToInformers(results.At(n).Type()) {
			return true
		}
	}
	for store := range ir.All[*ssa.Store](fn.Blocks) {
		addr, ok := store.Addr.(*ssa.FieldAddr)
		if ok && ir.FieldAt(addr).Pkg() != hs.pkg.SSA().Pkg && kube.LeadsToInformers(ir.Unwrap(store.Val).Type()) {
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
