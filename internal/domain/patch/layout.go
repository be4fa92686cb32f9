package patch

import (
	"go/types"
	"reflect"
	"strings"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Layout is the struct of an object that a patch changes; none if it isn't known.
type Layout struct{ *types.Struct }

// LayoutOf returns that of the object that a write is of, as the variable or the result of the call says.
func LayoutOf(w Write) Layout {
	var t types.Type
	if results := w.Call.Common().Signature().Results(); w.Object != nil {
		t = identity.Root(w.Object).Type()
	} else if results.Len() > 0 {
		t = results.At(0).Type()
	} else {
		return Layout{}
	}
	of, _ := ir.Deref(t).Underlying().(*types.Struct)
	return Layout{of}
}

// part returns the path of what is in a field of the object, both by their names as JSON: of a field of it, or of an entry, if it
// is a map; of the whole map, if the key may be put together.
func (of Layout) part(field, name string) string {
	for n := 0; of.Struct != nil && n < of.NumFields(); n++ {
		if tag, _, _ := strings.Cut(reflect.StructTag(of.Tag(n)).Get("json"), ","); tag != field {
			continue
		}
		if _, entries := of.Field(n).Type().Underlying().(*types.Map); !entries {
			break
		}
		if strings.Contains(name, unknownText) {
			return of.Field(n).Name()
		}
		return of.Field(n).Name() + ".[" + name + "]"
	}
	return fieldName(field) + "." + fieldName(name)
}

// hasKeys tells whether a path of two steps is of a list whose elements the server tells from each other by a key.
func (of Layout) hasKeys(path string) bool {
	first, second, two := strings.Cut(path, ".")
	for n := 0; two && of.Struct != nil && n < of.NumFields(); n++ {
		part, ok := ir.Deref(of.Field(n).Type()).Underlying().(*types.Struct)
		if of.Field(n).Name() != first || !ok {
			continue
		}
		for m := range part.NumFields() {
			if part.Field(m).Name() == second {
				return kube.HasMergeKey(part.Tag(m))
			}
		}
	}
	return false
}
