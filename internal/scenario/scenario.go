// Package scenario says what the functions of a package do: it executes them on what is known of their arguments, such
// as an informer's tombstone, and exports what other packages need to know as facts.
//
// Execution is abstract: conditional constant propagation over SSA, through calls of functions, methods, closures and
// interfaces with one implementation. What it claims to know holds on every run; where it can't know, it says so.
package scenario

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Info is what is known of the functions of one package.
type Info struct {
	*Evaluator
	Package *ssa.Package
	// Functions are the functions and function literals of the source.
	Functions []*ssa.Function

	readers  *readers               // see Readers
	assuming map[assumption]*Result // see Assuming
}

// New returns what is known of the functions of the pass's package, nil if there is nothing to look at: it doesn't deal
// with event handlers. known is what other packages say of their functions, and follows which pointers these follow.
func New(pass *analysis.Pass, lazy *ir.Package, solver *flow.Solver, known map[*types.Func]*Facts, follows *ir.Follows) *Info {
	if reaches := kube.Reaches(pass.Pkg); reaches && !relevant(pass, known) || !reaches && !converts(pass) {
		return nil
	}
	info := newInfo(lazy, solver, func(fn *types.Func) *Facts { return known[fn.Origin()] })
	info.follows = follows
	return info
}

func newInfo(code *ir.Package, solver *flow.Solver, facts func(*types.Func) *Facts) *Info {
	return &Info{
		Evaluator: newEvaluator(newIndex(code, solver, facts)),
		Package:   code.SSA(), Functions: code.Functions(),
		assuming: map[assumption]*Result{},
	}
}

// relevant tells whether the package has anything that could deal with an event's object: it names client-go's event
// handlers or tombstones, puts something on a work queue, hands a function to one that is known to make an event handler of it, or
// has a function that looks into a parameter of type any or hands it to one that is known to. It goes by syntax and types, since
// building SSA form is what costs.
func relevant(pass *analysis.Pass, known map[*types.Func]*Facts) bool {
	hands := len(pass.AllObjectFacts()) > 0 // there are functions that it may hand objects to
	for _, obj := range pass.TypesInfo.Uses {
		switch obj := obj.(type) {
		case *types.TypeName:
			if kube.IsAboutEvents(obj) {
				return true
			}
		case *types.Func:
			if r := kube.OnTombstone(kube.SymbolOf(obj), 0); r == kube.Fails || r == kube.Panics {
				hands = true
			} else if kube.AddsWork(kube.SymbolOf(obj)) {
				return true // what others give it may be a key
			} else if facts := known[obj.Origin()]; facts != nil && len(facts.Handlers) > 0 {
				return true
			}
		}
	}
	for _, f := range pass.Files {
		if !diag.Generated(pass.Fset, f) && deals(pass.TypesInfo, f, hands) { // conversions and the like come by the hundred
			return true
		}
	}
	return false
}

// converts tells whether a package that knows nothing of the libraries has a function that asserts the type of what others
// may give it.
func converts(pass *analysis.Pass) bool {
	for _, f := range pass.Files {
		for _, decl := range f.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.IsExported() && deals(pass.TypesInfo, fn, false) && !diag.Generated(pass.Fset, f) {
				return true
			}
		}
	}
	return false
}

// deals tells whether there is a function that takes what may be a tombstone, and looks at the type of a variable of
// type any, or may hand it to another function; or one that may make one filter of several.
func deals(info *types.Info, f ast.Node, hands bool) bool {
	found := false
	taking := 0       // functions around that take one
	var around []bool // whether each node around is one
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			if around[len(around)-1] {
				taking--
			}
			around = around[:len(around)-1]
			return false
		}
		var typ *ast.FuncType
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body != nil {
				typ, found = n.Type, found || combines(info, n)
			}
		case *ast.FuncLit:
			typ = n.Type
		case *ast.TypeAssertExpr:
			id, ok := ast.Unparen(n.X).(*ast.Ident)
			found = found || taking > 0 && ok && kube.IsAny(info.TypeOf(id))
		}
		takes := typ != nil && slices.ContainsFunc(typ.Params.List, func(p *ast.Field) bool { return takesAny(info.TypeOf(p.Type)) })
		if takes {
			taking++
			found = found || hands
		}
		if !found {
			around = append(around, takes)
		}
		return !found
	})
	return found
}

// takesAny tells whether a parameter of type t may be given a tombstone.
func takesAny(t types.Type) bool {
	if t == nil {
		return false
	}
	if s, ok := types.Unalias(t).(*types.Slice); ok {
		t = s.Elem()
	}
	return kube.IsAny(t) || kube.IsDeletedObject(t)
}

// Scenarios of an event: the object itself, the tombstone of a missed delete with the last known object, and the same
// without.
var (
	TheObject      = Value{Kind: Object, Tainted: true}
	TheTombstone   = Value{Kind: Tombstone, Tainted: true}
	EmptyTombstone = Value{Kind: Tombstone, Tainted: true, Empty: true}
)

