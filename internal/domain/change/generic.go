package change

import (
	"go/types"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// typeParam returns the parameter that a type is of a generic function or type; nil if it is none.
func typeParam(t types.Type) *types.TypeParam {
	param, _ := types.Unalias(t).(*types.TypeParam)
	return param
}

// mayBeData tells whether a type parameter may stand for a type of objects of the API, or of parts of them: unless each of
// the types that its constraint lists is none of those.
func mayBeData(constraint types.Type) bool {
	iface, ok := constraint.Underlying().(*types.Interface)
	if !ok {
		return isData(constraint)
	}
	listed := false
	for embedded := range iface.EmbeddedTypes() {
		terms := []types.Type{embedded}
		if union, ok := embedded.(*types.Union); ok {
			terms = nil
			for term := range union.Terms() {
				terms = append(terms, term.Type())
			}
		}
		for _, term := range terms {
			listed = true
			if typeParam(ir.Deref(term)) != nil || mayBeData(term) {
				return true
			}
		}
	}
	return !listed
}
