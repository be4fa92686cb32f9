package change

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// storeSteps is how far a store is followed back to where it is made.
const storeSteps = 50

// IsOwnStore tells whether a store may be one that the package fills itself, rather than an informer: it makes it, or puts
// objects in it where it has it at hand.
func IsOwnStore(pkg *ir.Package, v ssa.Value) bool {
	places := pkg.Index()
	seen := map[ssa.Value]bool{}
	for todo := []ssa.Value{v}; len(todo) > 0 && len(seen) < storeSteps; {
		v, todo = todo[len(todo)-1], todo[:len(todo)-1]
		if seen[v] {
			continue
		}
		seen[v] = true
		if isFed(v) {
			return true
		}
		switch s := ir.StepOf(v); s.Kind {
		case ir.Alias:
			todo = append(todo, s.From...)
		case ir.Load:
			todo = append(todo, places.Contents(s.From[0])...)
		case ir.FieldOf:
			todo = append(todo, places.OfField(s.Field)...)
		case ir.Result:
			if kube.MakesStore(ir.Symbol(s.Call.Common())) {
				return true
			}
			if callee := pkg.Callee(s.Call.Common()); callee != nil {
				todo = append(todo, ir.Returned(callee, s.Index)...)
			}
		}
	}
	return false
}

// isFed tells whether objects are put in a store.
func isFed(v ssa.Value) bool {
	return v.Referrers() != nil && slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		call, ok := ref.(ssa.CallInstruction)
		return ok && call.Common().Value == v && kube.FeedsStore(ir.Symbol(call.Common()))
	})
}