// Scenarios of a typed handler's delete function: the informer saw the object deleted, or it missed that and has the last known
// object.
var (
	SeenDeleted   = Value{Kind: Seen, Tainted: true}
	MissedDeleted = Value{Kind: Deleted, Tainted: true}
)

// Run executes a function value with one argument, its only parameter besides a receiver. The result for a function
// of another package is what the tables or facts say, as if called at the instruction. Nil if nothing can be said.
func (e *Evaluator) Run(c *Closure, arg Value, at ssa.Instruction) *Result {
	if c.Fn == nil || len(c.Fn.Blocks) == 0 {
		if at == nil {
			return nil
		}
		f := &frame{e: e, fn: at.Parent(), env: map[ssa.Value]Value{}, owned: map[ssa.Value]*Cell{}, res: newResult(at.Parent())}
		f.res.Returns, f.res.reached[at.Block()] = true, true
		f.res.Value = f.foreign(at, c, []Value{arg})
		return f.res
	}
	for _, v := range slices.Concat(c.Bound, c.Bindings) {
		for _, cell := range cellsOf(v) {
			cell.shared = true
		}
	}
	args := unknowns(len(c.Fn.Params))
	if len(args) == 0 {
		return nil
	}
	first := 0
	if c.Fn.Signature.Recv() != nil {
		first = 1
	}
	if first >= len(args) {
		return nil
	}
	args[first] = arg
	if len(c.Bound) > 0 {
		args = slices.Concat(c.Bound, []Value{arg})
	}
	return e.Call(c.Fn, args, c.Bindings)
}

// RunEmpty executes a function of a typed handler for the tombstone of an object that is not known: kind is Deleted for
// a delete function, Nil for a filter.
func (e *Evaluator) RunEmpty(c *Closure, kind Kind) *Result {
	if c.Fn == nil || len(c.Fn.Blocks) == 0 {
		return nil
	}
	cause := e.intern(Cause{Kind: EmptyObject, Instr: c.Fn.Blocks[0].Instrs[0]}, nil)
	return e.Run(c, Value{Kind: kind, Empty: true, Tainted: true, Cause: cause}, nil)
}

// behavior executes fn in the three scenarios of parameter n, which counts the receiver. It is plain for a function
// that is about values other than objects.
func (e *Evaluator) behavior(fn *ssa.Function, bindings []Value, n int) Behavior {
	execute := func(arg Value) *Result {
		args := unknowns(len(fn.Params))
		args[n] = arg
		return e.Call(fn, args, bindings)
	}
	tombstone := execute(TheTombstone)
	if len(tombstone.Causes) > 0 && !slices.ContainsFunc(tombstone.Causes, aboutObjects) {
		return Behavior{Param: n}
	}
	return Behavior{Param: n, Object: e.outcome(execute(TheObject)), Tombstone: e.outcome(tombstone), Empty: e.outcome(execute(EmptyTombstone))}
}

// aboutObjects tells whether the test that failed looks for an object, and not for a string or a number.
func aboutObjects(c *Cause) bool {
	if c.Kind != FailedAssert || c.Type == nil {
		return true
	}
	_, basic := c.Type.Underlying().(*types.Basic)
	return !basic
}

// Facts returns the facts of the package's functions.
func (in *Info) Facts() map[*types.Func]*Facts {
	if in == nil {
		return nil
	}
	return ir.Facts(in.code, in.factsOf)
}

func (in *Info) factsOf(fn *ssa.Function) *Facts {
	f := &Facts{Returns: in.returned(fn), Combined: in.combined(fn), Handlers: in.templates(fn), Deletes: in.deletes(fn), Works: in.isDelete(fn)}
	for n, p := range fn.Params {
		if kube.IsAny(p.Type()) {
			if b := in.behavior(fn, nil, n); !b.plain() {
				f.Params = append(f.Params, b)
			}
			f.Keys = append(f.Keys, in.keyed(fn, n)...)
		} else if types.Comparable(p.Type()) && len(fn.Params) > 1 {
			f.Keys = append(f.Keys, in.puts(fn, n)...)
		}
	}
	if len(f.Params)+len(f.Returns)+len(f.Combined)+len(f.Handlers)+len(f.Keys)+len(f.Deletes) == 0 && !f.Works {
		return nil
	}
	return f
}

// returned says what the functions do that fn returns.
func (in *Info) returned(fn *ssa.Function) []Behavior {
	var out []Behavior
	results := fn.Signature.Results()
	for n := range results.Len() {
		sig, ok := results.At(n).Type().Underlying().(*types.Signature)
		if !ok || sig.Params().Len() != 1 || !kube.IsAny(sig.Params().At(0).Type()) {
			continue
		}
		args := unknowns(len(fn.Params))
		v := in.Call(fn, args, nil).Value
		if v.Kind == Tuple {
			v = v.Tuple[n]
		}
		if v.Kind != Funcs || len(v.Funcs) != 1 || v.Funcs[0].Fn == nil || len(v.Funcs[0].Fn.Blocks) == 0 || len(v.Funcs[0].Fn.Params) != 1 {
			continue
		}
		if b := in.behavior(v.Funcs[0].Fn, v.Funcs[0].Bindings, 0); !b.plain() {
			b.Param = n
			out = append(out, b)
		}
	}
	return out
}

