package change

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

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
			if ir.TypeParam(ir.Deref(term)) != nil || mayBeData(term) {
				return true
			}
		}
	}
	return !listed
}

// ofParam is the answer for a value of the type that a type parameter of a function is, which was loaded: a copy, if that is
// a struct, as only callers know.
func (a answer) ofParam(param *types.TypeParam) answer {
	return a.each(func(r Root) (Root, bool) {
		if r.Param != nil && r.copies == 0 && isParamOf(param, r.Param.Parent()) {
			r.copies = int8(min(param.Index()+1, maxTypeParams))
		}
		return r, true
	})
}

// maxTypeParams is more than functions have.
const maxTypeParams = 100

// isParamOf tells whether a function has the type parameter, and not the type that it is a method of.
func isParamOf(param *types.TypeParam, fn *ssa.Function) bool {
	params := fn.Signature.TypeParams()
	return param.Index() < params.Len() && params.At(param.Index()) == param
}

// instance is the root of what a function returns with what the types say for which a call is of that, if it is generic.
func (r Root) instance(common *ssa.CallCommon) Root {
	if r.copies == 0 || common.StaticCallee() == nil {
		return r
	}
	args, n := common.StaticCallee().TypeArgs(), int(r.copies)-1
	if n >= len(args) {
		return r // a call of it for whatever the function is for that calls it
	}
	if r.copies = 0; ir.IsStruct(args[n]) {
		r.Copied = true
	} else if outer := ir.TypeParam(args[n]); outer != nil {
		r.copies = int8(min(outer.Index()+1, maxTypeParams))
	}
	return r
}
