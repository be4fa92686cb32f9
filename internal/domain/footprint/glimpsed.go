package footprint

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// glimpsed returns what a function of another package of the user's looks at of an object that a call gives it, if that is said
// and it does no more than to answer: what it returns is no part of the object. Nil if that isn't known.
func (f *Finder) glimpsed(v ssa.Value, call ssa.CallInstruction) Set {
	looked, ok := f.calls.Looks(call, v)
	if !ok || len(looked) == 0 || !answersOnly(call.Common().Signature()) {
		return nil
	}
	return f.Bound(Of(looked), call)
}

// answersOnly tells whether a function returns nothing but texts, numbers, and yes or no.
func answersOnly(signature *types.Signature) bool {
	for result := range signature.Results().Variables() {
		if basic, ok := result.Type().Underlying().(*types.Basic); !ok || basic.Kind() == types.UnsafePointer {
			return false
		}
	}
	return true
}