// templates says which of fn's parameters end in an event handler that it makes.
func (in *Info) templates(fn *ssa.Function) []Template {
	takesFuncs := false
	for _, p := range fn.Params {
		takesFuncs = takesFuncs || ir.IsFunc(p.Type()) || ir.IsFuncs(p.Type())
	}
	if !takesFuncs {
		return nil
	}
	var out []Template
	for _, h := range in.Handlers(fn) {
		t := Template{Filter: -1}
		if filter := in.parameters(in.Role(h, kube.Filter)); len(filter) == 1 && in.rejects(fn, filter[0], h.Site) {
			t.Filter = filter[0]
			if inner := in.Role(h, kube.Inner); inner.Cell != nil {
				h = inner.Cell
			}
		}
		t.Add = in.parameters(in.Role(h, kube.Add))
		t.Update = in.parameters(in.Role(h, kube.Update))
		t.Delete = in.parameters(in.Role(h, kube.Delete))
		if len(t.Add)+len(t.Update)+len(t.Delete) > 0 || t.Filter >= 0 {
			out = append(out, t)
		}
	}
	return out
}

// rejects tells whether the filter of the event handler that fn makes at a place lets no tombstone through if the function
// doesn't that is a parameter, or is alone in a list that is one.
func (in *Info) rejects(fn *ssa.Function, param int, site ssa.Value) bool {
	for _, h := range in.Call(fn, in.parametersOf(fn, param), nil).made {
		filter := in.Role(h, kube.Filter)
		if h.Site != site || len(filter.Funcs) != 1 {
			continue
		}
		r := in.Run(filter.Funcs[0], TheTombstone, in.SetAt(h, kube.Filter))
		if r == nil {
			return false
		}
		passes, known := r.Value.Bool()
		return known && !passes
	}
	return false
}

// rejecting is a filter that lets nothing through, accepting one that lets everything.
var rejecting, accepting = answering("false"), answering("true")

func answering(constant string) *Behavior {
	o := Outcome{Returns: true, Results: []ForeignResult{{Kind: Const, Const: constant}}}
	return &Behavior{Object: o, Tombstone: o, Empty: o}
}

// parameters lists the parameters that a handler function is, or passes its object to.
func (in *Info) parameters(v Value) []int {
	switch v.Kind {
	case Parameter:
		return []int{v.Field}
	case Funcs:
		var out []int
		for _, c := range v.Funcs {
			if r := in.Run(c, TheTombstone, nil); r != nil {
				for _, s := range r.Sinks {
					if s.Tombstone {
						out = append(out, s.Param)
					}
				}
			}
		}
		return out
	}
	return nil
}

// Handlers executes fn with arguments unknown and returns the event handlers that it makes, also in functions of this
// package that it calls with function values, in the order in which execution comes to them.
func (e *Evaluator) Handlers(fn *ssa.Function) []*Cell {
	return e.Call(fn, e.parametersOf(fn, -1), nil).made
}

// madeHandler is the type of cells that stand for event handlers made in other packages.
var madeHandler = types.NewStruct(nil, nil)

// roleField is the field of a made handler that holds the function for a role.
func roleField(r kube.Role) int { return int(r) }

// Role returns what the event handler has for a role: a function, or the handler behind a filter.
func (e *Evaluator) Role(c *Cell, r kube.Role) Value {
	if c.Type == madeHandler || c.Type == elsewhere {
		return c.fields[roleField(r)]
	}
	for n := range c.fields {
		if n >= 0 && kube.FieldRole(c.Type, n) == r {
			return c.fields[n]
		}
	}
	for fn, role := range e.handlerMethods(c.Type) {
		if body := e.pkg.Prog.FuncValue(fn.Origin()); role == r && body != nil {
			recv := Value{Kind: Ref, Cell: c, Field: whole}
			if _, pointer := fn.Signature().Recv().Type().(*types.Pointer); !pointer {
				recv.Kind = Copy
			}
			return Value{Kind: Funcs, Funcs: []*Closure{{Fn: body, Bound: []Value{recv}}}}
		}
	}
	return Value{}
}

// SetAt returns the instruction that gives the event handler its function for a role: a store to the field of a struct,
// or what makes the handler.
func (e *Evaluator) SetAt(c *Cell, r kube.Role) ssa.Instruction {
	for n, store := range c.stores {
		if n >= 0 && kube.FieldRole(c.Type, n) == r {
			return store
		}
	}
	return c.Site.(ssa.Instruction)
}

// handlerMethods returns the roles of the methods of a type of this package that is an event handler, nil of others.
func (e *Evaluator) handlerMethods(t types.Type) map[*types.Func]kube.Role {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() != e.pkg.Pkg {
		return nil
	}
	return e.roles.Of(named, func(*types.Named) map[*types.Func]kube.Role {
		roles := kube.HandlerMethods(named)
		for fn := range roles {
			if fn.Pkg() != e.pkg.Pkg { // promoted from a handler of another package
				return nil
			}
		}
		return roles
	})
}
