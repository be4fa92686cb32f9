package work

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// isMadeUp tells whether a Create is that of a function which hands out an object, and makes it where it doesn't find one:
// whoever asks for the object next has it made again, so that nothing is lost if it fails.
func (in *Info) isMadeUp(create ssa.CallInstruction, op kube.Operation) bool {
	fn := create.Parent()
	made := object(create, op)
	if op.Verb != kube.VerbCreate || made == nil {
		return false
	}
	for n := range fn.Signature.Results().Len() {
		out := handedOut(fn, n)
		if !slices.Contains(out, made) {
			continue
		}
		for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
			recv, _ := ir.Receiver(call.Common())
			get, ok := in.operation(ir.Called(call.Common()), recv)
			if ok && get.Verb == kube.VerbGet && ir.Before(call, create) && slices.Contains(out, object(call, get)) {
				return true
			}
		}
	}
	return false
}

// isSecond tells whether control comes to an instruction only when something that was asked of the API server or of a cache
// before has failed, or has found nothing.
func (in *Info) isSecond(at ssa.Instruction) bool {
	asks := func(call ssa.CallInstruction) bool {
		recv, _ := ir.Receiver(call.Common())
		_, ok := in.operation(ir.Called(call.Common()), recv)
		return ok
	}
	for calls := range ir.FailedAt(at.Block()) {
		if !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool { return !asks(call) }) {
			return true
		}
	}
	return in.isMissed(at)
}

// handedOut returns what a function returns as its result of that index, each of several values that a variable has.
func handedOut(fn *ssa.Function, n int) []ssa.Value {
	var out []ssa.Value
	for _, v := range ir.Returned(fn, n) {
		v = ir.Unwrap(v)
		if phi, ok := v.(*ssa.Phi); ok {
			for _, edge := range phi.Edges {
				out = append(out, ir.Unwrap(edge))
			}
		}
		out = append(out, v)
	}
	return out
}

// object returns the object that an operation reads or writes: what it is given, or else what it returns.
func object(call ssa.CallInstruction, op kube.Operation) ssa.Value {
	switch {
	case op.Object >= 0 && op.Via != kube.Clientset:
		return ir.Unwrap(ir.Written(call.Common(), op.Object))
	case call.Value() == nil:
		return nil
	}
	for first := range ir.Refs[*ssa.Extract](call.Value()) {
		if first.Index == 0 {
			return first
		}
	}
	return nil
}
