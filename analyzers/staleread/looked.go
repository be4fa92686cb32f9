package staleread

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/access"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// looked returns what is looked at of the object that a read returns.
func (j *judge) looked(r *access.Op) footprint {
	if r.Where != "" {
		return whole()
	}
	l := &looks{info: j.info, behind: access.Behind(r.Call), seen: map[ssa.Value]bool{}, at: footprint{}}
	switch object := access.Pointer(r.Object).(type) {
	case nil:
		call, ok := r.Call.(*ssa.Call)
		if !ok {
			return whole()
		}
		for _, ref := range *call.Referrers() {
			if extract, ok := ref.(*ssa.Extract); ok && extract.Index == 0 {
				l.of(extract, "")
			}
		}
	case *ssa.Alloc:
		l.of(object, "")
	default:
		return whole()
	}
	return l.at
}

// looks collects what is looked at of an object after it was read.
type looks struct {
	info   *access.Info
	behind func(ssa.Instruction) bool // whether an instruction can come after the read
	seen   map[ssa.Value]bool
	at     footprint
	depth  int // of calls
}

// maxCalls bounds how many calls deep an object is followed.
const maxCalls = 3

// of collects what is looked at through a value: the object, a pointer to it, or the field of it with that path.
func (l *looks) of(v ssa.Value, path string) {
	if l.seen[v] {
		return
	}
	l.seen[v] = true
	for _, ref := range *v.Referrers() {
		if mi, ok := ref.(*ssa.MakeInterface); ok {
			l.of(mi, path)
		} else if l.behind(ref) {
			l.instr(v, path, ref)
		}
	}
}

func (l *looks) instr(v ssa.Value, path string, ref ssa.Instruction) {
	switch ref := ref.(type) {
	case *ssa.DebugRef:
	case *ssa.BinOp:
		if path != "" && path != "ResourceVersion" { // a pointer is compared with nil, a version with another
			l.at[path] = true
		}
	case *ssa.Phi, *ssa.ChangeInterface, *ssa.ChangeType:
		l.of(ref.(ssa.Value), path)
	case *ssa.FieldAddr:
		l.field(path, ref)
	case *ssa.UnOp:
		if structure(ref.Type()) || path == "" {
			l.at[path] = true
		} else {
			l.of(ref, path) // what is loaded may not be looked at
		}
	case *ssa.MapUpdate, *ssa.Store:
		l.store(v, path, ref)
	case ssa.CallInstruction:
		l.call(v, path, ref)
	default:
		l.at[path] = true
	}
}

// field goes on with a field of what is looked at.
func (l *looks) field(path string, addr *ssa.FieldAddr) {
	inner, more := fieldPath(path, addr)
	switch {
	case lasting[inner]:
	case more || inner == "ResourceVersion" || !access.Field(addr).Embedded() && !structure(access.Field(addr).Type()):
		l.of(addr, inner)
	case replaced(addr):
	default:
		l.at[inner] = true
	}
}

func structure(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// replaced tells whether what is at an address is only ever set.
func replaced(addr *ssa.FieldAddr) bool {
	for _, ref := range *addr.Referrers() {
		if store, ok := ref.(*ssa.Store); !ok || store.Addr != ssa.Value(addr) {
			return false
		}
	}
	return true
}

// store sees what is stored in the object as no look at it, and what of it is stored elsewhere as one.
func (l *looks) store(v ssa.Value, path string, ref ssa.Instruction) {
	switch ref := ref.(type) {
	case *ssa.MapUpdate:
		if ref.Map == v {
			return
		}
	case *ssa.Store:
		if ref.Addr == v || logged(ref) {
			return
		}
	}
	l.at[path] = true
}

// logged tells whether a value is stored as one of the variadic arguments of a call that only tells of it.
func logged(store *ssa.Store) bool {
	index, ok := store.Addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	array, ok := index.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, ref := range *array.Referrers() {
		slice, ok := ref.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, use := range *slice.Referrers() {
			call, ok := use.(ssa.CallInstruction)
			if !ok || !kube.OnlyTells(access.Called(call)) {
				return false
			}
		}
	}
	return true
}

// call sees what a call looks at of what it is given.
func (l *looks) call(v ssa.Value, path string, call ssa.CallInstruction) {
	name := access.MethodName(call)
	switch {
	case strings.HasPrefix(name, "DeepCopy") && call.Value() != nil:
		l.of(call.Value(), path)
	case path != "":
		l.at[path] = true
	case name == "Get": // reads it anew
	case kube.OnlyTells(access.Called(call)), name == "Delete":
	case kube.IsDiffName(name), name == "Patch" && !l.info.Locks(call):
		l.at.add(l.set(v)) // a patch has what was set, if that differs from what was read
	case kube.IsOwnerName(name):
		l.at["OwnerReferences"] = true
	case kube.IsAboutFinalizers(name):
		l.at["Finalizers"] = true
	case strings.HasPrefix(name, "Set") && receives(call, v):
	case strings.HasPrefix(name, "Get") && receives(call, v):
		if field := strings.TrimPrefix(name, "Get"); !lasting[field] {
			l.at[field] = true
		}
	default:
		l.callee(v, call)
	}
}

// set returns what is set in an object.
func (l *looks) set(v ssa.Value) footprint {
	v = access.Pointer(v)
	c := &changes{info: l.info, seen: map[ssa.Value]bool{}, at: footprint{}}
	c.of(v, "")
	return c.at
}

// receives tells whether a value is the receiver of a call of a method of metav1.Object.
func receives(call ssa.CallInstruction, v ssa.Value) bool {
	common := call.Common()
	if common.IsInvoke() {
		return common.Value == v
	}
	return len(common.Args) > 0 && common.Args[0] == v && common.Signature().Recv() != nil && kube.IsMetadata(v.Type())
}

// callee goes on in the function of this package that a call calls.
func (l *looks) callee(v ssa.Value, call ssa.CallInstruction) {
	fn := l.info.Callee(call)
	if fn == nil || l.depth == maxCalls {
		l.at.add(everything(v))
		return
	}
	inner := &looks{info: l.info, behind: func(ssa.Instruction) bool { return true }, seen: l.seen, at: l.at, depth: l.depth + 1}
	for _, p := range fn.Params {
		if access.ArgumentFor(call, p) == v {
			inner.of(p, "")
		}
	}
}

// everything is the footprint of the whole object, or of all but its metadata if that is set as a whole.
func everything(v ssa.Value) footprint {
	v = access.Pointer(v)
	f := footprint{}
	pointer, ok := v.Type().Underlying().(*types.Pointer)
	if !ok || !structure(pointer.Elem()) {
		return whole()
	}
	for _, ref := range *v.Referrers() {
		addr, ok := ref.(*ssa.FieldAddr)
		if !ok || !access.Field(addr).Embedded() || !kube.IsMetadata(addr.Type()) {
			continue
		}
		for _, use := range *addr.Referrers() {
			if store, ok := use.(*ssa.Store); ok && store.Addr == ssa.Value(addr) {
				for field := range pointer.Elem().Underlying().(*types.Struct).Fields() {
					if !field.Embedded() {
						f[field.Name()] = true
					}
				}
				return f
			}
		}
	}
	return whole()
}
