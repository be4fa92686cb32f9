package work

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// isMissed tells whether control comes to a call only when a lister or store, asked itself or by a function that hands out
// what it finds there, had no object of the type that the call asks for: most events don't come to it.
func (in *Info) isMissed(at ssa.Instruction) bool {
	call, ok := at.(ssa.CallInstruction)
	return ok && slices.ContainsFunc(in.missedAt(at.Block()), func(t types.Type) bool { return asksFor(call, t) })
}

// missedAt returns the types of the objects of which none was found where control comes to a block.
func (in *Info) missedAt(b *ssa.BasicBlock) []types.Type {
	if in.missed == nil {
		in.missed = map[*ssa.BasicBlock][]types.Type{}
	}
	var todo []*ssa.BasicBlock // up to one of which it is known
	for up := b; up != nil; up = up.Idom() {
		if _, known := in.missed[up]; known {
			break
		}
		todo = append(todo, up)
	}
	for _, b := range slices.Backward(todo) {
		found := in.missed[b.Idom()] // none of nil
		if t := in.missedBy(b); t != nil {
			found = append(slices.Clip(found), t)
		}
		in.missed[b] = found
	}
	return in.missed[b]
}

// missedBy returns the type of the object of which the branch that leads to a block says that none was found; nil if there is none.
func (in *Info) missedBy(b *ssa.BasicBlock) types.Type {
	if len(b.Preds) != 1 {
		return nil
	}
	branch, ok := ir.Last(b.Preds[0]).(*ssa.If)
	if !ok {
		return nil
	}
	lookup := missIn(branch.Cond, branch.Block().Succs[0] == b)
	if lookup == nil {
		return nil
	}
	return in.soughtBy(lookup)
}

// missIn returns the call which a condition says, if it is true, or false, to have found no object: that is nil, or it says so
// by its other result; nil if it says that of none.
func missIn(cond ssa.Value, is bool) *ssa.Call {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond, is = not.X, !is
	}
	for by, same := range map[token.Token]bool{token.EQL: true, token.NEQ: false} {
		v, to := ir.Compared(cond, by)
		if to == nil || !to.IsNil() || kube.IsError(v.Type()) == (is == same) {
			continue
		}
		if step := ir.StepOf(v); step.Kind == ir.Result {
			return step.Call
		}
	}
	if step := ir.StepOf(cond); step.Kind == ir.Result && step.Index > 0 && !is {
		return step.Call
	}
	return nil
}

// soughtBy returns the type of the object that a call looks for in a lister or store, nil if it does anything else.
func (in *Info) soughtBy(call *ssa.Call) types.Type {
	if in.looksUp(call) {
		for _, found := range ir.ResultsOf(call, 0) {
			if _, any := found.Type().Underlying().(*types.Interface); !any {
				return found.Type()
			}
			for assert := range ir.Refs[*ssa.TypeAssert](found) {
				return assert.AssertedType
			}
		}
		return nil
	}
	callee := in.pkg.Callee(&call.Call)
	if callee == nil {
		return nil
	}
	if in.sought == nil {
		in.sought = map[*ssa.Function]types.Type{}
	}
	t, known := in.sought[callee]
	if !known {
		t = in.handsOn(callee)
		in.sought[callee] = t
	}
	return t
}

// looksUp tells whether a call gets an object from a lister or store that an informer fills.
func (in *Info) looksUp(call *ssa.Call) bool {
	recv, _ := ir.Receiver(&call.Call)
	if recv == nil {
		return false
	}
	op, ok := in.operation(ir.Called(&call.Call), recv)
	return ok && op.Verb == kube.VerbGet && (op.Via == kube.Lister || op.Via == kube.Store) && !in.pkg.IsOwnStore(recv)
}

// handsOn returns the type of the object that a function finds in a lister or store and returns; nil if it may return something
// else than that or nothing.
func (in *Info) handsOn(fn *ssa.Function) (t types.Type) {
	for ret := range ir.All[*ssa.Return](fn.Blocks) {
		if len(ret.Results) == 0 {
			return nil
		}
		object := ret.Results[0]
		if ir.IsNil(object) {
			continue
		}
		from := in.lookupOf(object)
		if from == nil || slices.ContainsFunc(ret.Results[1:], func(v ssa.Value) bool { return !saysFound(v, from) }) {
			return nil
		}
		t = object.Type()
	}
	return t
}

// lookupOf returns the call that got an object from a lister or store, nil if another one may have.
func (in *Info) lookupOf(object ssa.Value) *ssa.Call {
	for range maxReceivers {
		step := ir.StepOf(object)
		switch {
		case step.Kind == ir.Alias && len(step.From) == 1:
			object = step.From[0]
		case step.Kind == ir.Result && step.Index == 0 && in.looksUp(step.Call):
			return step.Call
		default:
			return nil
		}
	}
	return nil
}

// saysFound tells whether a result besides an object says no more than that a call has found it.
func saysFound(v ssa.Value, by *ssa.Call) bool {
	if ir.IsNil(v) || ir.IsTrue(v) {
		return true
	}
	step := ir.StepOf(v)
	return step.Kind == ir.Result && step.Call == by
}

// asksFor tells whether a call may get an object of a type: it returns one, or is given one to fill.
func asksFor(call ssa.CallInstruction, t types.Type) bool {
	results := call.Common().Signature().Results()
	if results.Len() > 0 && types.Identical(results.At(0).Type(), t) {
		return true
	}
	return slices.ContainsFunc(ir.Args(call.Common()), func(arg ssa.Value) bool {
		arg = ir.Unwrap(arg)
		_, made := arg.(*ssa.Alloc)
		return made && types.Identical(arg.Type(), t)
	})
}
