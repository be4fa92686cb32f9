package work

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A node is one function of this package with what it calls and does.
type node struct {
	fn     *ssa.Function
	edges  []*edge
	leaves []*Leaf
	params []*paramCall
	outer  []*outerCall
	// What matters to the order of workers and caches.
	takes, awaits, reads []ssa.Instruction
	starts               []ssa.Instruction
	endless              bool
	far                  []*farCall
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

// A paramCall is a call that passes a function for a parameter, which the callee may call.
type paramCall struct {
	site  ssa.CallInstruction
	param *ssa.Parameter // of a function of this package
	value ssa.Value
	async bool
	done  bool
}

// An outerCall is a call of a parameter of the function around a function literal.
type outerCall struct {
	param *ssa.Parameter
	async bool
}

// callMode is how a function calls one of its parameters.
type callMode uint8

const (
	notCalled callMode = iota
	calledAsync
	calledSync
)

// build makes the nodes of all functions, and of the wrappers and instances that they come to.
func (in *Info) build() {
	for _, fn := range in.Functions {
		in.node(fn)
	}
	in.fillAll()
	in.passParams()
}

// fillAll fills the nodes that were made since the last time.
func (in *Info) fillAll() {
	for ; in.filled < len(in.order); in.filled++ {
		in.fill(in.order[in.filled])
	}
}

func (in *Info) node(fn *ssa.Function) *node {
	n := in.nodes[fn]
	if n == nil {
		n = &node{fn: fn}
		in.nodes[fn] = n
		in.order = append(in.order, n)
	}
	return n
}

func (in *Info) fill(n *node) {
	for _, b := range live(n.fn) {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case ssa.CallInstruction:
				in.call(n, i)
			case *ssa.Send:
				in.channel(n, i, i.Chan)
			case *ssa.UnOp:
				in.receive(n, i)
			case *ssa.MakeClosure:
				if fn, ok := i.Fn.(*ssa.Function); ok && boundSync(fn) {
					n.awaits = append(n.awaits, i)
				}
			}
		}
	}
	n.endless = n.endless || endless(n.fn)
}

// live returns the blocks of a function that are not behind a branch on a constant that is never taken.
func live(fn *ssa.Function) []*ssa.BasicBlock {
	if len(fn.Blocks) == 0 {
		return nil
	}
	reached := map[*ssa.BasicBlock]bool{}
	var visit func(*ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		if reached[b] {
			return
		}
		reached[b] = true
		succs := b.Succs
		if branch, ok := ir.Last(b).(*ssa.If); ok {
			if c, ok := branch.Cond.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.Bool {
				if constant.BoolVal(c.Value) {
					succs = succs[:1]
				} else {
					succs = succs[1:]
				}
			}
		}
		for _, s := range succs {
			visit(s)
		}
	}
	visit(fn.Blocks[0])
	if fn.Recover != nil {
		visit(fn.Recover)
	}
	var out []*ssa.BasicBlock
	for _, b := range fn.Blocks {
		if reached[b] {
			out = append(out, b)
		}
	}
	return out
}

// call notes what one call comes to.
func (in *Info) call(n *node, site ssa.CallInstruction) {
	common := site.Common()
	_, async := site.(*ssa.Go)
	if _, builtin := common.Value.(*ssa.Builtin); builtin {
		return
	}
	if common.IsInvoke() {
		in.invoke(n, site, async)
		return
	}
	if callee := common.StaticCallee(); callee != nil {
		if len(callee.Blocks) > 0 {
			in.edge(n, site, callee, async)
			for i, p := range callee.Params {
				if i < len(common.Args) && isFunc(p.Type()) {
					n.params = append(n.params, &paramCall{site: site, param: p, value: common.Args[i], async: async})
				}
			}
			return
		}
		if obj, ok := callee.Object().(*types.Func); ok {
			in.foreign(n, site, obj, async)
		}
		return
	}
	if load, ok := common.Value.(*ssa.UnOp); ok {
		if g, ok := load.X.(*ssa.Global); ok && g.Pkg != in.Package && g.Object() != nil {
			in.foreign(n, site, g.Object(), async)
			return
		}
	}
	in.dynamic(n, site, common.Value, async)
}

// dynamic notes a call of a function value at site, or the passing of one to something that calls it there.
func (in *Info) dynamic(n *node, site ssa.CallInstruction, v ssa.Value, async bool) {
	list, params := in.FuncsOf(v)
	for _, t := range list {
		if t.Fn != nil {
			in.edge(n, site, t.Fn, async)
		} else {
			in.leaf(n, site, t.Obj, nil, async)
		}
	}
	for _, p := range params {
		if p.Parent() == n.fn {
			in.calledAs(p, async)
		} else {
			n.outer = append(n.outer, &outerCall{p, async})
		}
	}
}

