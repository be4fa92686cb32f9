package work

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A node is one function of this package with what it calls and does.
type node struct {
	fn     *ssa.Function
	sites  []*site
	edges  []*edge
	leaves []*Leaf
	// What matters to the order of workers and caches.
	takes, awaits, reads []ssa.Instruction
	starts               []ssa.Instruction
	endless              bool
	rounds               func(*ssa.BasicBlock) bool // see roundsOf
	puts                 bool                       // it puts items on a work queue
	pauses               bool                       // it sleeps, or waits for another goroutine
	handed               []ssa.Instruction          // calls that are handed what waits for caches, and may call it
	gate                 bool                       // it waits for another goroutine itself
	far                  []*farCall
	memory               map[ssa.Instruction]bool // reads from memory, be it of a cache that a client has
}

// A site is a call, with what can be said of it without asking what other functions do.
type site struct {
	call   ssa.CallInstruction
	async  bool
	callee *ssa.Function // of this package
	values []passed      // function values that are called here
	handed []ssa.Value   // those that a function is handed of which it isn't known whether it calls them
}

// A passed is a function value that is called, in a goroutine if async is set, and again and again if again is.
type passed struct {
	value        ssa.Value
	async, again bool
}

// A farCall is a call of a function of another package that is known by its facts.
type farCall struct {
	site  ssa.Instruction
	facts *Facts
	async bool
}

// An edge is that a function comes to another one of this package.
type edge struct {
	site   ssa.Instruction
	callee *ssa.Function
	async  bool // in a goroutine that it starts
	only   mask // the classes of work that it is known for; all if empty
	second bool // it is there for what has failed before
	once   bool // see isOnce
	again  bool // it comes to it again and again, until it is told to stop
	asks   bool // whether a cache has filled, only to tell
	paused bool // it takes little time each time that a poll tries it, which is told itself
}

// A mask is a set of classes.
type mask uint8

func (m mask) has(c Class) bool { return m == 0 || m&(1<<c) != 0 }

// An openCall is a call through an interface that several types of this package implement.
type openCall struct {
	from  *node
	site  ssa.CallInstruction
	async bool
}

// A calling is that a function calls a parameter, its own or one of a function around it, itself or through what it
// comes to: again says that it does so again and again, until it is told to stop.
type calling struct {
	param        *ssa.Parameter
	async, again bool
}

// build makes the nodes of all functions, and of the wrappers and instances that they come to.
func (in *Info) build() {
	in.calls = flow.NewTable(in.solver, flow.Rules[*ssa.Function, []calling]{Compute: in.callsOf, Equal: slices.Equal[[]calling]})
	in.holders = flow.NewTable(in.solver, flow.Rules[*ssa.Function, []heldCall]{Compute: in.heldCallsOf, Equal: slices.Equal[[]heldCall]})
	for _, fn := range in.Functions {
		in.node(fn)
	}
	in.connectAll()
}

// connectAll connects the nodes that were made since the last time.
func (in *Info) connectAll() {
	for ; in.connected < len(in.order); in.connected++ {
		in.connect(in.order[in.connected])
	}
}

// node returns the node of a function, with what the function does itself.
func (in *Info) node(fn *ssa.Function) *node {
	n := in.nodes[fn]
	if n == nil {
		forever := endless(fn)
		n = &node{fn: fn, endless: forever, rounds: roundsOf(fn, forever)}
		in.nodes[fn] = n
		in.order = append(in.order, n)
		in.scan(n)
	}
	return n
}

func (in *Info) scan(n *node) {
	for _, b := range ir.Live(n.fn) {
		for _, instr := range b.Instrs {
			n.gate = n.gate || isGate(instr)
			if call, ok := instr.(ssa.CallInstruction); ok {
				in.call(n, call)
			} else if closure, ok := instr.(*ssa.MakeClosure); ok && boundSync(closure.Fn.(*ssa.Function)) && !in.isKept(closure) {
				n.awaits = append(n.awaits, closure)
			} else if passing, ok := ir.PassingOf(instr); ok {
				in.channel(n, instr, passing)
				n.pauses = n.pauses || !passing.Sends
			} else if _, ok := instr.(*ssa.Select); ok {
				n.pauses = true
			}
		}
	}
}

