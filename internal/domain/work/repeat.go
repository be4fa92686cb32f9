package work

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// repeatedAnyway tells whether a function takes nothing of an event, and some loop of this package calls it again and
// again: then an event only makes it run sooner, and what fails is tried again by the loop.
func (in *Info) repeatedAnyway(fn *ssa.Function) bool {
	if in.repeated == nil {
		in.findRepeated()
	}
	return in.repeated[fn] && takesNothing(fn)
}

// findRepeated finds the functions that loops come to: the functions that wait.Until, wait.PollUntil and kin are given,
// and functions with a loop that waits for channels. The workers of a queue are no such loops, since what they do is
// decided by the item.
func (in *Info) findRepeated() {
	in.repeated = map[*ssa.Function]bool{}
	var queue []*node
	mark := func(fn *ssa.Function) {
		if n := in.nodes[fn]; n != nil && !in.repeated[fn] && len(n.takes) == 0 {
			in.repeated[fn] = true
			queue = append(queue, n)
		}
	}
	for _, n := range in.order {
		for _, e := range n.edges {
			if !e.async && n.rounds(e.site.Block()) || repeats(e.site) {
				mark(e.callee)
			}
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, e := range queue[0].edges {
			if !e.async {
				mark(e.callee)
			}
		}
	}
}

// repeats tells whether an instruction is a call that calls its function again and again, until it is told to stop.
func repeats(site ssa.Instruction) bool {
	call, ok := site.(ssa.CallInstruction)
	if !ok {
		return false
	}
	callee := call.Common().StaticCallee()
	return callee != nil && len(callee.Blocks) == 0 && kube.Repeats(ir.Symbol(call.Common()))
}

// untilDone tells whether an edge is to a function that is polled until it says that it is done, and that never gives up
// with an error.
func untilDone(e *edge) bool {
	call, ok := e.site.(ssa.CallInstruction)
	if !ok || kube.WaitOf(ir.Called(call.Common())) != kube.Polling || e.callee.Signature.Results().Len() != 2 {
		return false
	}
	return !slices.ContainsFunc(ir.Returned(e.callee, 1), func(err ssa.Value) bool { return !ir.IsNil(err) })
}

// takesNothing tells whether a function has no parameter but a receiver and a context, and is no function literal,
// which may have what it needs from around it.
func takesNothing(fn *ssa.Function) bool {
	if fn.Parent() != nil {
		return false
	}
	params := slices.Collect(fn.Signature.Params().Variables())
	return !slices.ContainsFunc(params, func(p *types.Var) bool { return !kube.IsContext(p.Type()) })
}
