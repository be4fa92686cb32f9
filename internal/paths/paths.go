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
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Analyzer gives the *Info of a package, nil where there is nothing to look at: packages without files, packages of
// other modules, and packages that neither read nor write.
var Analyzer = &analysis.Analyzer{
	Name:       "ctrllintpaths",
	Doc:        "find out what functions read and write at the API",
	Requires:   []*analysis.Analyzer{ir.Analyzer, client.Analyzer},
	FactTypes:  []analysis.Fact{new(Facts)},
	ResultType: reflect.TypeFor[*Info](),
	Run:        run,
}

var facts = true

func init() {
	Analyzer.Flags.BoolVar(&facts, "facts", true, "use what is known of functions in other packages of the user's")
}

// Info is what is known of the functions of one package.
type Info struct {
	// Functions are the functions and function literals of the ir.
	Functions []*ssa.Function

	pass      *analysis.Pass
	lazy      *ir.Package
	origins   *client.Origins
	calls     *ir.Package
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

func run(pass *analysis.Pass) (any, error) {
	if !ir.Owned(pass) || !relevant(pass) {
		return (*Info)(nil), nil
	}
	lazy := pass.ResultOf[ir.Analyzer].(*ir.Package)
	in := &Info{
		pass: pass, lazy: lazy,
		Functions: lazy.Functions(),
		origins:   pass.ResultOf[client.Analyzer].(*client.Origins),
		calls:     lazy,
		known:     map[*types.Func]*Facts{},
		guards:    map[guardOf]ssa.Value{},
	}
	in.terms = &terms{info: in, leaves: map[ssa.Value]int{}, parts: map[*ssa.Alloc]parts{}}
	in.changed, in.looked = map[*Op]Footprint{}, map[*Op]Footprint{}
	in.reaches = map[*ssa.Function]*ir.Reach{}
	in.waiting = map[*ssa.BasicBlock]bool{}
	in.living, in.loops = map[valueIn]bool{}, map[*ssa.BasicBlock]*ssa.BasicBlock{}
	in.ask()
	if facts {
		in.export()
	}
	return in, in.questions.solver.Err()
}

// relevant tells whether the package reads or writes anything, by a look at the methods that it names, or calls
// functions that are known to.
func relevant(pass *analysis.Pass) bool {
	for obj := range ir.Names(pass) {
		if kube.MayOperate(obj) {
			return true
		}
		if fn, ok := obj.(*types.Func); ok && facts && fn.Pkg() != pass.Pkg && pass.ImportObjectFact(fn.Origin(), new(Facts)) {
			return true
		}
	}
	return false
}

// isOwn tells whether the object belongs to the module of the package, as far as paths can tell: so that, had a function
// anything to do with the API, facts would say so.
func (in *Info) isOwn(obj types.Object) bool {
	if m := in.pass.Module; m != nil && m.Path != "" {
		return obj.Pkg().Path() == m.Path || strings.HasPrefix(obj.Pkg().Path(), m.Path+"/")
	}
	return false
}
