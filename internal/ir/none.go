package ir

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// IsNone tells whether a value says that there is nothing: the zero value of its type, or OperationResultNone.
func IsNone(v ssa.Value) bool {
	if IsZero(v) {
		return true
	}
	c, ok := v.(*ssa.Const)
	return ok && c.Value.ExactString() == `"unchanged"` && kube.IsOperationResult(c.Type())
}

// IsMap tells whether values of a type are maps.
func IsMap(t types.Type) bool {
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// IsBool tells whether values of a type are true or false.
func IsBool(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Kind() == types.Bool
}
