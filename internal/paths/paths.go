// Package paths says what the functions of a package read and write at the API: which kind, which object, through
// which client, and in which order.
//
// It follows the paths of a function from each write on: to reads of the same object, and to the results with which the
// function returns, so that callers know on which of their paths the write has happened. Calls are seen through:
// functions, methods and literals of this package, interfaces with one implementation here, and by facts the functions
// of the user's other packages.
package paths

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Analyzer gives the *Info of a package, nil where there is nothing to look at: packages without files, packages of
// other modules, and packages that neither read nor write. It has the default settings.
var Analyzer = New(config.Default, ir.Analyzer, client.Analyzer)

// New returns an analyzer that gives the *Info of a package, by the package ir's and the package client's.
func New(settings *config.Settings, source, clients *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "ctrllintpaths",
		Doc:        "find out what functions read and write at the API",
		Requires:   []*analysis.Analyzer{settings.Analyzer, source, clients},
		FactTypes:  settings.FactTypes(new(Facts)),
		ResultType: reflect.TypeFor[*Info](),
		Run: func(pass *analysis.Pass) (any, error) {
			return run(pass, settings.Of(pass), pass.ResultOf[source].(*ir.Package), pass.ResultOf[clients].(*client.Origins))
		},
	}
}

// Info is what is known of the functions of one package.
type Info struct {
	// Functions are the functions and function literals of the source.
	Functions []*ssa.Function

	pass      *analysis.Pass
	lazy      *ir.Package
	origins   *client.Origins
	terms     *terms
	questions questions
	changed   map[*Op]Footprint
	looked    map[*Op]Footprint
	living    map[valueIn]bool
	waiting   map[*ssa.BasicBlock]bool
	reaches   map[*ssa.Function]*ir.Reach
	loops     map[*ssa.BasicBlock]*ssa.BasicBlock
	known     map[*types.Func]*Facts
	// finalizers are the blocks in which finalizers are added.
	finalizers map[*ssa.BasicBlock]bool
	guards     map[guardOf]ssa.Value
	globals    map[*ssa.Global]bool // that are set
}

// Release drops all that Info holds.
func (in *Info) Release() {
	if in != nil {
		*in = Info{}
	}
}

func run(pass *analysis.Pass, told *config.Config, lazy *ir.Package, origins *client.Origins) (*Info, error) {
	if !ir.Owned(pass) {
		return nil, nil
	}
	known := map[*types.Func]*Facts{}
	if told.Facts {
		known = ir.Imported[Facts](lazy, pass)
	}
	if !relevant(lazy, known) {
		return nil, nil
	}
	in := &Info{
		pass: pass, lazy: lazy,
		Functions: lazy.Functions(),
		origins:   origins,
		known:     known,
		guards:    map[guardOf]ssa.Value{},
	}
	in.terms = &terms{info: in, leaves: map[ssa.Value]int{}, parts: map[*ssa.Alloc]parts{}}
	in.changed, in.looked = map[*Op]Footprint{}, map[*Op]Footprint{}
	in.reaches = map[*ssa.Function]*ir.Reach{}
	in.waiting = map[*ssa.BasicBlock]bool{}
	in.living, in.loops = map[valueIn]bool{}, map[*ssa.BasicBlock]*ssa.BasicBlock{}
	in.ask()
	if told.Facts {
		in.export()
	}
	return in, in.questions.solver.Err()
}

// relevant tells whether the package reads or writes anything, by a look at the methods that it names, or calls
// functions that are known to.
func relevant(lazy *ir.Package, known map[*types.Func]*Facts) bool {
	for _, obj := range lazy.Names() {
		if kube.MayOperate(obj) {
			return true
		}
		if fn, ok := obj.(*types.Func); ok && known[fn.Origin()] != nil {
			return true
		}
	}
	return false
}

// isOwn tells whether the object belongs to the module of the package, as far as paths can tell: so that, had a function
// anything to do with the API, facts would say so.
func (in *Info) isOwn(obj types.Object) bool { return ir.SameModule(in.pass, obj.Pkg()) }
