package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Looked returns what is looked at of the object that a read returns or fills, up to the function that the read is of.
func (in *Info) Looked(r *Op) footprint.Set {
	return in.looked.Of(r, in.findLooked)
}

func (in *Info) findLooked(r *Op) footprint.Set {
	t := in.tour(r)
	if len(t.Returned) > 0 || t.param != nil || t.outer {
		return footprint.Whole() // whoever has it then may look at anything
	}
	return t.At
}

// A tour follows the object that a read returns or fills, from the innermost of the functions that lead to the read up to
// the outermost.
type tour struct {
	footprint.Look
	info  *Info
	path  []ssa.CallInstruction
	seen  map[ssa.Value]bool
	param *ssa.Parameter // of the outermost function that is filled
	outer bool           // it is in a struct that the outermost function was given
}

// tour follows the object that a read returns or fills.
func (in *Info) tour(r *Op) *tour {
	t := &tour{info: in, Look: footprint.NewLook(), path: r.Path, seen: map[ssa.Value]bool{}}
	last := len(r.Path) - 1
	switch {
	case r.remote != nil:
		t.At.Add(t.info.footprints.Bound(footprint.Of(r.remote.Looked), r.Call))
		if r.remote.Returned >= 0 {
			t.result(r.remote.Returned, last)
		}
		if arg := r.remote.filled(r.Call.Common()); arg != nil {
			t.variable(identity.Root(arg))
		} else if r.remote.Pointer != nil && (r.pointer == nil || !t.held(r.pointer, last)) {
			t.At[""] = true
		}
	case r.Object != nil && r.Via != kube.Store:
		t.variable(identity.Root(r.Object))
	default:
		t.result(0, last)
	}
	return t
}

// variable follows an object that a call at the end of the path fills: a variable, or a parameter, which is a variable
// of the caller.
func (t *tour) variable(v ssa.Value) {
	for i := len(t.path) - 1; ; i-- {
		if v != nil {
			i = ir.Home(v, t.path[:i+1])
		}
		switch object := v.(type) {
		case *ssa.Alloc:
			t.of(object, i)
			return
		case *ssa.Parameter:
			t.of(object, i)
			if i == 0 {
				t.param = object
				return
			}
			v = identity.Root(ir.ArgFor(t.path[i-1].Common(), object))
		default:
			if v == nil || !t.held(t.info.objects.Pointer(v), i) {
				t.At[""] = true
			}
			return
		}
	}
}

// held follows an object in a field of a struct that the function made, or was given, which the call of that index in the
// path is in; false if it isn't one, or if it is had elsewhere behind the call.
func (t *tour) held(pointer *identity.Term, i int) bool {
	for ; ; i-- {
		in, call := t.info, t.path[i]
		of, ok := identity.HeldBy(pointer, call)
		if !ok || in.goesOn(of, ir.MayFollow(call), maxHanded) {
			return false
		}
		for _, v := range in.objects.LoadedSince(call, pointer) {
			t.of(v, i)
		}
		switch _, given := of.Of.(*ssa.Parameter); {
		case !given:
			return isMade(of.Of)
		case i == 0:
			t.outer = true
			return true
		}
		pointer = in.objects.LiftPointer(pointer, call.Parent(), t.path[i-1].Common())
	}
}

// result follows a result of the call of that index in the path.
func (t *tour) result(n, i int) {
	for _, value := range ir.ResultsOf(t.path[i], n) {
		t.of(value, i)
	}
}

// of adds what is looked at of the object through a value, behind the call of that index in the path, and goes on in the
// caller if the object is returned.
func (t *tour) of(v ssa.Value, i int) {
	if t.seen[v] {
		return
	}
	t.seen[v] = true
	l := t.info.footprints.Look(v, t.path[i])
	t.At.Add(t.info.footprints.BoundOn(l.At, t.path[:i]))
	for n := range l.Returned {
		if i == 0 {
			t.Returned[n] = true
		} else {
			t.result(n, i-1)
		}
	}
}

// versioned tells whether the resource version of an object is set, so that an update of it isn't refused for its age.
func (in *Info) versioned(object ssa.Value) bool {
	return in.footprints.SetIn(object)["ResourceVersion"]
}
