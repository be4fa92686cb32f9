package paths

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Looked returns what is looked at of the object that a read returns or fills, up to the function that the read is of.
func (in *Info) Looked(r *Op) Footprint { return in.looksOf(r).all }

// Weighed returns what is looked at of the object that a read returns or fills, but for updates that are refused if the
// object isn't the latest: they decide nothing.
func (in *Info) Weighed(r *Op) Footprint { return in.looksOf(r).weighed }

// looked is what is looked at of an object.
type looked struct{ all, weighed Footprint }

func (in *Info) looksOf(r *Op) looked {
	f, ok := in.looked[r]
	if !ok {
		f = in.findLooked(r)
		in.looked[r] = f
	}
	return f
}

func (in *Info) findLooked(r *Op) looked {
	l := in.looks(r)
	if len(l.returned) > 0 || l.param != nil {
		return looked{whole(), whole()} // whoever has it then may look at anything
	}
	return looked{l.seenOrSent(), l.at}
}

// newLooks returns looks at an object, wherever it is looked at.
func (in *Info) newLooks() *looks {
	l := &looks{info: in, seen: map[ssa.Value]bool{}, at: Footprint{}, sent: Footprint{}, returned: map[int]bool{}, left: new(int)}
	l.behind = func(ssa.Instruction) bool { return true }
	*l.left = maxParts
	return l
}

// looks follows the object that a read returns or fills.
func (in *Info) looks(r *Op) *looks {
	l := in.newLooks()
	l.behind, l.ups = ir.MayFollow(r.Call), r.Path[:len(r.Path)-1]
	switch {
	case r.remote != nil:
		l.at, l.sent = footprintOf(r.remote.Weighed), footprintOf(r.remote.Looked)
		if !in.allEnd(r.Path) {
			l.at.add(l.sent) // the error of what is refused is lost
		}
		if r.remote.Returned >= 0 {
			l.result(r.Call, r.remote.Returned)
		}
		if arg := ir.Arg(r.Call.Common(), r.remote.Object); arg != nil {
			l.variable(pointer(arg), r.Path)
		}
	case r.Object != nil && r.Via != kube.Store:
		l.variable(pointer(r.Object), r.Path)
	default:
		l.result(r.Call, 0)
	}
	return l
}

// variable follows an object that a call at the end of the path fills: a variable, or a parameter, which is a variable
// of the caller.
func (l *looks) variable(v ssa.Value, path []ssa.CallInstruction) {
	for i := len(path) - 1; ; i-- {
		if v != nil {
			i = home(v, path[:i+1])
		}
		switch object := v.(type) {
		case *ssa.Alloc:
			l.inCaller(path[:i], path[i]).of(object, "")
			return
		case *ssa.Parameter:
			l.inCaller(path[:i], path[i]).of(object, "")
			if i == 0 {
				l.param = object
				return
			}
			v = pointer(ir.ArgFor(path[i-1].Common(), object))
		default:
			l.at[""] = true
			return
		}
	}
}

// inCaller returns l for what comes behind a call.
func (l *looks) inCaller(ups []ssa.CallInstruction, call ssa.CallInstruction) *looks {
	c := *l
	c.ups, c.behind = ups, ir.MayFollow(call)
	return &c
}

// result follows a result of a call.
func (l *looks) result(call ssa.CallInstruction, n int) {
	for _, value := range resultOfCall(call, n) {
		l.inCaller(l.ups, call).of(value, "")
	}
}

// looks collects what is looked at of an object after it was read.
type looks struct {
	info   *Info
	behind func(ssa.Instruction) bool // whether an instruction can come after the read
	ups    []ssa.CallInstruction      // the calls that lead to the function, from the outermost
	seen   map[ssa.Value]bool
	downs  []ssa.CallInstruction // the calls down to the function that is looked at
	left   *int                  // values that may still be looked at

	at       Footprint
	sent     Footprint      // by updates that are refused if it isn't the latest
	returned map[int]bool   // results of the outermost function that the object is
	param    *ssa.Parameter // of the outermost function that is filled
}

// seenOrSent is all that is looked at.
func (l *looks) seenOrSent() Footprint {
	all := maps.Clone(l.at)
	all.add(l.sent)
	return all
}

// exits sees that a function returns the object: its callers look at it.
func (l *looks) exits(v ssa.Value, path string, ret *ssa.Return) {
	for n, result := range ret.Results {
		switch {
		case result != v:
		case path != "" || len(l.downs) > 0:
			l.at[path] = true
		case len(l.ups) == 0:
			l.returned[n] = true
		default:
			up := *l
			up.ups = l.ups[:len(l.ups)-1]
			up.result(l.ups[len(l.ups)-1], n)
		}
	}
}

// maxParts bounds how many values an object is followed through; of what lies further, all may be looked at and changed.
const maxParts = 2000

