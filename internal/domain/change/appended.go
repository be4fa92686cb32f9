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
		switch use := ir.UseOf(own, ref); use.Does {
		case ir.Fills:
			if !isListed(use.Val, map[ssa.Value]bool{}) {
				return false
			}
			listed = true
		case ir.Passes:
			if !kube.IsOfCondition(ir.Called(use.Call.Common())) || use.To == nil || isUsed(use.Call) {
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
		use := ir.UseOf(v, ref)
		switch {
		case use.Does == ir.Passes:
			return use.To == nil || !ir.IsBuiltin(use.Call.Common(), "append") || use.Call.Common().Args[0] != v || isTaken(use.To, seen)
		case use.Does == ir.Else && use.To != nil && ir.StepOf(use.To).Kind == ir.Alias: // where paths join
			return isTaken(use.To, seen)
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
	switch step := ir.StepOf(v); step.Kind {
	case ir.Alias:
		return !slices.ContainsFunc(step.From, func(e ssa.Value) bool { return !isListed(e, seen) })
	case ir.Param:
		s, ok := v.Type().Underlying().(*types.Slice)
		return ok && kube.IsData(types.NewPointer(s.Elem()))
	case ir.Load:
		of, field, _ := ir.Base(step.From[0])
		return field != "" && kube.IsData(of.Type()) && !kube.IsList(of.Type())
	case ir.Result:
		common := step.Call.Common()
		if ir.IsBuiltin(common, "append") {
			return isListed(common.Args[0], seen)
		}
		recv, _ := ir.Receiver(common)
		return recv != nil && kube.IsMetadata(recv.Type()) && strings.HasPrefix(ir.CalledName(common), "Get")
	}
	return false
}