// call notes a call, and what work it does in another package.
func (in *Info) call(n *node, call ssa.CallInstruction) {
	common := call.Common()
	if ir.IsBuiltin(common, "") {
		return
	}
	_, async := call.(*ssa.Go)
	s := &site{call: call, async: async}
	if common.IsInvoke() || common.StaticCallee() != nil { // others are values
		s.callee = in.pkg.Callee(common)
	}
	n.sites = append(n.sites, s)
	if common.IsInvoke() {
		if in.leaf(n, call, common.Method, common.Value, async) {
			s.callee = nil
			return
		}
		if s.callee == nil {
			s.callee = in.held(n, call, async)
		}
		if s.callee == nil && common.Method.Pkg() == in.Package.Pkg {
			in.open = append(in.open, &openCall{n, call, async})
		}
		in.arguments(s, common.Method)
		return
	}
	if s.callee != nil {
		return
	}
	var obj types.Object
	if fn := common.StaticCallee(); fn != nil {
		if obj = fn.Object(); obj == nil {
			return
		}
	} else if obj = ir.Called(common); obj == nil || obj.Pkg() == in.Package.Pkg {
		s.values = []passed{{common.Value, async, in.again(call)}}
		return
	}
	recv, _ := ir.Receiver(common)
	in.leaf(n, call, obj, recv, async)
	in.arguments(s, obj)
}

// arguments notes the functions that a call passes to a function of another package that calls them.
func (in *Info) arguments(s *site, obj types.Object) {
	runs, inGoroutine := kube.Runs(obj)
	var calls []ParamCall
	known := runs
	if fn, ok := obj.(*types.Func); ok && !runs {
		if f := in.Lookup(fn); f != nil {
			known, calls = true, f.Calls
			in.handedOn(s, f)
		}
	}
	for i, arg := range ir.Args(s.call.Common()) {
		if !ir.IsFunc(arg.Type()) {
			continue
		}
		if !known {
			s.handed = append(s.handed, arg)
		}
		if runs {
			s.values = append(s.values, passed{arg, s.async || inGoroutine, in.again(s.call)})
		}
		for _, c := range calls {
			if c.Param == i {
				s.values = append(s.values, passed{arg, s.async || c.Async, c.Again || in.again(s.call)})
			}
		}
	}
}

// called returns the function values that are called at a site: those that leave the package, and those that are passed
// for parameters which the callee calls.
func (in *Info) called(s *site) []passed {
	if s.callee == nil || !slices.ContainsFunc(s.callee.Params, func(p *ssa.Parameter) bool { return ir.IsFunc(p.Type()) }) {
		return s.values
	}
	out := slices.Clone(s.values)
	for _, c := range in.calls.Of(s.callee) {
		if arg := ir.ArgFor(s.call.Common(), c.param); c.param.Parent() == s.callee && arg != nil {
			out = append(out, passed{arg, s.async || c.async, c.again || in.again(s.call)})
		}
	}
	return out
}

// callsOf returns the parameters that a function calls.
func (in *Info) callsOf(fn *ssa.Function) []calling {
	known := map[*ssa.Parameter]calling{}
	note := func(c calling) {
		if before, ok := known[c.param]; ok {
			c.async, c.again = c.async && before.async, c.again || before.again
		}
		known[c.param] = c
	}
	comes := func(to *ssa.Function, inGoroutine, again bool) {
		for _, c := range in.calls.Of(to) {
			if c.param.Parent() != to {
				note(calling{c.param, inGoroutine || c.async, again || c.again})
			}
		}
	}
	for _, s := range in.node(fn).sites {
		if s.callee != nil {
			comes(s.callee, s.async, in.again(s.call))
		}
		for _, v := range in.called(s) {
			list, params := in.FuncsOf(v.value)
			for _, t := range list {
				if t.Fn != nil {
					comes(t.Fn, v.async, v.again)
				}
			}
			for _, p := range params {
				note(calling{p, v.async, v.again})
			}
		}
	}
	var out []calling
	for _, c := range known {
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b calling) int { return orderOfParams(a.param, b.param) })
	return out
}

