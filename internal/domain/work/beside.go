package work

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// besides returns, for workers that a function starts, what starts a goroutine of the same function which starts the informers of what
// the worker has and waits for their caches: that the workers don't wait for it, nor the function before it starts them, says that
// nothing does.
func (in *Info) besides(n *node, workers []ssa.Instruction) map[ssa.Instruction]ssa.Instruction {
	var fillers []*edge
	for _, e := range n.edges {
		if e.async && in.fills(e.callee) {
			fillers = append(fillers, e)
		}
	}
	if len(fillers) == 0 {
		return nil
	}
	out := map[ssa.Instruction]ssa.Instruction{}
	for _, worker := range workers {
		if in.waitsBefore(n, worker) {
			continue
		}
		for _, filler := range fillers {
			apart := filler.site != worker && (ir.Before(filler.site, worker) || ir.Before(worker, filler.site))
			if out[worker] == nil && apart && in.hasOf(worker, filler) {
				out[worker] = filler.site
			}
		}
	}
	return out
}

// fills tells whether a function starts informers itself and waits for their caches then, and takes no work.
func (in *Info) fills(fn *ssa.Function) bool {
	n := in.nodes[fn]
	if n == nil || in.traits[fn]&takesTrait != 0 {
		return false
	}
	awaits := slices.Clone(n.awaits)
	for _, e := range n.edges {
		if !e.async && in.traits[e.callee]&awaitsTrait != 0 {
			awaits = append(awaits, e.site)
		}
	}
	return slices.ContainsFunc(n.starts, func(start ssa.Instruction) bool {
		return slices.ContainsFunc(awaits, func(await ssa.Instruction) bool { return ir.Before(start, await) })
	})
}

// waitsBefore tells whether a function, before it starts a worker, may wait for other goroutines, or what it starts may do so by a call of
// which nothing is known.
func (in *Info) waitsBefore(n *node, worker ssa.Instruction) bool {
	waits := func(site ssa.Instruction) bool { return site != worker && !ir.Before(worker, site) }
	for instr := range ir.All[ssa.Instruction](ir.Live(n.fn)) {
		if isGate(instr) && waits(instr) {
			return true
		}
	}
	for _, e := range n.edges {
		if !e.async && in.traits[e.callee]&(gateTrait|awaitsTrait) != 0 && waits(e.site) || e.site == worker && in.asksSomebody(e.callee) {
			return true
		}
	}
	return slices.ContainsFunc(n.far, func(f *farCall) bool {
		return !f.async && (f.facts.Gates || f.facts.Awaits) && waits(f.site)
	})
}

// asksSomebody tells whether a function calls a method of an interface or a function value, before it takes work or calls what does:
// that may wait for whatever.
func (in *Info) asksSomebody(fn *ssa.Function) bool {
	n := in.nodes[fn]
	takes := slices.Clone(n.takes)
	for _, e := range n.edges {
		if in.traits[e.callee]&takesTrait != 0 {
			takes = append(takes, e.site)
		}
	}
	for _, f := range n.far {
		if f.facts.Takes {
			takes = append(takes, f.site)
		}
	}
	for call := range ir.All[*ssa.Call](ir.Live(fn)) {
		common := call.Common()
		unknown := common.IsInvoke() && !kube.IsContext(common.Value.Type()) || !common.IsInvoke() && common.StaticCallee() == nil && !ir.IsBuiltin(common, "")
		if unknown && !slices.Contains(takes, ssa.Instruction(call)) && !slices.ContainsFunc(takes, func(take ssa.Instruction) bool { return ir.Before(take, call) }) {
			return true
		}
	}
	return false
}

// hasOf tells whether a worker is given, or has captured, what was made of the informers that another goroutine starts, or has them.
func (in *Info) hasOf(worker ssa.Instruction, filler *edge) bool {
	call, ok := worker.(ssa.CallInstruction)
	if !ok {
		return false
	}
	informers := map[ssa.Value]bool{}
	for _, start := range in.nodes[filler.callee].starts {
		for v := awaited(start); v != nil && !informers[v]; v = in.outside(v, filler) {
			informers[v] = true
		}
	}
	seen := map[ssa.Value]bool{}
	for todo := append([]ssa.Value{call.Common().Value}, ir.Args(call.Common())...); len(todo) > 0 && len(seen) < maxFed; {
		v := todo[0]
		todo = todo[1:]
		if v == nil || seen[v] {
			continue
		}
		seen[v] = true
		in.solver.Step()
		if informers[v] {
			return true
		}
		if closure, ok := v.(*ssa.MakeClosure); ok {
			todo = append(todo[:len(todo):len(todo)], closure.Bindings...)
		}
		todo = append(todo[:len(todo):len(todo)], in.makings(v)...)
	}
	return false
}

// outside returns what a value of a goroutine's function is, or is in, where it is started, one step back; nil if that isn't known.
func (in *Info) outside(v ssa.Value, started *edge) ssa.Value {
	var from []ssa.Value
	switch s := ir.StepOf(v); s.Kind {
	case ir.Alias, ir.Load:
		from = s.From
	case ir.Variable:
		from = ir.StoredAt(v)
	case ir.Param:
		call, ok := started.site.(ssa.CallInstruction)
		if ok && in.pkg.Callee(call.Common()) == started.callee && v.Parent() == started.callee {
			return holder(ir.ArgFor(call.Common(), v.(*ssa.Parameter)))
		}
	}
	if len(from) != 1 {
		return nil
	}
	return holder(from[0])
}
