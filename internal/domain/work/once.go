package work

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// isOnce tells whether what an instruction calls is seldom called twice from there: what comes of it is kept, or package sync
// sees to that. Whatever function it is, others may call it as often as they like.
func (in *Info) isOnce(site ssa.Instruction) bool {
	if ir.KeptFrom(site) {
		return true
	}
	call, ok := site.(ssa.CallInstruction)
	if !ok || call.Common().IsInvoke() {
		return false
	}
	return runsOnce(call) || in.isMadeOnce(call.Common().Value, call, maxMadeOnce)
}

// runsOnce tells whether a call is one of sync.Once.Do, of a sync.Once that isn't new each time.
func runsOnce(call ssa.CallInstruction) bool {
	if !kube.RunsOnce(ir.Symbol(call.Common())) {
		return false
	}
	once, _ := ir.Receiver(call.Common())
	_, local := once.(*ssa.Alloc)
	return !local
}

// maxMadeOnce bounds over how many variables and fields a function is followed back.
const maxMadeOnce = 4

// isMadeOnce tells whether a function that is called is certainly one that calls another one the first time only, and was made
// by another function than the one that calls it: one that is new each time calls the other one each time.
func (in *Info) isMadeOnce(fn ssa.Value, call ssa.CallInstruction, left int) bool {
	var from []ssa.Value
	switch step := ir.StepOf(fn); step.Kind {
	case ir.Result:
		return kube.MakesOnce(ir.Symbol(&step.Call.Call)) && step.Call.Parent() != call.Parent()
	case ir.Alias:
		from = step.From
	case ir.FieldOf:
		from = in.pkg.Index().OfField(step.Field)
	case ir.Load:
		if field := ir.FieldRead(fn); field != nil {
			from = in.pkg.Index().OfField(field)
		} else {
			from = in.stored(step.From[0])
		}
	}
	return left > 0 && len(from) > 0 && !slices.ContainsFunc(from, func(v ssa.Value) bool {
		return v == nil || !in.isMadeOnce(v, call, left-1)
	})
}

// stored returns what the variable at an address holds, which a function literal may have captured; nothing if it may be one of
// several.
func (in *Info) stored(addr ssa.Value) []ssa.Value {
	if captured, ok := addr.(*ssa.FreeVar); ok {
		if addr = ir.Binding(captured); addr == nil {
			return nil
		}
	}
	if ir.StepOf(addr).Kind != ir.Variable {
		return nil
	}
	return in.pkg.Index().StoredAt(addr)
}
