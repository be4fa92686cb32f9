package work

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// A Need is that a function comes to some work only where a parameter (the receiver counts) is what is said.
type Need struct {
	Param int
	Is    bool
}

// needOf returns the flag among a function's parameters that decides whether it comes to an instruction of it, nil if none
// does.
func needOf(fn *ssa.Function, at ssa.Instruction) *Need {
	if at.Parent() != fn {
		return nil
	}
	for n, p := range fn.Params {
		if !isFlag(p) {
			continue
		}
		for _, is := range []bool{true, false} {
			live := ir.LiveBy(fn, func(q *ssa.Parameter) ssa.Value {
				if q == p {
					return ssa.NewConst(constant.MakeBool(!is), p.Type())
				}
				return nil
			})
			if !slices.Contains(live, at.Block()) {
				return &Need{n, is}
			}
		}
	}
	return nil
}

func isFlag(p *ssa.Parameter) bool {
	b, ok := p.Type().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}

// denied tells whether a call passes a constant with which the function never does what needs another.
func (n *Need) denied(call *ssa.CallCommon) bool {
	if n == nil {
		return false
	}
	c, ok := ir.Arg(call, n.Param).(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Bool && constant.BoolVal(c.Value) != n.Is
}

// A way is how a search comes to a function: by a call that passes constants for its flags, or by any other.
type way struct {
	fn   *ssa.Function
	by   ssa.Instruction   // nil for any other
	live []*ssa.BasicBlock // that are reached with those constants
}

func (in *Info) way(fn *ssa.Function, calls []Call) way {
	if len(calls) == 0 {
		return way{fn: fn}
	}
	by, ok := calls[len(calls)-1].Site.(ssa.CallInstruction)
	if !ok || in.pkg.Callee(by.Common()) != fn { // what it is passed, it may call with whatever
		return way{fn: fn}
	}
	passed := func(p *ssa.Parameter) ssa.Value {
		if !isFlag(p) {
			return nil
		}
		return ir.ArgFor(by.Common(), p)
	}
	if !slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool {
		_, ok := passed(p).(*ssa.Const)
		return ok
	}) {
		return way{fn: fn}
	}
	return way{fn, by, ir.LiveBy(fn, passed)}
}

// comes tells whether a function can come to an instruction of it, or of a literal in it.
func (w way) comes(to ssa.Instruction) bool {
	return w.by == nil || to.Parent() != w.fn || slices.Contains(w.live, to.Block())
}

// visits are the ways that a search has gone.
type visits map[*ssa.Function]map[ssa.Instruction]bool

// first tells whether a way wasn't gone yet, nor one with whatever is passed, and notes it.
func (v visits) first(w way) bool {
	if v[w.fn][nil] || v[w.fn][w.by] {
		return false
	}
	if v[w.fn] == nil {
		v[w.fn] = map[ssa.Instruction]bool{}
	}
	v[w.fn][w.by] = true
	return true
}
