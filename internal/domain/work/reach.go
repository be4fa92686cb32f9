package work

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// A step is the way from a function towards the nearest work of a class: the work itself, or a call.
type step struct {
	leaf *Leaf
	edge *edge
}

// reach finds the nearest work of each function, and then closes the calls through interfaces that several types
// implement: such a call does the work that every one of them does.
func (in *Info) reach() {
	in.findTraits()
	for range 4 { // implementations that come to other interfaces
		in.dropRetries()
		for c := range classes {
			in.next[c] = in.nearest(c)
		}
		if !in.closeCalls() {
			return
		}
	}
}

// nearest searches back from all work of a class, so that each function gets the shortest way; ties go to what stands
// first in the source.
func (in *Info) nearest(c Class) map[*ssa.Function]step {
	type link struct {
		from *node
		edge *edge
	}
	back := map[*ssa.Function][]link{}
	next := map[*ssa.Function]step{}
	var queue []*ssa.Function
	for _, n := range in.order {
		for _, e := range n.edges {
			if e.only.has(c) && in.follows(e, c.Waits()) {
				back[e.callee] = append(back[e.callee], link{n, e})
			}
		}
		for _, l := range n.leaves {
			if l.Class == c && !(c.Waits() && l.async()) {
				next[n.fn] = step{leaf: l}
				queue = append(queue, n.fn)
				break
			}
		}
	}
	for len(queue) > 0 {
		fn := queue[0]
		queue = queue[1:]
		for _, l := range back[fn] {
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
// it is stopped, and, where only what happens before it returns counts, not in any goroutine.
func (in *Info) follows(e *edge, sync bool) bool {
	return !e.async || !sync && !in.Endless(e.callee)
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
)

// findTraits searches back from the functions that have a trait to those that come to them.
func (in *Info) findTraits() {
	in.traits = map[*ssa.Function]trait{}
	back := map[*ssa.Function][]*edge{}
	from := map[*edge]*ssa.Function{}
	var queue []*ssa.Function
	for _, n := range in.order {
		for _, e := range n.edges {
			back[e.callee] = append(back[e.callee], e)
			from[e] = n.fn
		}
		if t := n.ownTraits(); t != 0 {
			in.traits[n.fn] = t
			queue = append(queue, n.fn)
		}
	}
	for len(queue) > 0 {
		fn := queue[0]
		queue = queue[1:]
		for _, e := range back[fn] {
			t := in.traits[fn]
			if e.async {
				t &^= endlessTrait
			}
			caller := from[e]
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
	add(len(n.awaits) > 0, awaitsTrait)
	add(len(n.takes) > 0, takesTrait)
	add(len(n.reads) > 0, readsTrait)
	for _, f := range n.far {
		add(f.facts.Endless && !f.async, endlessTrait)
		add(f.facts.Awaits, awaitsTrait)
		add(f.facts.Takes, takesTrait)
		add(f.facts.Reads, readsTrait)
	}
	return t
}

// any tells whether a function, or one that it comes to, also in goroutines if async is set, is as asked.
func (in *Info) any(fn *ssa.Function, async bool, is func(*node) bool) bool {
	seen := map[*ssa.Function]bool{}
	var visit func(*ssa.Function) bool
	visit = func(fn *ssa.Function) bool {
		n := in.nodes[fn]
		if n == nil || seen[fn] {
			return false
		}
		seen[fn] = true
		if is(n) {
			return true
		}
		for _, e := range n.edges {
			if (async || !e.async) && visit(e.callee) {
				return true
			}
		}
		return false
	}
	return visit(fn)
}

// dropRetries drops the calls that only repeat other work of this package, or wait for it, since that is reported itself.
func (in *Info) dropRetries() {
	for c := range classes {
		in.next[c] = in.nearest(c)
	}
	for _, n := range in.order {
		kept := n.leaves[:0]
		for _, l := range n.leaves {
			if l.Wait != kube.Retrying && l.Wait != kube.Polling || l.Far != nil || !in.worksAt(n, l.Site) {
				kept = append(kept, l)
			}
		}
		n.leaves = kept
	}
}

func (in *Info) worksAt(n *node, site ssa.Instruction) bool {
	for _, e := range n.edges {
		if e.site != site {
			continue
		}
		for c := range classes {
			if _, ok := in.next[c][e.callee]; ok {
				return true
			}
		}
	}
	return false
}

// many are the methods that implement one method of an interface.
type many struct {
	methods []*ssa.Function
	known   mask // the classes of which every one does work
}

// closeCalls adds edges for calls through interfaces of which all implementations do work of a class; false if there
// are none to add.
func (in *Info) closeCalls() bool {
	changed := false
	for _, call := range in.open {
		common := call.site.Common()
		m := in.implementing(common.Method, common.Value.Type())
		for c := range classes {
			to := in.allDo(m, common.Method, c)
			if to == nil || in.hasEdge(call, to, c) {
				continue
			}
			call.from.edges = append(call.from.edges, &edge{site: call.site, callee: to, async: call.async, only: 1 << c})
			changed = true
		}
	}
	return changed
}

func (in *Info) hasEdge(call *openCall, to *ssa.Function, c Class) bool {
	for _, e := range call.from.edges {
		if e.site == call.site && e.callee == to && e.only.has(c) {
			return true
		}
	}
	return false
}

// allDo returns the first of the methods when all of them do work of the class. One that only calls the interface again,
// as a decorator does, has no say.
func (in *Info) allDo(m *many, method *types.Func, c Class) *ssa.Function {
	var first *ssa.Function
	for _, fn := range m.methods {
		if _, does := in.next[c][fn]; does {
			if first == nil {
				first = fn
			}
			continue
		}
		if !in.decorates(fn, method) {
			return nil
		}
	}
	return first
}

func (in *Info) decorates(fn *ssa.Function, method *types.Func) bool {
	for _, call := range in.open {
		if call.from.fn == fn && call.site.Common().Method == method {
			return true
		}
	}
	return false
}

// implementing returns the methods of this package's types that implement a method of an interface. Types that are
// named as stand-ins for tests are left out.
func (in *Info) implementing(method *types.Func, t types.Type) *many {
	if m := in.many[method]; m != nil {
		return m
	}
	m := &many{}
	in.many[method] = m
	iface, ok := t.Underlying().(*types.Interface)
	if !ok {
		return m
	}
	scope := in.Package.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) || kube.IsStandIn(name) || strings.HasSuffix(in.fset.Position(tn.Pos()).Filename, "_test.go") {
			continue
		}
		named, ok := tn.Type().(*types.Named)
		if !ok || named.TypeParams().Len() > 0 {
			continue
		}
		for _, t := range []types.Type{named, types.NewPointer(named)} {
			if types.Implements(t, iface) {
				if fn := in.calls.Method(t, method.Name()); fn != nil {
					m.methods = append(m.methods, fn)
					in.node(fn)
				}
				break
			}
		}
	}
	return m
}

// A Call is one call on the way from a function to work.
type Call struct {
	Site  ssa.Instruction
	To    *ssa.Function
	Async bool
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
// out, and so are writes and reads that are repeated anyway.
func (in *Info) From(fn *ssa.Function) []*Found {
	var out []*Found
	out = in.search(fn, true, func(l *Leaf) bool { return l.Class.Waits() && !l.async() }, out)
	return in.search(fn, false, func(l *Leaf) bool { return !l.Class.Waits() }, out)
}

func (in *Info) search(fn *ssa.Function, sync bool, want func(*Leaf) bool, out []*Found) []*Found {
	type place struct {
		n     *node
		calls []Call
	}
	seen := map[*ssa.Function]bool{fn: true}
	queue := []place{{in.node(fn), nil}}
	in.fillAll() // it may be a wrapper that nothing calls
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, l := range at.n.leaves {
			if want(l) {
				out = append(out, &Found{Leaf: l, Calls: at.calls})
			}
		}
		for _, e := range at.n.edges {
			if seen[e.callee] || !in.follows(e, sync) || !sync && in.repeatedAnyway(e.callee) || e.only != 0 && !in.leads(e, sync) {
				continue
			}
			seen[e.callee] = true
			calls := append(at.calls[:len(at.calls):len(at.calls)], Call{e.site, e.callee, e.async})
			queue = append(queue, place{in.node(e.callee), calls})
		}
	}
	return out
}

// leads tells whether an edge that is known for some classes only is one for those that are searched.
func (in *Info) leads(e *edge, sync bool) bool {
	if sync {
		return e.only.has(Block) || e.only.has(Hand)
	}
	return e.only.has(Write) || e.only.has(Live)
}

// Callers returns the calls in this package that statically come to a function.
func (in *Info) Callers(fn *ssa.Function) []ssa.CallInstruction { return in.callers[fn] }
