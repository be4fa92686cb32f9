package use

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// usesData tells whether more than the metadata of an object, or of the objects in a list, may be used beside the call
// that reads it.
func usesData(object ssa.Value, read ssa.CallInstruction) bool {
	for range 3 {
		switch v := object.(type) {
		case *ssa.MakeInterface:
			object = v.X
		case *ssa.ChangeInterface:
			object = v.X
		}
	}
	d := &dataWalk{read: read, seen: map[ssa.Value]bool{}}
	return d.used(object)
}

// A dataWalk looks for uses of an object's data.
type dataWalk struct {
	read ssa.CallInstruction
	seen map[ssa.Value]bool
}

func (d *dataWalk) used(v ssa.Value) bool {
	if d.seen[v] || v.Referrers() == nil {
		return false
	}
	d.seen[v] = true
	for _, ref := range *v.Referrers() {
		if d.by(v, ref) {
			return true
		}
	}
	return false
}

// by tells whether one instruction uses data of an object, list, or slice of objects.
func (d *dataWalk) by(v ssa.Value, ref ssa.Instruction) bool {
	switch ref := ref.(type) {
	case *ssa.FieldAddr:
		return d.field(ref.X, ref.Field, ref)
	case *ssa.Field:
		return d.field(ref.X, ref.Field, ref)
	case *ssa.UnOp: // the slice of a list's items, or a copy of one
		return d.used(ref)
	case *ssa.IndexAddr:
		return d.used(ref)
	case *ssa.MakeInterface:
		return d.used(ref)
	case *ssa.Store:
		return ref.Val == v && d.copied(ref)
	case *ssa.BinOp: // with nil
		return false
	case ssa.CallInstruction:
		return ref != d.read && !takesMetadata(ref.Common())
	}
	return true
}

func (d *dataWalk) field(x ssa.Value, field int, v ssa.Value) bool {
	switch structField(x, field) {
	case "ObjectMeta", "TypeMeta", "ListMeta":
		return false
	case "Items":
		return d.used(v)
	}
	return true
}

// copied follows an object into a variable.
func (d *dataWalk) copied(store *ssa.Store) bool {
	alloc, ok := store.Addr.(*ssa.Alloc)
	return !ok || d.used(alloc)
}

// takesMetadata tells whether what is called needs no more of an object than its metadata.
func takesMetadata(call *ssa.CallCommon) bool {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		return b.Name() == "len"
	}
	if obj := ir.Called(call); obj != nil {
		return metadataOnly[obj.Name()]
	}
	return false
}

// metadataOnly are functions and methods of controller-runtime and apimachinery that do with metadata.
var metadataOnly = map[string]bool{
	"Get": true, "List": true, "Delete": true, "ObjectKeyFromObject": true, "IsControlledBy": true, "GetControllerOf": true,
	"GetControllerOfNoCopy": true, "ContainsFinalizer": true, "HasOwnerReference": true, "HasControllerReference": true,
}
