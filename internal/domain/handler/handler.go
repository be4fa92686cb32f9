// Package handler finds the functions of a package that informers run as event handlers and filters.
package handler

import (
	"go/token"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/scenario"
)

// Handlers are the event handlers of one package.
type Handlers struct {
	List []*Handler
	// Adders are the functions that are called with the objects of add and update events.
	Adders map[*ssa.Function]bool

	info   *scenario.Info
	pkg    *ir.Package
	relays *relays

	holds      flow.Memo[*Handler, types.Type] // see Holds
	transforms func() bool                     // see findTransforms; once asked, it is known
}

// A Handler is one event handler, as it is given to an informer.
type Handler struct {
	Pos     token.Pos       // of the literal or call that makes it, or of the method
	Site    ssa.Instruction // the same; nil for a method
	Filters []*FilterFunc   // from the outermost
	Delete  []*scenario.Closure
	Update  []*scenario.Closure
	// DeleteSite is where it gets its delete function; nil for a method.
	DeleteSite ssa.Instruction
	// Any says that behind the filters is whatever handler the callers of the function bring that adds them.
	Any bool
	// Elsewhere says that the delete function is another package's, of which no more is known than that it does something.
	Elsewhere bool
	// Mild says so of one that is Elsewhere: nothing is lost if it isn't called.
	Mild bool
	// Relayed says that it goes into a layer of which isn't known whether it hands on tombstones, and to no informer as it is.
	Relayed bool
	// Typed says that it is a typed handler of client-go 0.37: deletes come as DeletedObject.
	Typed bool

	among *Handlers
}

// A FilterFunc is the filter of an event handler; Funcs is empty when it can't be seen.
type FilterFunc struct {
	Site  ssa.Instruction // where the handler gets it
	Funcs []*scenario.Closure
}

// Is tells whether a function is the filter.
func (f *FilterFunc) Is(fn *ssa.Function) bool {
	return slices.ContainsFunc(f.Funcs, func(c *scenario.Closure) bool { return c.Fn == fn })
}

// New returns the event handlers of a package, nil if there can be none. known is what other packages do with those that they are
// given.
func New(pkg *ir.Package, told *config.Config, info *scenario.Info, solver *flow.Solver, known map[*types.Func]*Relays) *Handlers {
	if info == nil || !kube.Reaches(info.Package.Pkg) {
		return nil
	}
	f := &finder{
		info: info, pkg: pkg, inner: map[*types.Named]bool{}, seen: map[*scenario.Cell]bool{}, behind: map[*scenario.Cell]bool{},
		out: &Handlers{Adders: map[*ssa.Function]bool{}, info: info, pkg: pkg, relays: newRelays(pkg, solver, known, told.Layers)},
	}
	f.out.transforms = sync.OnceValue(f.out.findTransforms)
	f.literals()
	f.types()
	return f.out
}

type finder struct {
	info   *scenario.Info
	pkg    *ir.Package
	out    *Handlers
	inner  map[*types.Named]bool // types that are handlers behind a filter
	behind map[*scenario.Cell]bool
	seen   map[*scenario.Cell]bool
}

// literals finds the handlers that functions of the package make of client-go's structs, or by a function that makes
// handlers.
func (f *finder) literals() {
	var cells []*scenario.Cell
	for _, fn := range f.roots() {
		for _, c := range f.info.Handlers(fn) {
			if !f.seen[c] {
				f.seen[c] = true
				cells = append(cells, c)
			}
		}
	}
	for _, c := range cells {
		f.adders(f.info.Role(c, kube.Add))
		f.adders(f.info.Role(c, kube.Update))
		if inner := f.info.Role(c, kube.Inner); inner.Cell != nil {
			f.behind[inner.Cell] = true
			if named := kube.Named(inner.Cell.Type); named != nil {
				f.inner[named] = true
			}
		}
	}
	for _, c := range cells {
		if !f.behind[c] {
			h := &Handler{among: f.out, Pos: c.Site.Pos(), Site: c.Site.(ssa.Instruction)}
			f.fill(h, c)
			h.Relayed = f.out.relays.goes(c.Site).Unknown()
			if len(h.Delete)+len(h.Filters) > 0 {
				f.out.List = append(f.out.List, h)
			}
		}
	}
}

// roots lists the functions that make handlers, and those that hand functions to them, as adapters of adapters do.
func (f *finder) roots() []*ssa.Function {
	passing := map[*ssa.Function][]*ssa.Function{} // to a function, by others
	var first []*ssa.Function
	for _, fn := range f.info.Functions {
		for addr := range ir.All[*ssa.FieldAddr](fn.Blocks) {
			if kube.FieldRole(ir.Deref(addr.X.Type()), addr.Field) != kube.NoRole {
				first = append(first, fn)
			}
		}
		for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
			callee := Source(call.Common().StaticCallee())
			if callee == nil {
				continue
			}
			if f.info.MakesHandlers(callee) {
				first = append(first, fn)
			}
			if _, literal := call.Common().Value.(*ssa.MakeClosure); literal || slices.ContainsFunc(call.Common().Args, func(a ssa.Value) bool { return ir.IsFunc(a.Type()) || ir.IsFuncs(a.Type()) }) {
				passing[callee] = append(passing[callee], fn)
			}
		}
	}
	makes := ir.Reachable(func(fn *ssa.Function) []*ssa.Function { return passing[fn] }, first...)
	return slices.DeleteFunc(slices.Clone(f.info.Functions), func(fn *ssa.Function) bool { return !makes[fn] })
}

