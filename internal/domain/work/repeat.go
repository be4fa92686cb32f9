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
func (in *Info) untilDone(e *edge) bool {
	call, ok := e.site.(ssa.CallInstruction)
	if !ok || kube.WaitOf(ir.Called(call.Common())) != kube.Polling || e.callee.Signature.Results().Len() != 2 {
		return false
	}
	return in.triesOn(e.callee)
}

// maxPolled is how many functions may say for one that is polled what that returns.
const maxPolled = 8

// triesOn tells whether a function that is polled always says that nothing failed: itself, or by returning what other
// functions of the package do, of which one says now and then that it isn't done yet.
func (in *Info) triesOn(fn *ssa.Function) bool {
	seen, unsaid := map[*ssa.Function]bool{}, false
	for todo := []*ssa.Function{fn}; len(todo) > 0; todo = todo[1:] {
		if seen[todo[0]] {
			continue
		}
		if seen[todo[0]] = true; len(seen) > maxPolled || len(todo[0].Blocks) == 0 {
			return false
		}
		for ret := range ir.All[*ssa.Return](todo[0].Blocks) {
			in.solver.Step()
			switch said := in.sayer(ret); {
			case said != nil:
				todo = append(todo, said)
			case !ir.IsNil(ret.Results[1]):
				return false
			default:
				unsaid = unsaid || !ir.IsTrue(ret.Results[0])
			}
		}
	}
	return unsaid || len(seen) == 1
}

// sayer returns the function of the package of which a return statement gives both results; nil if there is none.
func (in *Info) sayer(ret *ssa.Return) *ssa.Function {
	if len(ret.Results) != 2 {
		return nil
	}
	done, err := ir.StepOf(ret.Results[0]), ir.StepOf(ret.Results[1])
	if done.Kind != ir.Result || err.Kind != ir.Result || done.Call != err.Call || done.Index != 0 || err.Index != 1 {
		return nil
	}
	return in.pkg.Callee(done.Call.Common())
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
