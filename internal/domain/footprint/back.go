package footprint

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// findBack says what a function has done with the object which it returns, if that is one that it has read, or a copy of
// that, and always the same: what it has set in it since then its callers have to store. Nil if it is none.
func (f *Finder) findBack(of resultOf) *Touch {
	h, rets := f.HandsBack(of.fn, of.n)
	if h == nil {
		return nil
	}
	read := f.readAt(h, maxCopies)
	if read == nil {
		return nil
	}
	all := newTouch()
	for at, t := range h.At {
		all.include(t, "")
		onAll := !slices.ContainsFunc(rets, func(ret *ssa.Return) bool { return !ir.Before(at, ret) })
		if at != ssa.Instruction(read) && ir.Before(read, at) && onAll && !h.LooksBehind(at, t.Sure) {
			maps.Copy(all.Sure, t.Sure)
		}
	}
	if all.Hands {
		all.Sure = Set{}
	}
	return all
}

// HandsBack returns the object that a function returns, if it is always the same, and where it does. Nil if it isn't.
func (f *Finder) HandsBack(fn *ssa.Function, n int) (h *Object, rets []*ssa.Return) {
	var pointer *identity.Term
	for ret := range ir.All[*ssa.Return](fn.Blocks) {
		v := ret.Results[n]
		if ir.IsNil(v) {
			continue
		}
		t := f.objects.Pointer(v)
		if t == nil || identity.IsPending(t) || t.Kind != identity.LeafTerm || pointer != nil && !identity.Same(pointer, t) {
			return nil, nil
		}
		pointer, rets = t, append(rets, ret)
	}
	if pointer == nil {
		return nil, nil
	}
	return f.Object(fn, pointer), rets
}

// readAt returns the call from which on a variable of a function has what was read: a Get, the copy of what a Get has read,
// or a function that returns such an object. Nil if there is none, or more than one, or it is a copy of more copies than are
// left: variables that function literals share may be copies of each other.
func (f *Finder) readAt(h *Object, left int) *ssa.Call {
	switch leaf := h.Pointer.Leaf.(type) {
	case *ssa.Alloc:
		return f.onlyGet(leaf.Parent(), h.Pointer)
	case *ssa.Call, *ssa.Extract:
		step := ir.StepOf(leaf)
		if step.Kind != ir.Result {
			return nil
		}
		if of := f.objects.Copied(step.Call); of != nil {
			from := f.Object(step.Call.Parent(), f.objects.Pointer(of))
			if from == nil || left == 0 {
				return nil
			}
			if read := f.readAt(from, left-1); read != nil && ir.Before(read, step.Call) {
				return step.Call
			}
			return nil
		}
		if callee := f.lazy.Callee(step.Call.Common()); callee != nil && f.back.Of(resultOf{callee, step.Index}) != nil {
			return step.Call
		}
	}
	return nil
}

// maxCopies bounds how many copies of copies are followed to what was read.
const maxCopies = 4

// onlyGet returns the one call of a function that reads into an object; nil if there is none, or more than one.
func (f *Finder) onlyGet(fn *ssa.Function, pointer *identity.Term) (found *ssa.Call) {
	for call := range ir.All[*ssa.Call](fn.Blocks) {
		op, ok := f.calls.Operation(call)
		if !ok || op.Verb != kube.VerbGet || !identity.Same(op.Pointer, pointer) {
			continue
		}
		if found != nil {
			return nil
		}
		found = call
	}
	return found
}

// broughtBack adds what the function that returns an object has done with it to the call of that.
func (f *Finder) broughtBack(v ssa.Value, at func(ssa.Instruction) *Touch) {
	step := ir.StepOf(v)
	if step.Kind != ir.Result || step.Call.Parent() == nil {
		return
	}
	callee := f.lazy.Callee(step.Call.Common())
	if callee == nil || callee == step.Call.Parent() || f.isOperation(step.Call) {
		return
	}
	inner := f.back.Of(resultOf{callee, step.Index})
	if inner == nil || inner.Keeps.Meets(inner.Sure) {
		return
	}
	t := at(step.Call)
	t.Sets.Add(inner.Sure)
	t.Sure.Add(inner.Sure)
}
