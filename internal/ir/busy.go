package ir

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// Busy returns those of the methods that implement one of an interface which do anything: what a dry run has for it, or a program that
// isn't told of a server, says at most that it would. All of them if none does.
func Busy(methods []*ssa.Function) []*ssa.Function {
	busy := slices.DeleteFunc(slices.Clone(methods), func(fn *ssa.Function) bool { return fn != nil && isIdle(fn) })
	if len(busy) == 0 {
		return methods
	}
	return busy
}

// isIdle tells whether a function does nothing but log, and returns nothing but that it succeeded.
func isIdle(fn *ssa.Function) bool {
	for result := range fn.Signature.Results().Variables() {
		if !types.Identical(result.Type(), types.Universe.Lookup("error").Type()) {
			return false
		}
	}
	for instr := range All[ssa.Instruction](fn.Blocks) {
		switch instr := instr.(type) {
		case *ssa.Return:
			if slices.ContainsFunc(instr.Results, func(result ssa.Value) bool { return !IsZero(result) }) {
				return false
			}
		case ssa.CallInstruction:
			if called := Called(instr.Common()); called == nil || !kube.OnlyTells(called) {
				return false
			}
		case *ssa.Store: // but for what a call is given
			base, _, _ := Base(instr.Addr)
			if _, own := base.(*ssa.Alloc); !own {
				return false
			}
		case *ssa.Send, *ssa.MapUpdate:
			return false
		}
	}
	return len(fn.Blocks) > 0
}
