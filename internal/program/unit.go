package program

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// A place is a variable, field, parameter or result, by where it is declared, or the result of a call, by where the
// call's parenthesis is. Fields of the libraries' structs go by their names, since their positions are those of other
// files.
type place struct {
	pos   token.Pos
	index int
	name  string
}

// A ref is a place as the source of a unit refers to it. The zero ref is none.
type ref struct {
	place
	local bool // to the unit: each context has its own
}

func (r ref) ok() bool { return r != ref{} }

// A step is one statement of a unit that hands something on, for one context.
type step func(s *solver, ctx context)

// A unit is a function that is declared, or the variables of a package, with the literals in it.
type unit struct {
	callable
	span
	pkg      string         // the path of its package
	mentions []types.Object // functions and types of the module
	steps    []step
	clones   bool // it returns what is followed, so that each call is looked at for itself
	makes    bool // managers, clusters or caches, itself or by what it calls
	fn       *types.Func
}

// A callable is what a call comes to: a function or a literal.
type callable struct {
	unit     *unit // nil for literals, whose steps are those of what is around them
	recv     ref
	params   []ref
	results  []ref
	variadic bool
}

// A source is what the packages of a module say, package by package, whatever programs they are part of.
type source struct {
	*carrier
	units map[*types.Func]*unit
	inits map[string][]*unit // what runs when a package is loaded, by its path
	// methods are the names of the methods that interfaces have, nil until somebody asks.
	methods map[string]bool
	called  map[string]bool // the names of those through which the module calls
	// asked are the fields with readers that the module does more with than to call other methods of them than Get and List.
	asked map[token.Pos]bool
	// keepers are the types whose own Create asks no other client to create anything.
	keepers map[token.Pos]bool
}

func newSource(pkgs []*packages.Package) *source {
	own := map[*types.Package]bool{}
	for _, p := range pkgs {
		own[p.Types] = true
	}
	src := &source{carrier: newCarrier(own), units: map[*types.Func]*unit{}, inits: map[string][]*unit{}, called: map[string]bool{}, asked: map[token.Pos]bool{}, keepers: map[token.Pos]bool{}}
	for _, p := range pkgs {
		for _, f := range p.Syntax {
			if !inTest(p.Fset.File(f.FileStart).Name()) {
				src.file(p, f)
			}
		}
	}
	src.findMakers()
	return src
}

// forget lets go of what units do, which holds on to the syntax: what functions are is asked for longer than programs are solved.
func (src *source) forget() {
	drop := func(u *unit) { u.steps, u.mentions = nil, nil }
	for _, u := range src.units {
		drop(u)
	}
	for _, units := range src.inits {
		for _, u := range units {
			drop(u)
		}
	}
}

// file notes the units of a file.
func (src *source) file(p *packages.Package, f *ast.File) {
	for _, decl := range f.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			fn, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
			if !ok || decl.Body == nil {
				continue
			}
			if recv := fn.Signature().Recv(); recv != nil && fn.Name() == creates {
				src.keepers[kube.Named(recv.Type()).Obj().Pos()] = !calls(decl.Body, creates)
			}
			u := &unit{pkg: p.PkgPath, fn: fn, span: span{decl.Pos(), decl.End()}, mentions: src.mentions(p.TypesInfo, decl)}
			r := &reader{source: src, pkg: p, unit: u, from: decl.Pos(), to: decl.End()}
			u.callable = r.callable(fn.Signature())
			u.unit = u
			u.clones = src.carries(fn.Signature().Results())
			r.body(decl.Body, u.results)
			if fn.Name() == "init" && fn.Signature().Recv() == nil {
				src.inits[p.PkgPath] = append(src.inits[p.PkgPath], u)
			} else {
				src.units[fn] = u
			}
		case *ast.GenDecl:
			if decl.Tok != token.VAR {
				continue
			}
			u := &unit{pkg: p.PkgPath, mentions: src.mentions(p.TypesInfo, decl)}
			u.unit = u
			r := &reader{source: src, pkg: p, unit: u, from: decl.Pos(), to: decl.End()}
			for _, spec := range decl.Specs {
				r.valueSpec(spec.(*ast.ValueSpec))
			}
			if len(u.steps)+len(u.mentions) > 0 {
				src.inits[p.PkgPath] = append(src.inits[p.PkgPath], u)
			}
		}
	}
}

// creates is the method of a client.
const creates = "Create"

// calls tells whether a function calls a method of that name.
func calls(body *ast.BlockStmt, name string) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		of, ok := n.(*ast.SelectorExpr)
		found = found || ok && of.Sel.Name == name
		return !found
	})
	return found
}

// callable returns the places of a function's parameters and results.
func (r *reader) callable(sig *types.Signature) callable {
	c := callable{variadic: sig.Variadic()}
	if recv := sig.Recv(); recv != nil {
		c.recv = r.variable(recv)
	}
	for v := range sig.Params().Variables() {
		c.params = append(c.params, r.variable(v))
	}
	for v := range sig.Results().Variables() {
		c.results = append(c.results, r.variable(v))
	}
	return c
}

// variable returns the place of a variable or field.
func (r *reader) variable(v *types.Var) ref {
	if !r.carries(v.Type()) || !v.Pos().IsValid() {
		return ref{}
	}
	return ref{place{pos: v.Pos()}, r.from <= v.Pos() && v.Pos() < r.to && !v.IsField()}
}
