// Package ir is the form in which the checks see one package: its SSA form, built once and only when a check asks for it,
// and what everybody asks of that.
//
// It stands in for x/tools' buildssa, whose ctrlflow prerequisite has facts and so makes every driver visit every
// dependency. What ctrlflow would say of functions that never return is a short table in kube.
package ir

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Analyzer gives a *Package for every package, with the default settings.
var Analyzer = New(config.Default)

// New returns an analyzer that gives a *Package for every package.
func New(settings *config.Settings) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "ctrllintssa",
		Doc:        "build SSA form on demand",
		Requires:   []*analysis.Analyzer{settings.Analyzer},
		ResultType: reflect.TypeFor[*Package](),
		Run: func(pass *analysis.Pass) (any, error) {
			told := settings.Of(pass)
			return &Package{pass: pass, tests: told.Tests(), reached: told.Reached, listers: told.Listers, getters: told.Getters}, nil
		},
	}
}

// A Package is the SSA form of the package of one pass. Its methods may be called by several checks at once.
type Package struct {
	pass    *analysis.Pass
	tests   bool                 // test files are looked at
	reached map[*types.Func]bool // by other packages; nil if that isn't known
	listers map[*types.TypeName]bool
	getters map[*types.TypeName]bool // see IsGetter
	getting sync.Once
	once    sync.Once
	pkg     *ssa.Package
	funcs   []*ssa.Function

	resolving sync.Mutex
	named     []*types.Named            // the types that the package's files declare
	having    map[string][]*types.Named // those that have a method of a name
	impls     map[*types.Func][]*ssa.Function
	boxed     map[*types.TypeName]bool // the types that are put into interfaces, see isMade
	using     sync.Once
	live      map[*ssa.Function]bool // see used
	called    bool                   // by another package, as far as is known
	surveying sync.Once
	names     []types.Object
	foreign   []*types.Func
	marking   sync.Once
	made      func(token.Pos) bool // see Generated
	indexing  sync.Once
	index     *Index
}

// SSA returns the package's SSA form with generic functions instantiated. Imported packages have no function bodies.
func (p *Package) SSA() *ssa.Package {
	p.once.Do(p.build)
	return p.pkg
}

// Functions returns the functions that the files of [Package.Files] declare, and the function literals in them, in the order
// of files and positions; for a generic function, the uninstantiated one.
func (p *Package) Functions() []*ssa.Function {
	p.once.Do(p.build)
	return p.funcs
}

// Line names the place of an instruction by file and line, as facts do.
func (p *Package) Line(at ssa.Instruction) string {
	pos := p.pass.Fset.Position(at.Pos())
	return fmt.Sprintf("%s:%d", filepath.Base(pos.Filename), pos.Line)
}

// Where names the function that an instruction is in, with file and line, as other packages name it.
func (p *Package) Where(at ssa.Instruction) string {
	return fmt.Sprintf("%s.%s (%s)", p.pass.Pkg.Name(), FuncName(at.Parent()), p.Line(at))
}

// Release drops the SSA form; it can't be asked for again.
func (p *Package) Release() {
	p.pass, p.pkg, p.funcs, p.named, p.having, p.impls, p.boxed, p.live, p.index, p.names, p.foreign = nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil
}

// Index returns what is stored where in the package, and who calls what.
func (p *Package) Index() *Index {
	p.indexing.Do(func() { p.index = newIndex(p) })
	return p.index
}

func (p *Package) build() {
	prog := ssa.NewProgram(p.pass.Fset, ssa.InstantiateGenerics)
	prog.SetNoReturn(kube.NeverReturns)
	createImports(prog, p.pass)
	files, info := p.Files(), *p.pass.TypesInfo
	info.InitOrder = slices.DeleteFunc(slices.Clone(info.InitOrder), func(i *types.Initializer) bool {
		return !slices.ContainsFunc(files, func(f *ast.File) bool { return f.FileStart <= i.Rhs.Pos() && i.Rhs.Pos() < f.FileEnd })
	})
	p.pkg = prog.CreatePackage(p.pass.Pkg, files, &info, false)
	p.pkg.Build()
	p.declared()

	var add func(*ssa.Function)
	add = func(fn *ssa.Function) {
		p.funcs = append(p.funcs, fn)
		unload(fn)
		for _, anon := range fn.AnonFuncs {
			add(anon)
		}
	}
	for _, f := range files {
		for _, decl := range f.Decls {
			if d, ok := decl.(*ast.FuncDecl); ok {
				add(prog.FuncValue(p.pass.TypesInfo.Defs[d.Name].(*types.Func)))
			}
		}
	}
	if init := p.pkg.Func("init"); init != nil {
		add(init) // function literals of package variables
	}
}
