package program

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// A call is one that a reader has come to.
type call struct {
	pos  token.Pos    // of its parenthesis
	obj  types.Object // what is called, nil if it isn't named
	typ  types.Type   // of its results
	recv ref
	args []ref
}

// called notes what a call does.
func (r *reader) called(c *call, at *ast.CallExpr) {
	fn, _ := c.obj.(*types.Func)
	switch {
	case c.obj != nil && c.obj.Pkg() != nil && !r.own[c.obj.Pkg()]:
		r.library(c, at.Args)
		r.fills(c, at)
	case fn != nil && fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type()):
		r.invoked(c, fn)
	case fn != nil:
		units, fn := r.units, fn.Origin()
		r.do(func(s *solver, ctx context) {
			if u := units[fn]; u != nil {
				s.call(&u.callable, s.contextOf(u, c.pos, ctx), c, ctx, s.at(c.recv, ctx))
			}
		})
	default:
		if v, ok := c.obj.(*types.Var); ok && v.Parent() == v.Pkg().Scope() {
			r.do(func(s *solver, _ context) { s.runs[v.Pkg().Path()] = true })
		}
		if fun := r.value(at.Fun); fun.ok() {
			r.do(func(s *solver, ctx context) { s.callValue(s.at(fun, ctx), c, ctx) })
		}
	}
}

// invoked notes a call of a method of one of the module's interfaces: it may be that of each type that gets there.
func (r *reader) invoked(c *call, method *types.Func) {
	r.do(func(s *solver, ctx context) {
		s.each(s.at(c.recv, ctx), func(o int) { s.invoke(o, method, c, ctx) })
	})
}

// library notes what a call of a function or method of a dependency does, which has these arguments.
func (r *reader) library(c *call, objects []ast.Expr) {
	symbol, first := kube.SymbolOf(c.obj), result(c.pos, 0)
	r.do(func(s *solver, ctx context) {
		for _, a := range c.args { // which it may call, with what isn't known, as those do that wire programs up
			s.each(s.at(a, ctx), func(o int) {
				if f := s.objects[o]; f.sort == function && f.fn.unit != nil {
					s.enter(f.fn.unit, 0)
				}
			})
		}
	})
	switch {
	case kube.MakesManager(symbol):
		r.unit.makes = true
		r.made(c, manager)
		return
	case kube.MakesCache(symbol):
		r.unit.makes = true
		if kube.ProvenanceOf(symbol) == kube.AlwaysCached {
			r.made(c, ownCache)
		} else {
			r.made(c, cluster)
		}
		return
	case kube.TakesUncached(symbol):
		for _, e := range objects {
			r.option(c.recv, kube.Uncached, e)
		}
	}
	switch kube.ProvenanceOf(symbol) {
	case kube.ManagerClient:
		if !c.recv.ok() {
			r.made(c, delegating)
			return
		}
		r.derived(c, clientOf)
	case kube.AlwaysCached:
		r.derived(c, cacheOf)
	case kube.AlwaysLive:
		r.derived(c, liveOf)
	case kube.ByOptions:
		r.made(c, ownClient)
	case kube.Strong:
		r.made(c, strong)
	default: // what the libraries make of something has to do with it
		if r.carries(c.typ) && !kube.IsManager(c.typ) && !kube.IsCluster(c.typ) && !r.isContainer(c.typ) { // which may be any, by a key
			for _, from := range append([]ref{c.recv}, c.args...) {
				r.give(first, from)
			}
			r.do(func(s *solver, ctx context) { s.otherwise(s.at(first, ctx)) })
		}
	}
}

// fills notes that a method of a container is given what it holds from then on.
func (r *reader) fills(c *call, at *ast.CallExpr) {
	if sel, ok := ast.Unparen(at.Fun).(*ast.SelectorExpr); ok && c.recv.ok() && r.isContainer(r.info().TypeOf(sel.X)) {
		for _, a := range c.args {
			r.store(sel.X, a, nil)
		}
	}
}

// maker returns a function of the libraries that makes clients, as a value; nothing for others.
func (r *reader) maker(fn *types.Func, pos token.Pos) ref {
	if kube.ProvenanceOf(kube.SymbolOf(fn)) != kube.ByOptions {
		return ref{}
	}
	out, made := r.temp(), r.temp()
	f := callable{results: []ref{made}, variadic: fn.Signature().Variadic()}
	for p := range fn.Signature().Params().Variables() {
		var param ref
		if r.carries(p.Type()) {
			param = r.temp()
		}
		f.params = append(f.params, param)
	}
	r.do(func(s *solver, ctx context) {
		o := s.object(thing{sort: ownClient, pos: pos, ctx: ctx})
		options := []int{}
		for _, p := range f.params {
			if p.ok() {
				options = append(options, s.at(p, ctx))
			}
		}
		s.objects[o].options = options
		s.add(s.at(made, ctx), o)
		s.function(s.at(out, ctx), &f, ctx, -1, pos)
	})
	return out
}

// otherwise says that what is at a node can't be followed if nothing else is there.
func (s *solver) otherwise(at int) {
	s.openers = append(s.openers, opener{at: at, open: func() { s.add(at, s.object(thing{sort: unseen})) }})
}

// made notes that a call makes something, with what its arguments say.
func (r *reader) made(c *call, what sort) {
	r.do(func(s *solver, ctx context) {
		options := make([]int, 0, len(c.args))
		for _, a := range c.args {
			if a.ok() {
				options = append(options, s.at(a, ctx))
			}
		}
		o := s.object(thing{sort: what, pos: c.pos, ctx: ctx})
		s.objects[o].options = options
		s.add(s.at(result(c.pos, 0), ctx), o)
		s.configure(o, c, ctx)
	})
}

// derived notes that a method of a manager or cluster returns its client, reader or cache.
func (r *reader) derived(c *call, what sort) {
	r.do(func(s *solver, ctx context) {
		s.derive(s.at(result(c.pos, 0), ctx), s.at(c.recv, ctx), what, c.pos)
	})
}
