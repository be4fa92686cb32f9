package scenario

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// maxHeld bounds for how many types of objects it is asked what a function does.
const maxHeld = 8

// noOther is a type that no function looks for.
var noOther = types.NewPointer(types.NewNamed(types.NewTypeName(token.NoPos, nil, "other", nil), types.NewStruct(nil, nil), nil))

// NotInTombstones tells whether a function looks for objects of certain types only, and in tombstones for none of these, but for
// others: then it does nothing either for an object or for its tombstone, whatever the informer holds. It returns the first type
// of those for which it does something; nil if it isn't so. run executes the function.
func (e *Evaluator) NotInTombstones(run func(Value) *Result) types.Type {
	tombstone := run(TheTombstone)
	if tombstone == nil || !tombstone.works() || !slices.ContainsFunc(e.askedFor(tombstone), kube.IsTombstone) {
		return nil
	}
	object := run(TheObject)
	if !object.works() || !run(TheObject.Holding(noOther)).idle() {
		return nil
	}
	asked := slices.DeleteFunc(e.askedFor(object), func(t types.Type) bool { return types.IsInterface(t) || kube.IsTombstone(ir.Deref(t)) })
	if len(asked) > maxHeld {
		return nil
	}
	var held types.Type
	for _, t := range asked {
		if run(TheObject.Holding(t)).idle() {
			continue
		}
		r := run(TheTombstone.Holding(t))
		if !r.idle() || !slices.ContainsFunc(r.Causes, func(c *Cause) bool { return c.Kind == OtherType }) {
			return nil
		}
		if held == nil {
			held = t
		}
	}
	return held
}

// works tells whether an execution does something to an object, and nothing goes wrong.
func (r *Result) works() bool {
	strength, dependent := r.Strength()
	return strength == kube.HasEffect && dependent && len(r.Faults) == 0 && !r.Truncated
}

// Does tells whether an execution may do something.
func (r *Result) Does() bool { return r != nil && !r.idle() }

// idle tells whether an execution certainly does nothing.
func (r *Result) idle() bool {
	strength, _ := r.Strength()
	return strength == kube.NoEffect && len(r.Faults) == 0 && !r.Truncated
}

// askedFor lists the types that an execution asserts anything to be.
func (e *Evaluator) askedFor(r *Result) (asked []types.Type) {
	seen := map[*Result]bool{}
	for todo := []*Result{r}; len(todo) > 0; todo = todo[1:] {
		r := todo[0]
		if seen[r] || !e.solver.Step() {
			continue
		}
		seen[r] = true
		for i := range ir.All[ssa.Instruction](r.Fn.Blocks) {
			if called := r.calls[i]; called != nil {
				todo = append(todo, called)
			}
			assert, ok := i.(*ssa.TypeAssert)
			if ok && r.reached[i.Block()] && !slices.ContainsFunc(asked, func(t types.Type) bool { return types.Identical(t, assert.AssertedType) }) {
				asked = append(asked, assert.AssertedType)
			}
		}
	}
	return asked
}
