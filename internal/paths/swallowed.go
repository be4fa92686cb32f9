package paths

import (
	"go/types"
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
	for _, path := range c.Fails.List() {
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
	if callee := in.lazy.Callee(call.Common()); callee == nil || in.shares.Of(callee, in.findShares) {
		return false
	}
	return in.onlyTell(ir.ResultsOf(call, call.Common().Signature().Results().Len()-1))
}

// onlyTell tells whether nothing is done with errors but to tell somebody of them.
func (in *Info) onlyTell(errs []ssa.Value) bool {
	return !slices.ContainsFunc(errs, func(err ssa.Value) bool {
		return slices.ContainsFunc(ir.Uses(err), func(ref ssa.Instruction) bool { return !in.tellsError(ref) })
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
		return !slices.ContainsFunc(ir.Uses(by.(ssa.Value)), func(ref ssa.Instruction) bool { return !in.tellsError(ref) })
	case *ssa.Store:
		return ir.PassedOnlyTo(by, kube.OnlyTells)
	case *ssa.BinOp:
		return !slices.ContainsFunc(ir.Uses(by), func(ref ssa.Instruction) bool {
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

// findShares tells whether a function, or one that it hands what it is given to, may set something in that, or in what it shares
// with others.
func (in *Info) findShares(fn *ssa.Function) bool {
	for fn := range ir.Reachable(in.handedTo, fn) {
		for instr := range ir.All[ssa.Instruction](fn.Blocks) {
			switch instr := instr.(type) {
			case *ssa.Store:
				if isElsewhere(instr.Addr) {
					return true
				}
			case *ssa.MapUpdate:
				if isElsewhere(instr.Map) {
					return true
				}
			case ssa.CallInstruction:
				if in.lazy.Callee(instr.Common()) == nil && slices.ContainsFunc(instr.Common().Args, isGivenPointer) {
					return true
				}
			}
		}
	}
	return false
}

// handedTo returns the functions of the package to which one hands what it is given.
func (in *Info) handedTo(fn *ssa.Function) (out []*ssa.Function) {
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		if callee := in.lazy.Callee(call.Common()); callee != nil && slices.ContainsFunc(call.Common().Args, isGivenPointer) {
			out = append(out, callee)
		}
	}
	return out
}

// isElsewhere tells whether an address or a map is of what a function is given, or shares with others.
func isElsewhere(addr ssa.Value) bool {
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

// isGivenPointer tells whether a value is what a function is given, and refers to something else than an object.
func isGivenPointer(v ssa.Value) bool {
	p, ok := ir.Unwrap(v).(*ssa.Parameter)
	if !ok || kube.IsObject(p.Type()) {
		return false
	}
	switch p.Type().Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice:
		return true
	}
	return false
}
