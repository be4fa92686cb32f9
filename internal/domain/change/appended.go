package change

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Appended returns the calls of append in a function of which nothing uses the result, though it is a longer list of an
// object: one that the function was given, a field, or what a getter returns; and those that set or remove a condition in a
// variable of the function's own that holds such a list, and that nothing looks at.
func (in *Info) Appended(fn *ssa.Function) (out []*ssa.Call) {
	if in.pkg.Generated(fn) {
		return nil
	}
	for call := range ir.All[*ssa.Call](fn.Blocks) {
		if ir.IsBuiltin(call.Common(), "append") && !isTaken(call, map[ssa.Value]bool{}) && isListed(call, map[ssa.Value]bool{}) {
			out = append(out, call)
		}
		if kube.IsOfCondition(ir.Called(call.Common())) && len(call.Call.Args) > 0 && isOwnList(call.Call.Args[0]) {
			out = append(out, call)
		}
	}
	return out
}

// isOwnList tells whether an address is of a variable that holds a list of an object, in which conditions are set, and
// nothing else is done with it.
func isOwnList(addr ssa.Value) bool {
	own, ok := addr.(*ssa.Alloc)
	if !ok {
		return false
	}
	listed := false
	for _, ref := range *own.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if ref.Addr != ssa.Value(own) || !isListed(ref.Val, map[ssa.Value]bool{}) {
				return false
			}
			listed = true
		case *ssa.Call:
			if !kube.IsOfCondition(ir.Called(ref.Common())) || isUsed(ref) {
				return false
			}
		default:
			return false
		}
	}
	return listed
}

// isTaken tells whether anything but append uses a slice, or what that makes of it.
func isTaken(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
			return false
		case *ssa.Phi:
			return isTaken(ref, seen)
		case *ssa.Call:
			return !ir.IsBuiltin(ref.Common(), "append") || ref.Call.Args[0] != v || isTaken(ref, seen)
		}
		return true
	})
}

// isListed tells whether a slice, or what it was before append, is a list of an object.
func isListed(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		return !slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return !isListed(e, seen) })
	case *ssa.Parameter:
		s, ok := v.Type().Underlying().(*types.Slice)
		return ok && kube.IsData(types.NewPointer(s.Elem()))
	case *ssa.UnOp:
		of, field, _ := ir.Base(v.X)
		return field != "" && kube.IsData(of.Type()) && !kube.IsList(of.Type())
	case *ssa.Call:
		if ir.IsBuiltin(v.Common(), "append") {
			return isListed(v.Call.Args[0], seen)
		}
		recv, _ := ir.Receiver(v.Common())
		return recv != nil && kube.IsMetadata(recv.Type()) && strings.HasPrefix(ir.CalledName(v.Common()), "Get")
	}
	return false
}
