package ir

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// storeSteps is how far a store is followed back to where it is made.
const storeSteps = 50

// IsOwnStore tells whether a store, or that which a lister reads, may be one that the package fills itself, rather than an
// informer: it makes it, or puts objects in it where it has it at hand.
func (p *Package) IsOwnStore(v ssa.Value) bool {
	places := p.Index()
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
		switch s := StepOf(v); s.Kind {
		case Alias:
			todo = append(todo, s.From...)
		case Load:
			todo = append(todo, places.Contents(s.From[0])...)
		case FieldOf:
			todo = append(todo, places.OfField(s.Field)...)
		case Result:
			if kube.MakesStore(Symbol(s.Call.Common())) {
				return true
			}
			if callee := p.Callee(s.Call.Common()); callee != nil {
				todo = append(todo, Returned(callee, s.Index)...)
			} else if of := listedBy(s.Call.Common()); of != nil {
				todo = append(todo, of)
			}
		}
	}
	return false
}

// listedBy returns the store, or the lister, that a lister is made of; nil if the call makes none.
func listedBy(common *ssa.CallCommon) ssa.Value {
	recv, args := Receiver(common)
	switch fn, _ := Called(common).(*types.Func); {
	case fn == nil:
	case recv != nil && kube.Namespaced(fn):
		return recv
	case recv == nil:
		if arg, ok := kube.ListsOf(fn); ok && arg < len(args) {
			return args[arg]
		}
	}
	return nil
}

// isFed tells whether objects are put in a store.
func isFed(v ssa.Value) bool {
	return slices.ContainsFunc(Uses(v), func(ref ssa.Instruction) bool {
		call, ok := ref.(ssa.CallInstruction)
		return ok && call.Common().Value == v && kube.FeedsStore(Symbol(call.Common()))
	})
}
