package work

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// isGate tells whether an instruction waits for another goroutine, and not only for time to pass or a context to end.
func isGate(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Call:
		return kube.WaitOf(ir.Called(&i.Call)) == kube.Joining
	case *ssa.Select:
		timed := slices.ContainsFunc(i.States, func(s *ssa.SelectState) bool { return kube.IsTimes(s.Chan.Type()) })
		return i.Blocking && !timed && slices.ContainsFunc(i.States, func(s *ssa.SelectState) bool { return s.Dir == types.RecvOnly && !isDone(s.Chan) })
	}
	passing, ok := ir.PassingOf(instr)
	return ok && !passing.Sends && !kube.IsTimes(passing.Chan.Type()) && !isDone(passing.Chan)
}

// isDone tells whether a channel is that of a context, which is closed when it ends.
func isDone(ch ssa.Value) bool {
	step := ir.StepOf(ch)
	return step.Kind == ir.Result && kube.IsContext(step.Call.Call.Value.Type())
}

// gated tells whether a function takes no work before it has waited for another goroutine: that may have seen to the caches,
// and then close a channel, say.
func (in *Info) gated(fn *ssa.Function) bool { return in.gates.Of(fn) }

func (in *Info) gatedBy(fn *ssa.Function) bool {
	n := in.nodes[fn]
	if n == nil || in.traits[fn]&takesTrait == 0 {
		return false
	}
	var gates []ssa.Instruction
	for instr := range ir.All[ssa.Instruction](ir.Live(fn)) {
		if isGate(instr) {
			gates = append(gates, instr)
		}
	}
	takes := slices.Clone(n.takes)
	for _, e := range n.edges {
		switch t := in.traits[e.callee]; {
		case t&takesTrait != 0 && !in.gated(e.callee):
			takes = append(takes, e.site)
		case t&gateTrait != 0 && !e.async:
			gates = append(gates, e.site)
		}
	}
	for _, f := range n.far {
		switch {
		case f.facts.Takes && !f.facts.Awaits:
			takes = append(takes, f.site)
		case f.facts.Gates && !f.async:
			gates = append(gates, f.site)
		}
	}
	return !slices.ContainsFunc(takes, func(take ssa.Instruction) bool {
		return !slices.ContainsFunc(gates, func(gate ssa.Instruction) bool { return ir.Before(gate, take) })
	})
}