// connect makes the edges of a node, and notes the work of functions of other packages that it calls by value.
func (in *Info) connect(n *node) {
	for _, s := range n.sites {
		if s.callee != nil {
			in.edge(n, s.call, s.callee, s.async, false)
		}
		for _, v := range in.called(s) {
			list, _ := in.FuncsOf(v.value)
			for _, t := range list {
				if t.Fn != nil {
					in.edge(n, s.call, t.Fn, v.async, v.again)
					continue
				}
				before := len(n.leaves)
				in.leaf(n, s.call, t.Obj, nil, v.async)
				if v.async && v.again { // which a worker does
					n.leaves = n.leaves[:before]
				}
			}
		}
	}
	n.handed = in.handed(n)
	n.leaves = slices.DeleteFunc(n.leaves, func(l *Leaf) bool {
		return l.Class == Live && in.isSecond(l.Site) || l.Class != Write && in.isOnce(l.Site)
	})
	slices.SortStableFunc(n.leaves, func(a, b *Leaf) int { return int(a.Site.Pos() - b.Site.Pos()) })
}

// handed returns the calls of a node that hand a function which waits for caches itself to one that isn't known: an iterator
// over what informers there are, of an interface or another module, calls it as a rule.
func (in *Info) handed(n *node) []ssa.Instruction {
	var calls []ssa.Instruction
	for _, s := range n.sites {
		waits := func(v ssa.Value) bool {
			list, _ := in.FuncsOf(v)
			return slices.ContainsFunc(list, func(t Target) bool { return t.Fn != nil && len(in.node(t.Fn).awaits) > 0 })
		}
		if s.callee == nil && !s.async && slices.ContainsFunc(s.handed, waits) {
			calls = append(calls, s.call)
		}
	}
	return calls
}

func (in *Info) edge(n *node, site ssa.Instruction, callee *ssa.Function, async, again bool) {
	in.solver.Step()
	n.edges = append(n.edges, &edge{site: site, callee: callee, async: async, again: again, second: in.isSecond(site), once: in.isOnce(site), asks: boundSync(callee) && isSaid(site)})
	in.node(callee)
}

// Outer returns the parameters of the functions around a function literal that it calls, itself or through other
// functions.
func (in *Info) Outer(fn *ssa.Function) []*ssa.Parameter {
	var out []*ssa.Parameter
	for _, c := range in.calls.Of(fn) {
		if ir.Within(fn.Parent(), c.param.Parent()) {
			out = append(out, c.param)
		}
	}
	return out
}

// isKept tells whether a value is only put into fields of a struct of the package's own that the function makes and returns:
// whoever waits reads it there.
func (in *Info) isKept(v ssa.Value) bool {
	for _, ref := range ir.Uses(v) {
		switch ref := ref.(type) {
		case *ssa.ChangeType:
			if !in.isKept(ref) {
				return false
			}
		case *ssa.Store:
			field, ok := ref.Addr.(*ssa.FieldAddr)
			if !ok || ref.Val != v || !isHandedBack(field.X) {
				return false
			}
			if of := kube.Named(field.X.Type()); of == nil || of.Obj().Pkg() != in.Package.Pkg {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isHandedBack tells whether a function does nothing with a struct that it makes but to set its fields and to return it.
func isHandedBack(made ssa.Value) (returned bool) {
	alloc, ok := made.(*ssa.Alloc)
	if !ok {
		return false
	}
	uses := slices.Clone(ir.Uses(alloc))
	for n := 0; n < len(uses); n++ {
		switch ref := uses[n].(type) {
		case *ssa.Return:
			returned = true
		case *ssa.UnOp, *ssa.MakeInterface: // as a value, or an interface
			uses = append(uses, ir.Uses(ref.(ssa.Value))...)
		case *ssa.FieldAddr:
			if !isOnlySet(ref) {
				return false
			}
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return returned
}

// isOnlySet tells whether nothing is done with the address of a field but to store something there.
func isOnlySet(field *ssa.FieldAddr) bool {
	return !slices.ContainsFunc(ir.Uses(field), func(ref ssa.Instruction) bool {
		store, ok := ref.(*ssa.Store)
		return !ok || store.Addr != field
	})
}

// isSaid tells whether the result of a call that asks whether something is so is only told: printed, or logged.
func isSaid(site ssa.Instruction) bool {
	call, ok := site.(*ssa.Call)
	if !ok || !types.Identical(call.Type(), types.Typ[types.Bool]) || len(ir.Uses(call)) == 0 {
		return false
	}
	return !slices.ContainsFunc(ir.Uses(call), func(ref ssa.Instruction) bool {
		_, boxed := ref.(*ssa.MakeInterface)
		return !boxed
	})
}

// boundSync tells whether a closure is the method value x.HasSynced.
func boundSync(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	return ok && fn.Synthetic != "" && kube.AwaitsSync(obj)
}
