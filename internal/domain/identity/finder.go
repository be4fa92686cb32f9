// Package identity says which object it is: what names it, and whether two values, in one function or in several, are of the same
// one.
//
// A [Term] stands for a value whose equality matters: a key, a name, a variable. Values with the same term are the same on
// every run. An object has the terms of all keys that are known of it: those by which it was read, those that a literal or
// the function that made it gives it. Beside its term, which is that of its copies too, it has the term of its pointer
// ([Finder.Pointer]), which is that of the memory, and as the base of a patch a [Base], which says what it is a copy of.
//
// What is found in a function is said in terms of a call of it ([Finder.Lift]), by [Facts] in those of a call from another
// package.
package identity

import (
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// A Finder finds out which objects the values of one package are.
type Finder struct {
	pass  *analysis.Pass
	lazy  *ir.Package
	calls Calls

	terms    *flow.Table[ssa.Value, *Term]
	leafKeys *flow.Table[keysAt, []*Term]
	held     *flow.Table[Held, []*Term]
	loads    *flow.Table[holding, []ssa.Value]
	filledBy *flow.Table[ssa.Instruction, ssa.Instruction]
	namings  *flow.Table[ssa.Value, []naming]
	objects  *flow.Table[ssa.Value, *Term]
	lifted   *flow.Table[leafAt, *Term]
	returned *flow.Table[resultOf, []*Term]
	pointers *flow.Table[ssa.Value, *Term]
	bases    *flow.Table[ssa.Value, Base]
	varying  *flow.Table[*ssa.Function, bool]

	leaves   map[ssa.Value]int // their numbers
	parts    flow.Memo[*ssa.Alloc, parts]
	versions flow.Memo[*ssa.Alloc, map[*ssa.UnOp]ssa.Value] // see firstAlike
	puts     flow.Memo[*ssa.Function, map[string]bool]      // the fields whose maps a function puts something into
	naming   flow.Memo[ssa.Value, names]
	copying  flow.Memo[*ssa.Function, *ssa.Parameter] // see Copied
}

// NewFinder returns the finder of the pass's package.
func NewFinder(pass *analysis.Pass, lazy *ir.Package, s *flow.Solver, calls Calls) *Finder {
	f := &Finder{pass: pass, lazy: lazy, calls: calls, leaves: map[ssa.Value]int{}}
	f.terms = flow.NewTable(s, flow.Rules[ssa.Value, *Term]{Compute: f.makeTerm, Least: pending, Equal: Equal})
	f.leafKeys = flow.NewTable(s, flow.Rules[keysAt, []*Term]{Compute: f.findKeys, Least: anyKeys, Equal: equalKeys})
	f.held = flow.NewTable(s, flow.Rules[Held, []*Term]{Compute: f.findHeld, Least: anyKeys, Equal: equalKeys})
	f.loads = flow.NewTable(s, flow.Rules[holding, []ssa.Value]{Compute: f.findLoads, Equal: slices.Equal[[]ssa.Value]})
	f.filledBy = flow.NewTable(s, flow.Rules[ssa.Instruction, ssa.Instruction]{Compute: f.findFilledBy, Equal: flow.Equal[ssa.Instruction]})
	f.namings = flow.NewTable(s, flow.Rules[ssa.Value, []naming]{Compute: f.findNamings, Equal: equalNamings})
	f.objects = flow.NewTable(s, flow.Rules[ssa.Value, *Term]{Compute: f.findObject, Equal: Equal})
	f.lifted = flow.NewTable(s, flow.Rules[leafAt, *Term]{Compute: f.liftLeaf, Equal: Equal})
	f.returned = flow.NewTable(s, flow.Rules[resultOf, []*Term]{Compute: f.findReturned, Least: anyKeys, Equal: equalKeys})
	f.pointers = flow.NewTable(s, flow.Rules[ssa.Value, *Term]{Compute: f.findPointer, Least: pending, Equal: Equal})
	f.bases = flow.NewTable(s, flow.Rules[ssa.Value, Base]{Compute: f.findBase, Equal: equalBases})
	f.varying = flow.NewTable(s, flow.Rules[*ssa.Function, bool]{Compute: f.findVarying, Unknown: true, Equal: flow.Equal[bool]})
	return f
}

// keysAt asks for the keys of an object at an instruction, or wherever, if it is nil.
type keysAt struct {
	object ssa.Value
	at     ssa.Instruction
}

// leafAt asks what a variable of the callee is in terms of a call.
type leafAt struct {
	leaf   ssa.Value
	callee *ssa.Function
	call   *ssa.CallCommon
}

// resultOf asks for a result of a function.
type resultOf struct {
	fn *ssa.Function
	n  int
}

// anyKeys stands for the keys of an object that are still being looked for.
var anyKeys = []*Term{pending}

func isAnyKeys(keys []*Term) bool { return len(keys) == 1 && keys[0] == pending }

func equalKeys(a, b []*Term) bool { return slices.EqualFunc(a, b, Equal) }

func equalNamings(a, b []naming) bool {
	return slices.EqualFunc(a, b, func(x, y naming) bool { return x.at == y.at && equalKeys(x.keys, y.keys) })
}
