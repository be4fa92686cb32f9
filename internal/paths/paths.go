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
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/condition"
	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/domain/patch"
	"github.com/ctrllint/ctrllint/internal/domain/work"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Info is what is known of the functions of one package.
type Info struct {
	// Functions are the functions and function literals of the source.
	Functions []*ssa.Function

	pass       *analysis.Pass
	lazy       *ir.Package
	origins    *client.Origins
	effects    *change.Info // what calls change
	errors     *ir.Errors
	texts      *ir.Texts
	flags      ir.Flags
	objects    *identity.Finder
	footprints *footprint.Finder
	patches    *patch.Finder
	conditions *condition.Finder
	questions  questions
	besides    flow.Memo[resultOf, bool]
	instead    flow.Memo[*Op, []*Op]
	changed    flow.Memo[*Op, footprint.Set]
	looked     flow.Memo[*Op, footprint.Set]
	living     flow.Memo[ssa.Value, []bool] // by the blocks' indexes
	asking     flow.Memo[*ssa.Function, map[ssa.Value]bool]
	setting    flow.Memo[*ssa.Function, map[*types.Var]bool]
	waiting    flow.Memo[*ssa.BasicBlock, bool]
	memorised  flow.Memo[*ssa.Function, map[string]bool]
	reaches    flow.Memo[*ssa.Function, *ir.Reach]
	bodies     flow.Memo[*ssa.BasicBlock, map[*ssa.BasicBlock]bool] // of loops, by their first blocks
	always     flow.Memo[ssa.CallInstruction, bool]                 // that their functions come to in any case
	leads      flow.Memo[following, bool]                           // that their functions come to what follows if what comes before is done
	leavesOut  flow.Memo[ssa.CallInstruction, bool]                 // lists of which elements are skipped
	// skipsFresh are the lists of which elements are skipped that have no status yet.
	skipsFresh flow.Memo[ssa.CallInstruction, bool]
	handing    flow.Memo[*ssa.Function, []ssa.CallInstruction]  // calls of what functions are handed
	fallible   flow.Memo[*ssa.Function, int]                    // how many calls may fail
	comparing  flow.Memo[*ssa.Function, []*ssa.If]              // branches that compare versions
	deciding   flow.Memo[*ssa.BasicBlock, []*ssa.If]            // branches that decide whether a block is come to
	roots      flow.Memo[*ssa.Function, map[*ssa.Function]bool] // of the calls that lead to functions
	loading    flow.Memo[*ssa.Function, []Loader]               // of their retries
	everyLoad  []Loader                                         // all of them; nil until somebody asks
	known      map[*types.Func]*Facts
	// finalizers are the blocks in which finalizers are added.
	finalizers map[*ssa.BasicBlock]bool
	memories   flow.Memo[*types.Var, bool]             // see isMemory
	dying      flow.Memo[*ssa.BasicBlock, []kind.Kind] // see dyingAt
	guards     map[guardOf]ssa.Value
	globals    map[*ssa.Global]bool // that are set
	slots      map[slotAt]*slot
	slotting   flow.Memo[*ssa.Function, []*slot]
	slotted    flow.Memo[*ssa.FieldAddr, *slot]
	handedOut  flow.Memo[ssa.Value, bool]
	filling    flow.Memo[*slot, []ssa.Instruction]
	tested     map[*types.Var]bool // fields, by conditions
	labels     flow.Memo[*ssa.Function, map[string]bool]
	hanging    flow.Memo[ssa.CallInstruction, []*ssa.Parameter] // on which it hangs what lists ask for
	readsBy    flow.Memo[*ssa.Function, map[viaCall][]*Op]
	blank      flow.Memo[ssa.CallInstruction, bool] // reads after which functions stop as if there were nothing
	shares     flow.Memo[*ssa.Function, bool]
	aftermaths flow.Memo[*ssa.Call, work.Aftermath]
	pausing    flow.Memo[*ssa.Function, bool] // see mayPause
}

// New returns what is known of the functions of the pass's package, nil if it neither reads nor writes, nor
// runs again what it is given. known is what other packages say of their functions.
func New(pass *analysis.Pass, lazy *ir.Package, solver *flow.Solver, origins *client.Origins, kinds *kind.Finder, effects *change.Info, errors *ir.Errors, texts *ir.Texts, known map[*types.Func]*Facts) *Info {
	if !relevant(lazy, known) && !declaresResults(pass.Pkg) && !lazy.Offers(makesObject) && !lazy.Offers(condition.AsksObject) {
		return nil
	}
	in := &Info{
		pass: pass, lazy: lazy,
		Functions: lazy.Functions(),
		origins:   origins,
		effects:   effects,
		errors:    errors,
		texts:     texts,
		known:     known,
		guards:    map[guardOf]ssa.Value{},
		slots:     map[slotAt]*slot{},
	}
	in.objects = identity.NewFinder(pass, lazy, solver, calls{in})
	touching := footprint.Known{Kinds: kinds, Objects: in.objects, Effects: effects, Texts: texts}
	in.footprints = footprint.NewFinder(pass, lazy, solver, touching, calls{in})
	in.patches = patch.NewFinder(lazy, solver, in.objects, in.footprints, calls{in})
	in.conditions = condition.NewFinder(pass, lazy, solver, in.objects, in.footprints, calls{in})
	in.ask(solver, kinds)
	return in
}

// relevant tells whether the package reads or writes anything, or runs again what others give it, by a look at the functions
// that it names, or calls functions that are known to, be it through an interface.
func relevant(lazy *ir.Package, known map[*types.Func]*Facts) bool {
	does := map[string]bool{} // by name
	for fn, f := range known {
		does[fn.Name()] = does[fn.Name()] || len(f.Ops)+len(f.Keys) > 0 || f.Retries.Again || f.Polls || len(f.Loaders) > 0
	}
	return slices.ContainsFunc(lazy.Names(), func(obj types.Object) bool {
		fn, ok := obj.(*types.Func)
		return ok && (does[fn.Name()] || kube.IsRetry(kube.SymbolOf(fn)) || kube.IsWait(kube.SymbolOf(fn))) || kube.MayOperate(obj)
	})
}

// makesObject tells whether a function returns an API object, whose name callers may want to know: one that is no copy of its
// receiver.
func makesObject(fn *types.Func) bool {
	sig := fn.Signature()
	for v := range sig.Results().Variables() {
		if t := v.Type(); kube.IsObject(t) && !types.IsInterface(t) && (sig.Recv() == nil || !types.Identical(ir.Deref(sig.Recv().Type()), ir.Deref(t))) {
			return true
		}
	}
	return false
}

// declaresResults tells whether the package has a type by which the steps of a reconcile say whether there is a next one: with
// a bool, and an error or the result of a reconcile.
func declaresResults(pkg *types.Package) bool {
	for t := range ir.Types(pkg) {
		if !tellsNext(t) {
			continue
		}
		for f := range t.Underlying().(*types.Struct).Fields() {
			if kube.IsError(f.Type()) || kube.IsResult(f.Type()) {
				return true
			}
		}
	}
	return false
}

// isOwn tells whether the object belongs to the module of the package, as far as paths can tell: so that, had a function
// anything to do with the API, facts would say so.
func (in *Info) isOwn(obj types.Object) bool { return ir.SameModule(in.pass, obj.Pkg()) }