func (in *Info) calledAs(p *ssa.Parameter, async bool) {
	mode := calledSync
	if async {
		mode = calledAsync
	}
	in.called[p] = max(in.called[p], mode)
}

func (in *Info) edge(n *node, site ssa.Instruction, callee *ssa.Function, async bool) {
	n.edges = append(n.edges, &edge{site: site, callee: callee, async: async})
	in.node(callee)
}

// invoke notes a call through an interface.
func (in *Info) invoke(n *node, site ssa.CallInstruction, async bool) {
	common := site.Common()
	if in.leaf(n, site, common.Method, common.Value, async) {
		return
	}
	if made, ok := common.Value.(*ssa.MakeInterface); ok {
		if fn := in.calls.Method(made.X.Type(), common.Method.Name()); fn != nil {
			in.edge(n, site, fn, async)
			return
		}
	}
	if fn := in.calls.Implementation(common); fn != nil {
		in.edge(n, site, fn, async)
	} else if common.Method.Pkg() == in.Package.Pkg {
		in.open = append(in.open, &openCall{n, site, async})
	}
	in.arguments(n, site, common.Method, async)
}

// foreign notes a call of a function of another package.
func (in *Info) foreign(n *node, site ssa.CallInstruction, obj types.Object, async bool) {
	var recv ssa.Value
	if common := site.Common(); common.Signature().Recv() != nil && len(common.Args) > 0 {
		recv = common.Args[0]
	}
	in.leaf(n, site, obj, recv, async)
	in.arguments(n, site, obj, async)
}

// arguments notes the functions that a call passes to a function of another package that calls them.
func (in *Info) arguments(n *node, site ssa.CallInstruction, obj types.Object, async bool) {
	runs, inGoroutine := kube.Runs(obj)
	var calls []ParamCall
	if fn, ok := obj.(*types.Func); ok && !runs {
		if f := in.lookup(fn); f != nil {
			calls = f.Calls
		}
	}
	if !runs && len(calls) == 0 {
		return
	}
	common := site.Common()
	for i, arg := range common.Args {
		if !isFunc(arg.Type()) {
			continue
		}
		index := i
		if common.IsInvoke() {
			index++ // the receiver counts
		}
		if runs {
			in.dynamic(n, site, arg, async || inGoroutine)
		}
		for _, c := range calls {
			if c.Param == index {
				in.dynamic(n, site, arg, async || c.Async)
			}
		}
	}
}

func isFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// passParams lets functions that are passed for parameters be called where they are passed, until nothing is added.
func (in *Info) passParams() {
	for changed := true; changed; {
		changed = in.literals()
		for i := 0; i < len(in.order); i++ {
			n := in.order[i]
			for _, p := range n.params {
				mode := in.called[p.param]
				if mode == notCalled || p.done {
					continue
				}
				p.done, changed = true, true
				in.dynamic(n, p.site, p.value, p.async || mode == calledAsync)
			}
		}
		in.fillAll()
	}
}

// literals lets the parameters count as called that function literals call which the function itself comes to: not
// those that it only returns or keeps. It tells whether there are any new ones.
func (in *Info) literals() bool {
	changed := false
	for _, n := range in.order {
		for _, o := range n.outer {
			if in.called[o.param] == notCalled && in.any(o.param.Parent(), true, func(to *node) bool { return to == n }) {
				in.calledAs(o.param, o.async)
				changed = true
			}
		}
	}
	return changed
}

// Outer returns the parameters of the functions around a function literal that it calls, itself or through other
// literals.
func (in *Info) Outer(fn *ssa.Function) []*ssa.Parameter {
	in.node(fn)
	in.fillAll()
	var out []*ssa.Parameter
	in.any(fn, true, func(n *node) bool {
		for _, o := range n.outer {
			if ir.Within(fn.Parent(), o.param.Parent()) {
				out = append(out, o.param)
			}
		}
		return false
	})
	return out
}

// boundSync tells whether a closure is the method value x.HasSynced.
func boundSync(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	return ok && fn.Synthetic != "" && kube.AwaitsSync(obj)
}

// endless tells whether a function goes on until it is stopped: a worker. It has a loop that waits for channels, or
// waits for the end of a context or a channel that it was given.
func endless(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Select:
				if i.Blocking && ir.InLoop(b) {
					return true
				}
			case *ssa.UnOp:
				if i.Op == token.ARROW && (i.CommaOk && ir.InLoop(b) || isStop(i.X)) { // for range over a channel
					return true
				}
			}
		}
	}
	return false
}

// isStop tells whether a channel is one that says when to stop.
func isStop(ch ssa.Value) bool {
	switch v := ch.(type) {
	case *ssa.Parameter:
		return true
	case *ssa.Call:
		return v.Call.IsInvoke() && v.Call.Method.Name() == "Done"
	}
	return false
}
