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
			if addr, ok := s.From[0].(*ssa.FieldAddr); ok && places.isFedIn(FieldAt(addr)) {
				return true
			}
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

// isFedIn tells whether objects are put in the store that a field has, wherever the struct is, unless an informer's is seen to be
// put in the field.
func (p *Index) isFedIn(field *types.Var) bool {
	addrs := p.FieldAddrs(field)
	if len(addrs) > maxFedIn || !slices.ContainsFunc(addrs, func(addr ssa.Value) bool {
		return slices.ContainsFunc(slices.Collect(Refs[*ssa.UnOp](addr)), func(load *ssa.UnOp) bool { return isFed(load) })
	}) {
		return false
	}
	return !slices.ContainsFunc(p.OfField(field), func(v ssa.Value) bool {
		s := StepOf(Unwrap(v))
		return s.Kind == Result && kube.HandsOutCache(CalledName(s.Call.Common()))
	})
}

// maxFedIn bounds in how many places a field is used that is asked for what is put in its store.
const maxFedIn = 200

// isFed tells whether objects are put in a store.
func isFed(v ssa.Value) bool {
	return v.Referrers() != nil && slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		call, ok := ref.(ssa.CallInstruction)
		return ok && call.Common().Value == v && kube.FeedsStore(Symbol(call.Common()))
	})
}
