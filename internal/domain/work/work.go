// Package work says what work the functions of a package come to: writes to the API server, reads from it, and calls
// that take long, through any number of calls of functions, methods, closures and interfaces, in this package and, by
// facts, in the other packages of the user's.
//
// It says what may happen on some path; which path is taken is not asked, but for branches on constants.
package work

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Info is what is known of the work in one package.
type Info struct {
	Package *ssa.Package
	// Functions are the functions and function literals of the source.
	Functions []*ssa.Function

	pkg     *ir.Package
	origins *client.Origins
	known   map[*types.Func]*Facts // functions of other packages

	solver     *flow.Solver
	values     *values
	calls      *flow.Table[*ssa.Function, []calling]
	holders    *flow.Table[*ssa.Function, []heldCall]
	kept       []keeping // nil until somebody asks
	told       *tellers  // the same
	buffers    *flow.Table[ssa.Value, buffering]
	gates      *flow.Table[*ssa.Function, bool] // see gated
	decided    ir.Flags
	nodes      map[*ssa.Function]*node
	order      []*node // in the order in which they were made
	connected  int     // of them
	open       []*openCall
	chosen     []chosen
	many       map[*types.Func]*many     // the methods of interfaces that several types implement
	implements map[*ssa.Function][]*many // which of them a method is one of
	repeated   map[*ssa.Function]bool    // see repeatedAnyway
	traits     map[*ssa.Function]trait
	lists      *flow.Table[*ssa.Function, []listing] // see listsOf
	next       [classes]map[*ssa.Function]step       // the way to the nearest work
	asked      [classes]demands
	doers      doing                                     // whatever is passed
	sought     map[*ssa.Function]types.Type              // see soughtBy
	missed     map[*ssa.BasicBlock][]types.Type          // see missedAt
	reached    map[ssa.CallInstruction][]*ssa.BasicBlock // see reachedBy
	bars       flow.Memo[barring, bool]                  // see barred
	left       *flow.Table[leaving, bool]
	fewest     *flow.Table[*ssa.Function, int] // requests; see leastOf
	sentOn     flow.Memo[stretch, map[*ssa.BasicBlock]int]

	// Aftermath, if not nil, says what the function of a call does when that fails: whoever knows its paths sets it.
	Aftermath func(*ssa.Call) Aftermath
}

// New returns what is known of the work in the pass's package, nil if there is none. known is what other packages say of
// their functions.
func New(pass *analysis.Pass, lazy *ir.Package, solver *flow.Solver, origins *client.Origins, known map[*types.Func]*Facts) *Info {
	if !relevant(pass, lazy, known) {
		return nil
	}
	in := &Info{
		Package: lazy.SSA(), Functions: lazy.Functions(),
		pkg: lazy, origins: origins, known: known,
		solver: solver, values: newValues(lazy, solver),
		nodes:      map[*ssa.Function]*node{},
		many:       map[*types.Func]*many{},
		implements: map[*ssa.Function][]*many{},
	}
	in.buffers = flow.NewTable(solver, flow.Rules[ssa.Value, buffering]{Compute: in.bufferOf, Unknown: mayBuffer, Equal: flow.Equal[buffering]})
	in.lists = flow.NewTable(solver, flow.Rules[*ssa.Function, []listing]{Compute: in.listsOf, Equal: slices.Equal[[]listing]})
	in.gates = flow.NewTable(solver, flow.Rules[*ssa.Function, bool]{Compute: in.gatedBy, Equal: flow.Equal[bool]})
	in.left = flow.NewTable(solver, flow.Rules[leaving, bool]{Compute: in.findLeft, Unknown: true, Equal: flow.Equal[bool]})
	in.fewest = flow.NewTable(solver, flow.Rules[*ssa.Function, int]{Compute: in.leastOf, Equal: flow.Equal[int]})
	in.build()
	in.reach()
	return in
}

// relevant tells whether the package names anything that is work, or that makes functions run on events, or calls a
// function of the user's that is known to do work, or keeps functions that it is given. It goes by syntax and types, since building SSA form is what costs.
func relevant(pass *analysis.Pass, lazy *ir.Package, known map[*types.Func]*Facts) bool {
	for _, obj := range lazy.Names() {
		if obj.Pkg() == nil {
			continue
		}
		if kube.NamesEvents(obj) || names(obj) {
			return true
		}
		if fn, ok := obj.(*types.Func); ok && known[fn.Origin()] != nil {
			return true
		}
	}
	for t := range ir.Types(pass.Pkg) {
		if kube.HandlerMethods(t) != nil {
			return true
		}
	}
	return keeps(pass.Pkg)
}

// names tells whether obj is a function that does work, or leaves it to a queue.
func names(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Var:
		s := kube.SymbolOf(obj)
		return kube.RemoteOf(s) != kube.NoVerb || obj.Parent() == obj.Pkg().Scope() && operates(obj, nil)
	case *types.Func:
		if s := kube.SymbolOf(obj); kube.WaitOf(obj) != kube.NoWait || kube.RemoteOf(s) != kube.NoVerb || kube.StartsInformers(obj) || kube.AddsWork(s) {
			return true
		}
		recv := obj.Signature().Recv()
		if recv == nil {
			return operates(obj, nil)
		}
		return kube.MayOperate(obj) && operates(obj, recv.Type())
	}
	return false
}

// operates tells whether obj reads or writes at the API server or reads from a cache, which callers may not have filled, as
// far as can be told without its arguments.
func operates(obj types.Object, recv types.Type) bool {
	op, ok := kube.OperationOf(obj, recv)
	return ok && op.Verb != kube.VerbWatch
}
