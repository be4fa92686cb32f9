package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// passedOver returns what hangs on it that a function fails, where a call of it goes on in any case: what the function doesn't do
// then, and what is done with its other results.
func (in *Info) passedOver(c *Consequences, call ssa.CallInstruction) Consequences {
	over := noConsequences()
	for _, path := range c.Fails.list() {
		if c.Stops[path] {
			over.Decides[path] = true
			continue
		}
		for n := range call.Common().Signature().Results().Len() - 1 {
			for _, v := range ir.ResultsOf(call, n) {
				w := in.weigh(weighing{flow.At(v, path), call})
				over.add(w.Consequences)
				if len(w.returned) > 0 {
					over.Decides[path] = true
				}
			}
		}
	}
	return over
}

// onlyTellsError tells whether a function does the same whether a call fails or not, but for telling somebody of the error. What is
// called must set nothing where its caller may look.
func (in *Info) onlyTellsError(call ssa.CallInstruction) bool {
	if callee := in.lazy.Callee(call.Common()); callee == nil || setsOutside(callee) {
		return false
	}
	errs := ir.ResultsOf(call, call.Common().Signature().Results().Len()-1)
	return !slices.ContainsFunc(errs, func(err ssa.Value) bool {
		return slices.ContainsFunc(*err.Referrers(), func(ref ssa.Instruction) bool { return !in.tellsError(ref) })
	})
}

// tellsError tells whether an instruction that is given an error only tells of it, or chooses whether to.
func (in *Info) tellsError(by ssa.Instruction) bool {
	switch by := by.(type) {
	case *ssa.DebugRef:
		return true
	case ssa.CallInstruction:
		return kube.OnlyTells(ir.Called(by.Common()))
	case *ssa.MakeInterface, *ssa.ChangeInterface:
		return !slices.ContainsFunc(*by.(ssa.Value).Referrers(), func(ref ssa.Instruction) bool { return !in.tellsError(ref) })
	case *ssa.Store:
		return ir.PassedOnlyTo(by, kube.OnlyTells)
	case *ssa.BinOp:
		return !slices.ContainsFunc(*by.Referrers(), func(ref ssa.Instruction) bool {
			branch, ok := ref.(*ssa.If)
			if !ok {
				return true
			}
			s := in.stakes(choice{branch, nil})
			return s.acts || s.fails || s.unseen || len(s.results)+len(s.phis)+len(s.locals) > 0
		})
	}
	return false
}

// setsOutside tells whether a function sets something in what it is given, or what it shares with others.
func setsOutside(fn *ssa.Function) bool {
	outside := func(addr ssa.Value) bool {
		base, _, _ := ir.Base(addr)
		if load, ok := base.(*ssa.UnOp); ok {
			base, _, _ = ir.Base(load.X)
		}
		switch base.(type) {
		case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
			return true
		}
		return false
	}
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		switch instr := instr.(type) {
		case *ssa.Store:
			if outside(instr.Addr) {
				return true
			}
		case *ssa.MapUpdate:
			if outside(instr.Map) {
				return true
			}
		}
	}
	return false
}
