package paths

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// findBack says what a function has done with the object which it returns, if that is one that it has read, or a copy of
// that, and always the same: what it has set in it since then its callers have to store. Nil if it is none.
func (in *Info) findBack(of resultOf) *touch {
	h, rets := in.handsBack(of)
	if h == nil {
		return nil
	}
	read := in.readAt(h, maxCopies)
	if read == nil {
		return nil
	}
	all := newTouch()
	for at, t := range h.at {
		all.include(t, "")
		onAll := !slices.ContainsFunc(rets, func(ret *ssa.Return) bool { return !ir.Before(at, ret) })
		if at != ssa.Instruction(read) && ir.Before(read, at) && onAll && !h.looksBehind(at, t.sure) {
			maps.Copy(all.sure, t.sure)
		}
	}
	if all.hands {
		all.sure = footprint.Set{}
	}
	return all
}

// looksBehind tells whether fields of the object are looked at behind an instruction.
func (h *handled) looksBehind(at ssa.Instruction, fields footprint.Set) bool {
	behind := ir.MayFollow(at)
	for other, t := range h.at {
		if other != at && t.looks.Meets(fields) && behind(other) {
			return true
		}
	}
	return false
}

// handsBack returns the object that a function returns, if it is always the same, and where it does. Nil if it isn't.
func (in *Info) handsBack(of resultOf) (h *handled, rets []*ssa.Return) {
	var pointer *identity.Term
	for ret := range ir.All[*ssa.Return](of.fn.Blocks) {
		v := ret.Results[of.n]
		if ir.IsNil(v) {
			continue
		}
		t := in.objects.Pointer(v)
		if t == nil || identity.IsPending(t) || t.Kind != identity.LeafTerm || pointer != nil && !identity.Same(pointer, t) {
			return nil, nil
		}
		pointer, rets = t, append(rets, ret)
	}
	if pointer == nil {
		return nil, nil
	}
	return in.handledAs(of.fn, pointer), rets
}

// readAt returns the call from which on a variable of a function has what was read: a Get, the copy of what a Get has read,
// or a function that returns such an object. Nil if there is none, or more than one, or it is a copy of more copies than are
// left: variables that function literals share may be copies of each other.
func (in *Info) readAt(h *handled, left int) *ssa.Call {
	switch leaf := h.pointer.Leaf.(type) {
	case *ssa.Alloc:
		return in.onlyGet(leaf.Parent(), h.pointer)
	case *ssa.Call, *ssa.Extract:
		step := ir.StepOf(leaf)
		if step.Kind != ir.Result {
			return nil
		}
		if of := in.objects.Copied(step.Call); of != nil {
			from := in.handledAs(step.Call.Parent(), in.objects.Pointer(of))
			if from == nil || left == 0 {
				return nil
			}
			if read := in.readAt(from, left-1); read != nil && ir.Before(read, step.Call) {
				return step.Call
			}
			return nil
		}
		if callee := in.lazy.Callee(step.Call.Common()); callee != nil && in.questions.back.Of(resultOf{callee, step.Index}) != nil {
			return step.Call
		}
	}
	return nil
}

// maxCopies bounds how many copies of copies are followed to what was read.
const maxCopies = 4

// onlyGet returns the one call of a function that reads into an object; nil if there is none, or more than one.
func (in *Info) onlyGet(fn *ssa.Function, pointer *identity.Term) (found *ssa.Call) {
	for call := range ir.All[*ssa.Call](fn.Blocks) {
		op := in.operation(call)
		if op == nil || op.Verb != kube.VerbGet || !identity.Same(op.pointer, pointer) {
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
func (in *Info) broughtBack(v ssa.Value, at func(ssa.Instruction) *touch) {
	step := ir.StepOf(v)
	if step.Kind != ir.Result || step.Call.Parent() == nil {
		return
	}
	callee := in.lazy.Callee(step.Call.Common())
	if callee == nil || callee == step.Call.Parent() || in.operation(step.Call) != nil {
		return
	}
	inner := in.questions.back.Of(resultOf{callee, step.Index})
	if inner == nil || inner.keeps.Meets(inner.sure) {
		return
	}
	t := at(step.Call)
	t.sets.Add(inner.sure)
	t.sure.Add(inner.sure)
}
