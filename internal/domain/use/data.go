package use

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// usesData tells whether more than the metadata of an object, list, or slice of objects may be used.
func (s *scan) usesData(v ssa.Value) bool {
	return slices.ContainsFunc(s.places.Uses(v), s.dataOf)
}

// dataOf tells whether data of an object is used in one way.
func (s *scan) dataOf(u ir.Use) bool {
	switch u.Does {
	case ir.Takes:
		if u.Field == nil {
			return s.data.Of(u.To)
		}
		switch u.Field.Name() {
		case "ObjectMeta", "TypeMeta", "ListMeta":
			return false
		case "Items":
			return s.data.Of(u.To)
		}
		return true
	case ir.Loads, ir.Converts: // the slice of a list's items, or a copy of one
		return s.data.Of(u.To)
	case ir.Stores:
		return ir.StepOf(u.Addr).Kind != ir.Variable || s.data.Of(u.Addr)
	case ir.Fills, ir.Compares:
		return false
	case ir.Passes:
		return !ir.IsBuiltin(u.Call.Common(), "len") && !metadataOnly[ir.CalledName(u.Call.Common())]
	}
	return true
}

// metadataOnly are functions and methods of controller-runtime and apimachinery that do with metadata.
var metadataOnly = map[string]bool{
	"Get": true, "List": true, "Delete": true, "ObjectKeyFromObject": true, "IsControlledBy": true, "GetControllerOf": true,
	"GetControllerOfNoCopy": true, "ContainsFinalizer": true, "HasOwnerReference": true, "HasControllerReference": true,
}
