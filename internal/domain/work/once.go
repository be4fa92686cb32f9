package work

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// isOnce tells whether an instruction is seldom come to twice: what comes of it is kept, or its function is run by a
// sync.Once.
func isOnce(site ssa.Instruction) bool { return ir.KeptFrom(site) || runsOnce(site.Parent()) }

// runsOnce tells whether a function literal is only given to sync.Once.Do.
func runsOnce(fn *ssa.Function) bool {
	refs := fn.Referrers()
	if fn.Parent() == nil || refs == nil || len(*refs) == 0 {
		return false
	}
	return !slices.ContainsFunc(*refs, func(made ssa.Instruction) bool {
		literal, ok := made.(*ssa.MakeClosure)
		return !ok || slices.ContainsFunc(*literal.Referrers(), func(ref ssa.Instruction) bool {
			call, ok := ref.(ssa.CallInstruction)
			return !ok || !kube.RunsOnce(ir.Symbol(call.Common()))
		})
	})
}
