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
// object: one that the function was given, a field, or what a getter returns, and what is appended goes nowhere else; and
// those that set or remove a condition in a variable of the function's own that holds such a list, and that nothing looks at.
func (in *Info) Appended(fn *ssa.Function) (out []*ssa.Call) {
	if in.pkg.Generated(fn) {
		return nil
	}
	calls := slices.Collect(ir.All[*ssa.Call](fn.Blocks))
	taken := takenSlices(calls)
	for _, call := range calls {
		if isAppend(call) && !taken[call] && isListed(call, map[ssa.Value]bool{}) && !in.trace.placed(call) {
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
	for _, ref := range ir.Uses(own) {
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

func isAppend(call *ssa.Call) bool { return ir.IsBuiltin(call.Common(), "append") }

// takenSlices returns the slices among those that calls of append make, and what becomes of these, that anything but append
// uses in the end.
func takenSlices(calls []*ssa.Call) map[ssa.Value]bool {
	taken, madeOf := map[ssa.Value]bool{}, map[ssa.Value][]ssa.Value{}
	var todo, used []ssa.Value
	for _, call := range calls {
		if isAppend(call) {
			madeOf[call] = nil
			todo = append(todo, call)
		}
	}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, ref := range ir.Uses(v) {
			to := becomes(v, ref)
			if to == nil {
				used = append(used, v)
				continue
			}
			if _, seen := madeOf[to]; !seen {
				todo = append(todo, to)
			}
			madeOf[to] = append(madeOf[to], v)
		}
	}
	for len(used) > 0 {
		v := used[len(used)-1]
		used = used[:len(used)-1]
		if !taken[v] {
			taken[v] = true
			used = append(used, madeOf[v]...)
		}
	}
	return taken
}

// becomes returns the slice that an instruction makes of one: append, or where paths join; nil if it does anything else with it.
func becomes(v ssa.Value, ref ssa.Instruction) ssa.Value {
	if phi, ok := ref.(*ssa.Phi); ok {
		return phi
	}
	use := ir.UseOf(v, ref)
	switch {
	case use.Does == ir.Passes && use.To != nil && ir.IsBuiltin(use.Call.Common(), "append") && use.Call.Common().Args[0] == v:
		return use.To
	case use.Does == ir.Else && use.To != nil && ir.StepOf(use.To).Kind == ir.Alias:
		return use.To
	}
	return nil
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
