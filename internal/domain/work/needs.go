package work

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// demands are what the flags of functions have to be for them to come to work of a class, whichever way they come to it. A
// function that isn't in it doesn't come to any.
type demands map[*ssa.Function]ir.Needs

// findAsked finds what work of a class asks of the flags of functions: searched back from the work, until nothing less is asked.
func (in *Info) findAsked(c Class, back map[*ssa.Function][]link) demands {
	known := demands{}
	var queue []*ssa.Function
	note := func(fn *ssa.Function, needs ir.Needs) {
		had, is := known[fn]
		if is {
			needs = had.Or(needs)
		}
		if !is || needs != had {
			known[fn] = needs
			queue = append(queue, fn)
		}
	}
	for _, n := range in.order {
		for _, l := range n.leaves {
			if l.counts(c) {
				note(n.fn, in.decided.Needs(n.fn, l.Site))
			}
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, l := range back[queue[0]] {
			in.solver.Step()
			if !l.leads(c) || !in.follows(l.edge, c.Waits()) {
				continue
			}
			needs := in.decided.Needs(l.from.fn, l.site)
			if call := in.direct(l.edge); call != nil {
				asked := known[l.callee]
				if asked.Denied(call) || in.barred(call, l.callee, c) {
					continue
				}
				needs = needs.And(asked.Handed(call.Common(), l.from.fn))
			}
			note(l.from.fn, needs)
		}
	}
	return known
}

// direct returns the call of an edge that calls what the edge leads to, with the arguments of that; nil for other edges.
func (in *Info) direct(e *edge) ssa.CallInstruction {
	if call, ok := e.site.(ssa.CallInstruction); ok && in.pkg.Callee(call.Common()) == e.callee {
		return call
	}
	return nil
}

// denied tells whether an edge leads to a function with flags with which that doesn't come to work of a class.
func (in *Info) denied(e *edge, c Class) bool {
	call := in.direct(e)
	return call != nil && (in.asked[c][e.callee].Denied(call) || in.barred(call, e.callee, c))
}

// A barring asks whether a call of a function leads to no work of a class.
type barring struct {
	call ssa.CallInstruction
	fn   *ssa.Function
	of   Class
}

// barred tells whether a call passes constants with which the function that it calls reaches nothing that does work of a class.
func (in *Info) barred(call ssa.CallInstruction, fn *ssa.Function, c Class) bool {
	return in.bars.Of(barring{call, fn, c}, in.findBarred)
}

func (in *Info) findBarred(of barring) bool {
	fn, c := of.fn, of.of
	live := in.reachedBy(of.call, fn)
	if live == nil {
		return false
	}
	reached := func(at ssa.Instruction) bool { return at.Parent() != fn || slices.Contains(live, at.Block()) }
	n := in.node(fn)
	return !slices.ContainsFunc(n.leaves, func(l *Leaf) bool { return l.counts(c) && reached(l.Site) }) &&
		!slices.ContainsFunc(n.edges, func(e *edge) bool { return in.doers[c][e.callee] && e.leads(c) && reached(e.site) })
}
