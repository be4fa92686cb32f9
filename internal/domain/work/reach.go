package work

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A step is the way from a function towards the nearest work of a class: the work itself, or a call.
type step struct {
	leaf *Leaf
	edge *edge
}

// reach finds the nearest work of each function. A call through an interface that several types implement does the work
// that every one of them does.
func (in *Info) reach() {
	in.findImplementations()
	in.findTraits()
	in.choose()
	in.dropRetries(in.doing())
	in.doers = in.doing()
	for _, call := range in.open {
		m := in.many[call.site.Common().Method]
		for c := range classes {
			if to := m.allDo(func(fn *ssa.Function) bool { return in.doers[c][fn] }); to != nil {
				call.from.edges = append(call.from.edges, &edge{site: call.site, callee: to, async: call.async, only: 1 << c})
			}
		}
	}
	for c := range classes {
		in.next[c] = in.nearest(c)
	}
}

// doing are the functions that do work of each class, themselves or through what they come to.
type doing [classes]map[*ssa.Function]bool

// A link is an edge, with the node that it is of.
type link struct {
	*edge
	from *node
}

// links returns the edges that lead to each function.
func (in *Info) links() map[*ssa.Function][]link {
	back := map[*ssa.Function][]link{}
	for _, n := range in.order {
		for _, e := range n.edges {
			back[e.callee] = append(back[e.callee], link{e, n})
		}
	}
	return back
}

// doing searches back from all work.
func (in *Info) doing() (does doing) {
	back := in.links()
	for c := range classes {
		does[c] = map[*ssa.Function]bool{}
		missing, closed := map[*many]int{}, map[*many]bool{}
		var queue []*ssa.Function
		mark := func(fn *ssa.Function) {
			if !does[c][fn] {
				does[c][fn] = true
				queue = append(queue, fn)
			}
		}
		for _, n := range in.order {
			if slices.ContainsFunc(n.leaves, func(l *Leaf) bool { return l.counts(c) }) {
				mark(n.fn)
			}
		}
		for ; len(queue) > 0; queue = queue[1:] {
			fn := queue[0]
			for _, l := range back[fn] {
				in.solver.Step()
				if l.leads(c) && in.follows(l.edge, c.Waits()) {
					mark(l.from.fn)
				}
			}
			for _, m := range in.implements[fn] {
				if !m.decorators[fn] {
					missing[m]++
				}
				if closed[m] || missing[m] < len(m.methods)-len(m.decorators) {
					continue
				}
				closed[m] = true
				for _, call := range m.calls {
					in.solver.Step()
					if !call.async || !c.Waits() && !slices.ContainsFunc(m.methods, in.Endless) {
						mark(call.from.fn)
					}
				}
			}
		}
	}
	return does
}

// leads tells whether work of a class behind the edge is work of each event: a read that is only there for what has failed
// before isn't, nor is what is done for the first one only, nor what a poll repeats that is work itself.
func (e *edge) leads(c Class) bool {
	return e.only.has(c) && !(c == Live && e.second) && !(c != Write && e.once) && !(c == Block && e.paused)
}

// counts tells whether work is of a class, and of the function that does it.
func (l *Leaf) counts(c Class) bool { return l.Class == c && !(c.Waits() && l.async()) }

