package work

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// A way is how a search comes to a function: by a call that says something of its flags, or by any other.
type way struct {
	in   *Info
	fn   *ssa.Function
	by   ssa.CallInstruction // nil for any other
	live []*ssa.BasicBlock   // that are reached with the constants that it passes; nil if it passes none
}

func (in *Info) way(fn *ssa.Function, calls []Call) way {
	if len(calls) == 0 {
		return way{in: in, fn: fn}
	}
	by, ok := calls[len(calls)-1].Site.(ssa.CallInstruction)
	if !ok || in.pkg.Callee(by.Common()) != fn { // what it is passed, it may call with whatever
		return way{in: in, fn: fn}
	}
	if live := in.reachedBy(by, fn); live != nil {
		return way{in, fn, by, live}
	}
	if !in.decided.Decides(fn, by) {
		return way{in: in, fn: fn}
	}
	return way{in, fn, by, nil}
}

// reachedBy returns the blocks of a function that a call of it reaches with the constants that it passes; nil if it passes none
// by which anything is chosen.
func (in *Info) reachedBy(call ssa.CallInstruction, fn *ssa.Function) []*ssa.BasicBlock {
	if live, ok := in.reached[call]; ok {
		return live
	}
	var live []*ssa.BasicBlock
	passed := func(p *ssa.Parameter) ssa.Value { return ir.ArgFor(call.Common(), p) }
	if slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool {
		_, ok := passed(p).(*ssa.Const)
		return ok && (ir.IsFlag(p) || ir.Chooses(p))
	}) {
		in.solver.Step()
		live = ir.LiveBy(fn, passed)
	}
	if in.reached == nil {
		in.reached = map[ssa.CallInstruction][]*ssa.BasicBlock{}
	}
	in.reached[call] = live
	return live
}

// comes tells whether a function can come to an instruction of it, or of a literal in it.
func (w way) comes(to ssa.Instruction) bool {
	if w.by == nil || to.Parent() != w.fn {
		return true
	}
	return (w.live == nil || slices.Contains(w.live, to.Block())) && !w.in.decided.Needs(w.fn, to).Denied(w.by)
}

// visits are the ways that a search has gone.
type visits map[*ssa.Function]map[ssa.Instruction]bool

// has tells whether a way was gone, or one with whatever is passed.
func (v visits) has(w way) bool { return v[w.fn][nil] || v[w.fn][w.by] }

// first tells whether a way wasn't gone yet, nor one with whatever is passed, and notes it.
func (v visits) first(w way) bool {
	if v.has(w) {
		return false
	}
	if v[w.fn] == nil {
		v[w.fn] = map[ssa.Instruction]bool{}
	}
	v[w.fn][w.by] = true
	return true
}