// of collects what is looked at through a value: the object, a pointer to it, or the field of it with that path.
func (l *looks) of(v ssa.Value, path string) {
	if l.seen[v] {
		return
	}
	l.seen[v] = true
	if *l.left--; *l.left < 0 {
		l.at[path] = true
		return
	}
	for _, alias := range aliases(v)[1:] {
		l.of(alias, path)
	}
	for _, ref := range *v.Referrers() {
		if mi, ok := ref.(*ssa.MakeInterface); ok {
			l.of(mi, path)
		} else if l.behind(ref) && !isAliased(v, ref) {
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
	case *ssa.Phi, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert:
		l.of(ref.(ssa.Value), path)
	case *ssa.Extract: // of a checked assertion
		if ref.Index == 0 {
			l.of(ref, path)
		}
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
	case *ssa.Return:
		l.exits(v, path, ref)
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
	case kube.IsLasting(inner):
	case more || inner == "ResourceVersion" || !ir.Field(addr.X.Type(), addr.Field).Embedded() && !structure(ir.Field(addr.X.Type(), addr.Field).Type()):
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
func logged(store *ssa.Store) bool { return passedOnlyTo(store, kube.OnlyTells) }

// passedOnlyTo tells whether a value is stored as one of the variadic arguments of a call of such a function.
func passedOnlyTo(store *ssa.Store, is func(types.Object) bool) bool {
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
			if !ok || !is(ir.Called(call.Common())) {
				return false
			}
		}
	}
	return true
}

// call sees what a call looks at of what it is given.
func (l *looks) call(v ssa.Value, path string, call ssa.CallInstruction) {
	name := ir.CalledName(call.Common())
	switch {
	case strings.HasPrefix(name, "DeepCopy") && call.Value() != nil:
		l.of(call.Value(), path)
	case path != "":
		l.at[path] = true
	case name == "Get": // reads it anew
	case kube.OnlyTells(ir.Called(call.Common())), name == "Delete":
	case kube.IsDiffName(name), name == "Patch" && !l.info.locks(call):
		l.at.add(l.set(v)) // a patch has what was set, if that differs from what was read
	case kube.IsOwnerName(name):
		l.at["OwnerReferences"] = true
	case kube.IsAboutFinalizers(name):
		l.at["Finalizers"] = true
	case l.info.lazy.Callee(call.Common()) != nil:
		l.callee(v, call)
	case l.foreign(v, call):
	case refersTo(v, call):
		for _, same := range resultOfCall(call, 0) {
			l.of(same, path)
		}
	case strings.HasPrefix(name, "Set") && receives(call, v):
	case strings.HasPrefix(name, "Get") && receives(call, v):
		if field := strings.TrimPrefix(name, "Get"); !kube.IsLasting(field) {
			l.at[field] = true
		}
	case l.refusable(call, v):
		l.sent.add(everything(v))
	default:
		l.at.add(everything(v))
	}
}

// refusable tells whether a call updates an object, is refused if that isn't the latest, and whether the functions that
// lead there fail then.
func (l *looks) refusable(call ssa.CallInstruction, object ssa.Value) bool {
	op := l.info.operation(call)
	return op != nil && op.Locks && op.Verb < kube.VerbCreateOrUpdate && pointer(op.Object) == pointer(object) &&
		!l.info.versioned(pointer(object)) && l.info.allEnd(slices.Concat([]ssa.CallInstruction{call}, l.downs, l.ups))
}

// versioned tells whether the resource version of an object is set, so that an update of it isn't refused for its age.
func (in *Info) versioned(object ssa.Value) bool {
	is, ok := in.versions[object]
	if !ok {
		c := in.newChanges(nil, Footprint{})
		c.of(object, "")
		is = c.at["ResourceVersion"]
		in.versions[object] = is
	}
	return is
}

// set returns what is set in an object.
func (l *looks) set(v ssa.Value) Footprint {
	v = pointer(v)
	c := l.info.newChanges(nil, Footprint{})
	c.of(v, "")
	return c.at
}

// foreign sees what a function of another package looks at of what it is given; false if that isn't known.
func (l *looks) foreign(v ssa.Value, call ssa.CallInstruction) bool {
	f := l.info.factsFor(ir.Called(call.Common()))
	if f == nil {
		return false
	}
	for _, p := range f.Params {
		if ir.Arg(call.Common(), p.Index) != v {
			continue
		}
		l.at.add(footprintOf(p.Weighed))
		if sent := footprintOf(p.Looked); l.info.allEnd(slices.Concat([]ssa.CallInstruction{call}, l.downs, l.ups)) {
			l.sent.add(sent)
		} else {
			l.at.add(sent)
		}
		return true
	}
	return false
}

// refersTo tells whether a call returns the value as another type, such as meta.Accessor does.
func refersTo(v ssa.Value, call ssa.CallInstruction) bool {
	how, arg, field := kube.SharingOf(ir.Called(call.Common()))
	return how == kube.Same && field == "" && arg != kube.Receiver && ir.Written(call.Common(), arg) == v
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
	fn := l.info.lazy.Callee(call.Common())
	inner := *l
	inner.behind, inner.downs = func(ssa.Instruction) bool { return true }, append(slices.Clone(l.downs), call)
	for _, p := range fn.Params {
		if ir.ArgFor(call.Common(), p) == v {
			inner.of(p, "")
		}
	}
}

// everything is the footprint of the whole object, or of all but its metadata if that is set as a whole.
func everything(v ssa.Value) Footprint {
	v = pointer(v)
	f := Footprint{}
	pointer, ok := v.Type().Underlying().(*types.Pointer)
	if !ok || !structure(pointer.Elem()) {
		return whole()
	}
	for _, ref := range *v.Referrers() {
		addr, ok := ref.(*ssa.FieldAddr)
		if !ok || !ir.Field(addr.X.Type(), addr.Field).Embedded() || !kube.IsMetadata(addr.Type()) {
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
