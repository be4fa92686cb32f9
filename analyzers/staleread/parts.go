package staleread

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/access"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Parts are parts of an object, as a set.
type parts uint8

const (
	metadata   parts = 1 << iota // but for what never changes
	references                   // owner references and finalizers
	status
	content // spec, data and all the rest
	all     = metadata | references | status | content
)

// changed returns the parts of the object that a write may have changed.
func changed(w *access.Op) parts {
	switch {
	case w.Verb == kube.VerbCreate || w.Verb == kube.VerbDelete || w.Verb == kube.VerbDeleteAll || w.Where != "":
		return all
	case w.Sub == "Status":
		return status
	case onlyMetadata(w):
		if onlyReferences(w) {
			return references
		}
		return metadata | references
	}
	return all
}

// onlyMetadata tells whether nothing but metadata can have been changed in the object that is written: it was read
// right there, or in the function that hands it on, and is only ever touched as a client.Object.
func onlyMetadata(w *access.Op) bool {
	object := access.Pointer(w.Object)
	for i := len(w.Path) - 1; object != nil; i-- {
		switch v := object.(type) {
		case *ssa.Alloc:
			return read(v) && metadataUses(v, i < len(w.Path)-1)
		case *ssa.Parameter:
			if i == 0 || !types.IsInterface(v.Type()) {
				return false
			}
			object = access.Pointer(access.ArgumentFor(w.Path[i-1], v))
		default:
			return false
		}
	}
	return false
}

// onlyReferences tells whether the function that writes an object hands it, before that, to nothing but functions that
// set owner references or finalizers, as their names say, and to those that get something of it.
func onlyReferences(w *access.Op) bool {
	param, ok := access.Pointer(w.Object).(*ssa.Parameter)
	if !ok {
		return false
	}
	sets, others := handedTo(param, w.Call)
	return sets && !others
}

// handedTo tells whether a value is handed to functions that set owner references or finalizers, and whether it is to
// others that may change it.
func handedTo(v ssa.Value, write ssa.CallInstruction) (sets, others bool) {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.MakeInterface:
		case *ssa.ChangeInterface:
			s, o := handedTo(ref, write)
			sets, others = sets || s, others || o
		case ssa.CallInstruction:
			switch name := access.MethodName(ref); {
			case ref == write, kube.IsGetter(name):
			case kube.IsFinalizerName(name), kube.IsOwnerName(name):
				sets = true
			default:
				others = true
			}
		default:
			others = true
		}
	}
	return sets, others
}

// read tells whether an object's variable is filled by a read.
func read(v *ssa.Alloc) bool {
	for _, ref := range *v.Referrers() {
		mi, ok := ref.(*ssa.MakeInterface)
		if !ok {
			continue
		}
		for _, use := range *mi.Referrers() {
			if call, ok := use.(ssa.CallInstruction); ok && access.MethodName(call) == "Get" {
				return true
			}
		}
	}
	return false
}

// metadataUses tells whether an object's variable is handed to functions that take any object, and to nothing that
// could change more than metadata; one of them may be the function that writes it.
func metadataUses(v *ssa.Alloc, changedBelow bool) bool {
	handed := changedBelow
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.MakeInterface:
			handed = handed || changes(ref)
		case *ssa.FieldAddr:
			if field := access.Field(ref); !(field.Embedded() && field.Name() == "ObjectMeta") && written(ref) {
				return false
			}
		default:
			return false
		}
	}
	return handed
}

// changes tells whether an object is handed to a function that neither reads nor writes it at the API, nor only looks.
func changes(object *ssa.MakeInterface) bool {
	for _, ref := range *object.Referrers() {
		call, ok := ref.(ssa.CallInstruction)
		if !ok {
			continue
		}
		switch name := access.MethodName(call); {
		case name == "Get", name == "Update", name == "Patch", kube.IsGetter(name):
		default:
			return true
		}
	}
	return false
}

// written tells whether a field may be written through its address: it is anything but loaded from.
func written(addr *ssa.FieldAddr) bool {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			if !onlyLooked(ref) {
				return true
			}
		case *ssa.FieldAddr:
			if written(ref) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// onlyLooked tells whether what was loaded from a field, such as a map or a pointer, is not changed through it.
func onlyLooked(load *ssa.UnOp) bool {
	if _, basic := load.Type().Underlying().(*types.Basic); basic {
		return true
	}
	for _, ref := range *load.Referrers() {
		switch ref.(type) {
		case *ssa.DebugRef, *ssa.BinOp, *ssa.Lookup, *ssa.Range:
		default:
			return false
		}
	}
	return true
}

// used returns the parts that are looked at of the object that a read returns.
func used(r *access.Op) parts {
	if r.Where != "" || r.Object == nil {
		return all
	}
	if alloc, ok := access.Pointer(r.Object).(*ssa.Alloc); ok {
		u := &uses{read: r.Call, behind: access.Behind(r.Call)}
		return u.of(alloc, 3)
	}
	return all
}

// uses finds what is looked at of an object after it was read.
type uses struct {
	read   ssa.CallInstruction
	behind func(ssa.Instruction) bool // whether an instruction can come after the read
}

func (u *uses) of(v ssa.Value, depth int) parts {
	var sum, replaced parts
	for _, ref := range *v.Referrers() {
		mi, conversion := ref.(*ssa.MakeInterface)
		if conversion {
			sum |= u.of(mi, depth)
			continue
		}
		if !u.behind(ref) {
			continue
		}
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case *ssa.FieldAddr:
			looked, set := fieldUses(ref)
			sum, replaced = sum|looked, replaced|set
		case *ssa.Call:
			name := access.MethodName(ref)
			switch {
			case identity[name]:
			case name == "DeepCopy" && depth > 0:
				sum |= u.of(ref, depth-1)
			default:
				sum = all
			}
		default:
			sum = all
		}
	}
	return sum &^ replaced
}

// fieldUses returns the part that the use of a field looks at, or the one that it replaces as a whole.
func fieldUses(addr *ssa.FieldAddr) (looked, replaced parts) {
	switch field := access.Field(addr); {
	case field.Embedded() && field.Name() == "ObjectMeta":
		return metadataUsed(addr)
	case field.Embedded(): // TypeMeta
		return 0, 0
	case field.Name() == "Status":
		return status, 0
	}
	return content, 0
}

func metadataUsed(addr *ssa.FieldAddr) (looked, replaced parts) {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			name := access.Field(ref).Name()
			if identity[name] || name == "ResourceVersion" && onlyCompared(ref) {
				continue
			}
			if name == "OwnerReferences" || name == "Finalizers" {
				looked |= references
				continue
			}
			if name == "Labels" || name == "Annotations" {
				looked |= metadata
				continue
			}
		case *ssa.Store:
			if ref.Addr == ssa.Value(addr) {
				replaced = metadata | references
				continue
			}
		case *ssa.Call:
			if identity[access.MethodName(ref)] {
				continue
			}
		}
		looked |= metadata | references
	}
	return looked, replaced
}
