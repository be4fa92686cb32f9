// Package handler finds the functions of a package that informers run as event handlers and filters.
package handler

import (
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/scenario"
)

// Analyzer gives the *Handlers of a package, nil where package scenario has nothing.
var Analyzer = &analysis.Analyzer{
	Name:       "ctrllinthandlers",
	Doc:        "find the event handlers of informers",
	Requires:   []*analysis.Analyzer{scenario.Analyzer},
	ResultType: reflect.TypeFor[*Handlers](),
	Run:        run,
}

// Handlers are the event handlers of one package.
type Handlers struct {
	List []*Handler
	// Adders are the functions that are called with the objects of add and update events.
	Adders map[*ssa.Function]bool
}

// Release drops all that Handlers holds; see [scenario.Info.Release].
func (h *Handlers) Release() {
	if h != nil {
		*h = Handlers{}
	}
}

// A Handler is one event handler, as it is given to an informer.
type Handler struct {
	Pos     token.Pos       // of the literal or call that makes it, or of the method
	Site    ssa.Instruction // the same; nil for a method
	Filters []*FilterFunc   // from the outermost
	Delete  []*scenario.Closure
	// DeleteSite is where it gets its delete function; nil for a method.
	DeleteSite ssa.Instruction
	// Any says that behind the filters is whatever handler the callers of the function bring that adds them.
	Any bool
	// Typed says that it is a typed handler of client-go 0.37: deletes come as DeletedObject.
	Typed bool
}

// A FilterFunc is the filter of an event handler; Funcs is empty when it can't be seen.
type FilterFunc struct {
	Site  ssa.Instruction // where the handler gets it
	Funcs []*scenario.Closure
}

func run(pass *analysis.Pass) (any, error) {
	info := pass.ResultOf[scenario.Analyzer].(*scenario.Info)
	if info == nil {
		return (*Handlers)(nil), nil
	}
	f := &finder{info: info, out: &Handlers{Adders: map[*ssa.Function]bool{}}, inner: map[*types.Named]bool{}, seen: map[*scenario.Cell]bool{}, behind: map[*scenario.Cell]bool{}}
	f.literals()
	f.types()
	return f.out, nil
}

type finder struct {
	info   *scenario.Info
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
			h := &Handler{Pos: c.Site.Pos(), Site: c.Site.(ssa.Instruction)}
			f.fill(h, c)
			if len(h.Delete)+len(h.Filters) > 0 {
				f.out.List = append(f.out.List, h)
			}
		}
	}
}

// roots lists the functions that make handlers, and those that hand functions to them.
func (f *finder) roots() []*ssa.Function {
	makes := map[*ssa.Function]bool{}
	for _, fn := range f.info.Functions {
		makes[fn] = f.makesHandler(fn)
	}
	for range 4 { // adapters of adapters
		for _, fn := range f.info.Functions {
			makes[fn] = makes[fn] || f.passesFunctions(fn, makes)
		}
	}
	var roots []*ssa.Function
	for _, fn := range f.info.Functions {
		if makes[fn] {
			roots = append(roots, fn)
		}
	}
	return roots
}

func (f *finder) makesHandler(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.FieldAddr:
				if p, ok := i.X.Type().Underlying().(*types.Pointer); ok && kube.FieldRole(p.Elem(), i.Field) != kube.NoRole {
					return true
				}
			case *ssa.Call:
				if callee := i.Call.StaticCallee(); callee != nil && f.info.MakesHandlers(callee) {
					return true
				}
			}
		}
	}
	return false
}

// passesFunctions tells whether fn calls one of the functions with a function value.
func (f *finder) passesFunctions(fn *ssa.Function, to map[*ssa.Function]bool) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			callee := call.Common().StaticCallee()
			if callee != nil && callee.Origin() != nil {
				callee = callee.Origin()
			}
			if callee == nil || !to[callee] {
				continue
			}
			for _, a := range call.Common().Args {
				if _, isFunc := a.Type().Underlying().(*types.Signature); isFunc {
					return true
				}
			}
		}
	}
	return false
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
	for fn != nil && fn.Synthetic != "" && fn.Origin() == nil && len(fn.Blocks) > 0 {
		var next *ssa.Function
		for _, instr := range fn.Blocks[0].Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				next = call.Call.StaticCallee()
			}
		}
		if next == nil {
			return fn
		}
		fn = next
	}
	if fn != nil && fn.Origin() != nil {
		return fn.Origin()
	}
	return fn
}

// fill adds what a handler cell has to h: its filter and what is behind it, or its delete function.
func (f *finder) fill(h *Handler, c *scenario.Cell) {
	h.Typed = h.Typed || typedStruct(c.Type)
	if filter := f.info.Role(c, kube.Filter); filter.Kind != scenario.Unset && len(h.Filters) < 8 {
		h.Filters = append(h.Filters, &FilterFunc{Site: f.info.SetAt(c, kube.Filter), Funcs: filter.Funcs})
		inner := f.info.Role(c, kube.Inner)
		switch {
		case inner.Cell != nil && inner.Cell != c:
			f.fill(h, inner.Cell)
			return
		case inner.Dyn != nil:
			f.ownType(h, inner.Dyn)
			return
		case inner.Kind == scenario.Unset: // a made handler with a filter
		default:
			h.Any = inner.Kind == scenario.Parameter
			return
		}
	}
	if del := f.info.Role(c, kube.Delete); del.Kind == scenario.Funcs {
		h.Delete = append(h.Delete, del.Funcs...)
		h.DeleteSite = f.info.SetAt(c, kube.Delete)
		h.Typed = h.Typed || del.Funcs[0].Fn != nil && typed(del.Funcs[0].Fn)
	}
}

// typed tells whether a function, a method or not, takes a DeletedObject.
func typed(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if kube.IsDeletedObject(p.Type()) {
			return true
		}
	}
	return false
}

// typedStruct tells whether the handler is one of client-go's typed structs.
func typedStruct(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && kube.IsHandlerStruct(t) && named.TypeArgs().Len() > 0
}

// ownType adds the OnDelete method of one of the package's types to h.
func (f *finder) ownType(h *Handler, t types.Type) {
	named := kube.Named(t)
	if named == nil || named.Obj().Pkg() != f.info.Package.Pkg {
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
	scope := f.info.Package.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
			continue
		}
		named, ok := tn.Type().(*types.Named)
		if !ok {
			continue
		}
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
		if del != nil && !f.inner[named] {
			f.out.List = append(f.out.List, &Handler{Pos: del.Pos(), Delete: []*scenario.Closure{{Fn: del}}, Typed: typed(del)})
		}
	}
}
