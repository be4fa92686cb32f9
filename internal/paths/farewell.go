package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// hasParted tells whether a finalizer was taken away on every way to the change.
func (t *trail) hasParted() bool {
	for instr, touch := range t.object.At {
		if touch.Sets[footprint.Finalizers] && ir.Before(instr, t.change) && t.takesFinalizer(instr) {
			return true
		}
	}
	return false
}

// takesFinalizer tells whether an instruction that sets the finalizers, and writes nothing, doesn't add one.
func (t *trail) takesFinalizer(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Store:
		return isLess(instr.Val)
	case ssa.CallInstruction:
		if e := t.f.events[instr]; e != nil && eventWrites(e, t.object) || addsFinalizerCall(instr) {
			return false // see isFarewell
		}
		callee := t.in.lazy.Callee(instr.Common())
		return callee == nil || !slices.ContainsFunc(callee.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, addsFinalizerCall) })
	}
	return false
}

// isLess tells whether a list of finalizers that is set may be the object's without one of them: not if it is what something
// else has, or names any.
func isLess(list ssa.Value) bool {
	switch step := ir.StepOf(list); step.Kind {
	case ir.Result:
		return !ir.IsBuiltin(step.Call.Common(), "append")
	case ir.Sliced:
		return len(ir.Variadic(list)) == 0
	case ir.FieldOf:
		return false
	case ir.Load:
		return ir.StepOf(step.From[0]).Kind != ir.FieldAddr
	}
	return true
}

// isFarewell tells whether a call takes a finalizer away and writes that: the object is gone then, and its status with
// it.
func (t *trail) isFarewell(op *Op, call ssa.CallInstruction) bool {
	touch := t.object.At[call]
	return touch != nil && touch.Sets[footprint.Finalizers] && !op.Finalizer && !t.in.onlyAdds(op)
}

// onlyAdds tells whether all that the functions on the way to a write do with finalizers before it, in any object, is to add some.
func (in *Info) onlyAdds(op *Op) (some bool) {
	for i, step := range op.Path[1:] {
		before, isLast := ir.MayPrecede(step), i == len(op.Path)-2
		for _, h := range in.footprints.Objects(step.Parent()) {
			for instr, touch := range h.At {
				if !touch.Sets[footprint.Finalizers] || instr == ssa.Instruction(step) && !isLast || instr != ssa.Instruction(step) && !before(instr) {
					continue // what comes on the way is looked at there
				}
				if some = true; !addsFinalizerCall(instr) {
					return false
				}
			}
		}
	}
	return some
}

// isSetBehind tells whether a function on the way to a write may set behind it what was changed: it may have kept that.
func (t *trail) isSetBehind(op *Op) bool {
	for _, step := range op.Path[1:] {
		behind := ir.MayFollow(step)
		for _, h := range t.in.footprints.Objects(step.Parent()) {
			for instr, touch := range h.At {
				if touch.Sets.Meets(t.fields) && !h.IsOther(op.What.Kind) && behind(instr) {
					return true
				}
			}
		}
	}
	return false
}