// nearest searches back from all work of a class, so that each function gets the shortest way; ties go to what stands
// first in the source.
func (in *Info) nearest(c Class) map[*ssa.Function]step {
	back, next := in.links(), map[*ssa.Function]step{}
	in.asked[c] = in.findAsked(c, back)
	var queue []*ssa.Function
	for _, n := range in.order {
		if i := slices.IndexFunc(n.leaves, func(l *Leaf) bool { return l.counts(c) }); i >= 0 {
			next[n.fn] = step{leaf: n.leaves[i]}
			queue = append(queue, n.fn)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, l := range back[queue[0]] {
			if !l.leads(c) || !in.follows(l.edge, c.Waits()) || in.denied(l.edge, c) {
				continue
			}
			in.solver.Step()
			if _, known := next[l.from.fn]; !known {
				next[l.from.fn] = step{edge: l.edge}
				queue = append(queue, l.from.fn)
			}
		}
	}
	return next
}

func (l *Leaf) async() bool { return l.Async || l.Far != nil && l.Far.Async }

// follows tells whether work behind the edge is work of the function: not when it starts a worker, which goes on until
// it is stopped, or what a worker does again and again, and, where only what happens before it returns counts, not in any
// goroutine.
func (in *Info) follows(e *edge, sync bool) bool {
	return !e.async || !sync && !in.Endless(e.callee) && !e.again
}

// Endless tells whether a function only returns when it is told to stop.
func (in *Info) Endless(fn *ssa.Function) bool { return in.traits[fn]&endlessTrait != 0 }

// A trait is something that a function does, itself or through what it calls.
type trait uint8

const (
	endlessTrait trait = 1 << iota // before it returns; the others also in goroutines that it starts
	awaitsTrait
	takesTrait
	readsTrait
	nearTrait // reads in this package
	pausesTrait
	gateTrait // waits for another goroutine before it returns
	putsTrait // puts items on a work queue
)

// findTraits searches back from the functions that have a trait to those that come to them.
func (in *Info) findTraits() {
	in.traits = map[*ssa.Function]trait{}
	back := in.links()
	var queue []*ssa.Function
	for _, n := range in.order {
		if t := n.ownTraits(); t != 0 {
			in.traits[n.fn] = t
			queue = append(queue, n.fn)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, l := range back[queue[0]] {
			t, caller := in.traits[queue[0]], l.from.fn
			if l.async {
				t &^= endlessTrait | gateTrait
			}
			if l.asks {
				t &^= awaitsTrait
			}
			if had := in.traits[caller]; had|t != had {
				in.traits[caller] = had | t
				queue = append(queue, caller)
			}
		}
	}
}

func (n *node) ownTraits() (t trait) {
	add := func(has bool, what trait) {
		if has {
			t |= what
		}
	}
	add(n.endless, endlessTrait)
	add(len(n.awaits)+len(n.handed) > 0, awaitsTrait)
	add(len(n.takes) > 0, takesTrait)
	add(len(n.reads) > 0, readsTrait|nearTrait)
	add(n.pauses || slices.ContainsFunc(n.leaves, func(l *Leaf) bool { return l.Class == Block }), pausesTrait)
	add(n.gate, gateTrait)
	add(n.puts, putsTrait)
	for _, f := range n.far {
		add(f.facts.Gates && !f.async, gateTrait)
		add(f.facts.Endless && !f.async, endlessTrait)
		add(f.facts.Awaits, awaitsTrait)
		add(f.facts.Takes, takesTrait)
		add(f.facts.Reads, readsTrait)
		add(f.facts.Puts, putsTrait)
	}
	return t
}

// dropRetries drops the calls that only repeat other work of this package, or wait for it, since that is reported itself, and those
// that repeat what only reads from memory: that has nothing to wait for. Where the work takes little time, and is tried until
// it succeeds, the pauses are what counts.
func (in *Info) dropRetries(does doing) {
	lasts := in.lasting()
	for _, n := range in.order {
		working := map[ssa.Instruction]bool{}
		brief := map[ssa.Instruction][]*edge{} // to work that only takes little time
		for _, e := range n.edges {
			for c := range classes {
				working[e.site] = working[e.site] || does[c][e.callee] && (c != Block || lasts[e.callee])
			}
			if does[Block][e.callee] && !lasts[e.callee] {
				brief[e.site] = append(brief[e.site], e)
			}
		}
		n.leaves = slices.DeleteFunc(n.leaves, func(l *Leaf) bool {
			polls := l.Wait == kube.Polling && l.Far == nil
			if edges := brief[l.Site]; len(edges) > 0 && !working[l.Site] && (l.Wait == kube.Retrying && l.Far == nil || polls) {
				for _, e := range edges {
					e.paused = polls
				}
				return !polls
			}
			return (l.Wait == kube.Retrying || l.Wait == kube.Polling) && l.Far == nil && working[l.Site] ||
				l.Wait == kube.Retrying && slices.ContainsFunc(n.edges, func(e *edge) bool { return e.site == l.Site && in.nodes[e.callee].onlyRemembers() })
		})
	}
}

// lasting are the functions that come to something which takes longer than a little.
func (in *Info) lasting() map[*ssa.Function]bool {
	var from []*ssa.Function
	for _, n := range in.order {
		if slices.ContainsFunc(n.leaves, func(l *Leaf) bool { return l.counts(Block) && !l.Brief }) {
			from = append(from, n.fn)
		}
	}
	back := in.links()
	return ir.Reachable(func(fn *ssa.Function) (callers []*ssa.Function) {
		for _, l := range back[fn] {
			if l.leads(Block) && in.follows(l.edge, true) {
				callers = append(callers, l.from.fn)
			}
		}
		return callers
	}, from...)
}

// many are the methods that implement one method of an interface.
type many struct {
	methods    []*ssa.Function
	calls      []*openCall            // of the interface's method
	decorators map[*ssa.Function]bool // the methods that only call the interface again: they have no say
}

// findImplementations finds what calls through interfaces of several implementations may come to.
func (in *Info) findImplementations() {
	for i := 0; i < len(in.open); i++ { // what implements an interface may call others
		call := in.open[i]
		common := call.site.Common()
		m := in.implementing(common.Method, common.Value.Type())
		m.calls = append(m.calls, call)
		in.connectAll()
	}
	for _, m := range in.many {
		for _, call := range m.calls {
			if slices.Contains(m.methods, call.from.fn) {
				m.decorators[call.from.fn] = true
			}
		}
	}
}

// allDo returns the first of the methods when all of them do work of the class.
func (m *many) allDo(does func(*ssa.Function) bool) *ssa.Function {
	var first *ssa.Function
	for _, fn := range m.methods {
		switch {
		case does(fn):
			first = cmp.Or(first, fn)
		case !m.decorators[fn]:
			return nil
		}
	}
	return first
}

// implementing returns the methods of this package's types that implement a method of an interface. Types that are
// named as stand-ins for tests are left out.
func (in *Info) implementing(method *types.Func, t types.Type) *many {
	if m := in.many[method]; m != nil {
		return m
	}
	m := &many{decorators: map[*ssa.Function]bool{}}
	in.many[method] = m
	iface, ok := t.Underlying().(*types.Interface)
	if !ok {
		return m
	}
	for _, t := range in.pkg.Implementers(method, iface) {
		if kube.IsStandIn(kube.Named(t).Obj().Name()) {
			continue
		}
		if fn := in.pkg.Method(t, method.Name()); fn != nil {
			m.methods = append(m.methods, fn)
			in.implements[fn] = append(in.implements[fn], m)
			in.node(fn)
		}
	}
	return m
}

// A Call is one call on the way from a function to work.
type Call struct {
	Site  ssa.Instruction
	To    *ssa.Function
	Async bool
	// Chosen says that To is one of several methods that the call may come to, as the program chooses.
	Chosen bool
}

// A Found is work that a function comes to, with the calls on the shortest way.
type Found struct {
	Leaf  *Leaf
	Calls []Call
}

// Async tells whether the work is done in a goroutine that is started on the way.
func (f *Found) Async() bool {
	for _, c := range f.Calls {
		if c.Async {
			return true
		}
	}
	return f.Leaf.async()
}

// From lists the work that a function comes to, the nearest first. What takes long in a goroutine of its own is left
// out, and so are writes and reads that are repeated anyway, or that a queue tries again when they fail.
func (in *Info) From(fn *ssa.Function) []*Found {
	return append(in.search(fn, Block, Hand), in.search(fn, Write, Live)...)
}

// search lists the work of two classes, of which both wait or neither. What is only come to when something has failed is
// looked at last, and without what is read there. A function is gone through again if somebody tries again when it fails, where it
// was come to first, and nobody does here.
func (in *Info) search(fn *ssa.Function, one, other Class) (out []*Found) {
	sync := one.Waits()
	type place struct {
		n            *node
		calls        []Call
		second, told bool
	}
	seen, found := map[bool]visits{false: {}, true: {}}, map[*Leaf]bool{}
	queue, last := []place{{n: in.node(fn)}}, []place(nil)
	in.connectAll() // it may be a wrapper that nothing calls
	for len(queue)+len(last) > 0 {
		if len(queue) == 0 {
			queue, last = last, nil
		}
		at := queue[0]
		queue = queue[1:]
		by := in.way(at.n.fn, at.calls)
		if seen[false].has(by) || !seen[at.told].first(by) {
			continue
		}
		for _, l := range at.n.leaves {
			if (l.counts(one) || l.counts(other)) && !(at.second && l.Class == Live) && by.comes(l.Site) && !found[l] && in.isLeft(l, at.told) {
				found[l] = true
				out = append(out, &Found{Leaf: l, Calls: at.calls})
			}
		}
		for _, e := range at.n.edges {
			in.solver.Step()
			if seen[false][e.callee][nil] || !by.comes(e.site) || !in.isWay(e, one, other) {
				continue
			}
			calls := append(at.calls[:len(at.calls):len(at.calls)], Call{e.site, e.callee, e.async, e.only == oneOf})
			if in.untilDone(e) && slices.ContainsFunc(calls, func(c Call) bool { return c.Async }) {
				continue
			}
			if to := (place{in.node(e.callee), calls, at.second || e.second, !sync && in.passesOn(e, at.told)}); to.second && !at.second {
				last = append(last, to)
			} else {
				queue = append(queue, to)
			}
		}
	}
	return out
}

// isWay tells whether an edge is followed for the work of two classes that is behind it.
func (in *Info) isWay(e *edge, one, other Class) bool {
	return (in.leads(e, one) || in.leads(e, other)) && in.follows(e, one.Waits()) && (one.Waits() || !in.repeatedAnyway(e.callee))
}

// leads tells whether there is work of a class behind an edge.
func (in *Info) leads(e *edge, c Class) bool {
	return in.does(e.callee, c) && e.leads(c) && !in.denied(e, c)
}

func (in *Info) does(fn *ssa.Function, c Class) bool {
	_, does := in.next[c][fn]
	return does
}
