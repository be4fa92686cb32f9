package change

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// placed tells whether all that a call of append adds goes somewhere else too, on the way to it or from it: what holds it there
// may be what matters, and the longer slice what was left over.
func (t *tracer) placed(call *ssa.Call) bool {
	added := ir.Variadic(call.Call.Args[1])
	if added == nil {
		added = call.Call.Args[1:]
	}
	return !slices.ContainsFunc(added, func(v ssa.Value) bool { return !t.goesElsewhere(v, call) })
}

// goesElsewhere tells whether a value that a call of append adds, or the variable it is loaded from, is stored anywhere else, or
// handed to who may keep it.
func (t *tracer) goesElsewhere(v ssa.Value, call *ssa.Call) bool {
	if _, constant := v.(*ssa.Const); constant {
		return false
	}
	p := &places{t: t, but: call, seen: map[ssa.Value]bool{}}
	from := v // where another one begins
	if step := ir.StepOf(v); step.Kind == ir.Load {
		if variable, ok := step.From[0].(*ssa.Alloc); ok {
			from = variable
		}
	}
	p.of(v)
	p.of(from)
	if slices.ContainsFunc(p.at, func(at ssa.Instruction) bool { return ir.Before(at, call) }) {
		return true
	}
	found := false
	ir.Ahead(call, func(instr ssa.Instruction) bool {
		if begins(from, instr) {
			return false
		}
		found = found || slices.Contains(p.at, instr)
		return !found
	})
	return found
}

// places are the instructions by which a value comes to be elsewhere than in what one call of append makes.
type places struct {
	t    *tracer
	but  *ssa.Call
	at   []ssa.Instruction
	seen map[ssa.Value]bool
}

// of adds those of a value, of a copy of it, and of what a pointer to it leads to.
func (p *places) of(v ssa.Value) {
	if p.seen[v] || v.Referrers() == nil {
		return
	}
	p.seen[v] = true
	for _, ref := range ir.Uses(v) {
		if p.isPlace(v, ref) {
			p.at = append(p.at, ref)
		}
	}
}

// isPlace tells whether an instruction stores a value, or hands it to who may keep it. Parts of it are no matter.
func (p *places) isPlace(v ssa.Value, ref ssa.Instruction) bool {
	use := ir.UseOf(v, ref)
	switch use.Does {
	case ir.Converts, ir.Loads:
		p.of(use.To)
	case ir.Stores:
		store := ref.(*ssa.Store)
		return !ir.PassedTo(store, p.but) && !ir.PassedOnlyTo(store, leaves)
	case ir.Passes:
		if copied, ok := ref.(*ssa.Call); ok && CopyOf(copied) == v {
			p.of(copied)
			return false
		}
		return use.Call != ssa.CallInstruction(p.but) && p.mayKeep(v, use.Call)
	case ir.Else:
		_, branches := ref.(*ssa.If)
		return !branches && !isBasic(use.To)
	}
	return false
}

// mayKeep tells whether who is called with a value may keep it.
func (p *places) mayKeep(v ssa.Value, call ssa.CallInstruction) bool {
	common := call.Common()
	switch recv, _ := ir.Receiver(common); {
	case call.Value() == nil: // it is deferred, or runs beside
		return true
	case ir.IsBuiltin(common, ""):
		return ir.IsBuiltin(common, "append") || ir.IsBuiltin(common, "copy")
	case leaves(ir.Called(common)), recv == v && strings.HasPrefix(ir.CalledName(common), "Get"):
		return false
	}
	for i := range 1 + len(common.Args) {
		if ir.Arg(common, i) == v && p.t.lentBy(call, i, false).lent {
			return true
		}
	}
	return false
}

// leaves tells whether a function keeps nothing of what it is given: it only looks at it.
func leaves(obj types.Object) bool {
	return kube.OnlyTells(obj) || kube.OnlyNames(obj) || kube.OnlyReads(kube.SymbolOf(obj))
}