func (f *finder) adders(v scenario.Value) {
	for _, c := range v.Funcs {
		if fn := Source(c.Fn); fn != nil {
			f.out.Adders[fn] = true
		}
	}
}

// Source returns the declared function or literal behind a wrapper that the compiler makes of a method value, and the
// generic function of an instance.
func Source(fn *ssa.Function) *ssa.Function {
	if fn != nil {
		fn = ir.Behind(fn)
		if fn.Origin() != nil {
			return fn.Origin()
		}
	}
	return fn
}

// fill adds what a handler cell has to h: its filters and what is behind them, or its delete function.
func (f *finder) fill(h *Handler, c *scenario.Cell) {
	for seen := map[*scenario.Cell]bool{}; !seen[c]; {
		seen[c] = true
		h.Typed = h.Typed || typedStruct(c.Type)
		filter := f.info.Role(c, kube.Filter)
		if filter.Kind == scenario.Unset {
			break
		}
		h.Filters = append(h.Filters, &FilterFunc{Site: f.info.SetAt(c, kube.Filter), Funcs: filter.Funcs})
		inner := f.info.Role(c, kube.Inner)
		switch {
		case inner.Cell != nil:
			c = inner.Cell
			h.Elsewhere, h.Mild = f.info.Elsewhere(c)
		case inner.Dyn != nil:
			f.ownType(h, inner.Dyn)
			return
		case inner.Kind != scenario.Unset:
			h.Any = inner.Kind == scenario.Parameter
			return
		}
	}
	del := f.info.Role(c, kube.Delete)
	switch {
	case del.Kind == scenario.Funcs:
		h.Delete = append(h.Delete, del.Funcs...)
		h.DeleteSite = f.info.SetAt(c, kube.Delete)
		h.Update = f.info.Role(c, kube.Update).Funcs
		h.Typed = h.Typed || del.Funcs[0].Fn != nil && typed(del.Funcs[0].Fn)
	case len(h.Filters) > 0:
		f.elsewhere(h, c.Type)
	}
}

// typed tells whether a function, a method or not, takes a DeletedObject.
func typed(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool { return kube.IsDeletedObject(p.Type()) })
}

// typedStruct tells whether the handler is one of client-go's typed structs.
func typedStruct(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && kube.IsHandlerStruct(t) && named.TypeArgs().Len() > 0
}

// elsewhere adds the OnDelete method of a type of another package to h.
func (f *finder) elsewhere(h *Handler, t types.Type) {
	h.Delete, h.Mild = f.info.DeletesElsewhere(t)
	h.Elsewhere = len(h.Delete) > 0
}

// ownType adds the OnDelete method of a type to h.
func (f *finder) ownType(h *Handler, t types.Type) {
	named := kube.Named(t)
	if named == nil || named.Obj().Pkg() != f.info.Package.Pkg {
		f.elsewhere(h, t)
		return
	}
	f.inner[named] = true
	for fn, role := range kube.HandlerMethods(named) {
		body := f.info.Package.Prog.FuncValue(fn.Origin())
		if role == kube.Delete && body != nil {
			h.Delete = append(h.Delete, &scenario.Closure{Fn: body})
		}
	}
}

// types finds the types of the package that implement ResourceEventHandler.
func (f *finder) types() {
	for _, named := range f.pkg.Concrete() {
		var del *ssa.Function
		for fn, role := range kube.HandlerMethods(named) {
			body := f.info.Package.Prog.FuncValue(fn.Origin())
			if body == nil || body.Pkg != f.info.Package {
				continue // promoted from another package
			}
			if role == kube.Delete {
				del = body
			} else {
				f.out.Adders[body] = true
			}
		}
		if del != nil && !f.inner[named] && !f.handedOver(named, del) {
			way := f.out.relays.goes(f.handlersOf(named)...).and(f.out.relays.layered(named.Obj()))
			f.out.List = append(f.out.List, &Handler{among: f.out, Pos: del.Pos(), Delete: []*scenario.Closure{{Fn: del}}, Typed: typed(del), Relayed: way.Unknown()})
		}
	}
}

// handedOver tells whether the method of a type for deletes is the delete function of a handler that was found before, and no
// value of the type is made an event handler: then it isn't one itself, whatever its methods are called.
func (f *finder) handedOver(named *types.Named, del *ssa.Function) bool {
	handed := slices.ContainsFunc(f.out.List, func(h *Handler) bool {
		return slices.ContainsFunc(h.Delete, func(c *scenario.Closure) bool { return Source(c.Fn) == del })
	})
	return handed && len(f.handlersOf(named)) == 0
}
