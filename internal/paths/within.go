package paths

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// mayChangePart tells whether something is perhaps changed between the copy that is the base of a patch and the patch by way of another
// pointer that the function is given, or has from what it calls, which may lead into the object: by what it points to, a part of that
// may be meant.
func mayChangePart(op *Op) bool {
	from, to := op.base.Copied, op.Call
	behind, before := ir.MayFollow(from), ir.MayPrecede(to)
	object := ir.Deref(ir.Unwrap(op.Object).Type())
	for instr := range ir.All[ssa.Instruction](from.Parent().Blocks) {
		if instr == from || instr == to || !behind(instr) || !before(instr) {
			continue
		}
		switch instr := instr.(type) {
		case ssa.CallInstruction:
			if kube.LeavesAlone(ir.Called(instr.Common())) {
				continue
			}
			for _, arg := range ir.Args(instr.Common()) {
				if leadsInto(arg, object) {
					return true
				}
			}
		case *ssa.Store:
			if addr := instr.Addr; !isVariable(addr) && leadsInto(addr, object) {
				return true
			}
		case *ssa.MapUpdate:
			if comesInto(instr.Map, instr.Map.Type(), object, maxWithin) {
				return true
			}
		}
	}
	return false
}

// leadsInto tells whether a value is a pointer that a function is given, or has from what it calls, or one in what that points to, and
// may lead into an object of a type.
func leadsInto(v ssa.Value, object types.Type) bool {
	v = ir.Unwrap(v)
	part, ok := v.Type().Underlying().(*types.Pointer)
	return ok && !kube.IsObject(v.Type()) && comesInto(v, part.Elem(), object, maxWithin)
}

// comesInto tells whether a value, by which a part of that type is reached, is from what a function is given or calls, by way of as many
// pointers and lists as are left, and the part may be one of an object of a type.
func comesInto(v ssa.Value, part, object types.Type, depth int) bool {
	if depth == 0 {
		return false
	}
	root, _, _ := ir.Base(v)
	step := ir.StepOf(root)
	switch {
	case kube.IsObject(ir.Deref(root.Type())), kube.IsObject(root.Type()):
		return false // what is changed by way of an object is known
	case step.Kind == ir.Param, isFree(root):
		return mayHave(object, part)
	case step.Kind == ir.Result:
		return handsOut(step.Call) && mayHave(object, part)
	case step.Kind == ir.Variable:
		step.From = ir.StoredAt(root)
	case step.Kind != ir.Alias && step.Kind != ir.Load && step.Kind != ir.Entry && step.Kind != ir.Sliced:
		return false
	}
	return slices.ContainsFunc(step.From, func(from ssa.Value) bool { return comesInto(from, part, object, depth-1) })
}

// isFree tells whether a value is what a function literal captures.
func isFree(v ssa.Value) bool {
	_, ok := v.(*ssa.FreeVar)
	return ok
}

// handsOut tells whether what a call returns may be a part of what it is given, and no copy.
func handsOut(call *ssa.Call) bool {
	_, captures := call.Call.Value.(*ssa.MakeClosure)
	return change.CopyOf(call) == nil && (captures || ir.CallsValue(call) || slices.ContainsFunc(ir.Args(call.Common()), func(arg ssa.Value) bool {
		return ir.Changeable(arg) && !ir.IsNil(arg) && !kube.IsContext(arg.Type()) && !kube.IsReader(arg.Type())
	}))
}

// maxWithin is how many pointers and lists a value is followed back by.
const maxWithin = 4

// mayHave tells whether objects of a type may have a part of another one, be it in lists: those that are any objects may have all that
// can be sent.
func mayHave(object, part types.Type) bool {
	seen := map[types.Type]bool{}
	var has func(in types.Type) bool
	has = func(in types.Type) bool {
		if types.IsInterface(in) {
			return maySend(part)
		}
		if types.Identical(in, part) {
			return true
		}
		in = types.Unalias(in)
		if seen[in] {
			return false
		}
		seen[in] = true
		switch in := in.Underlying().(type) {
		case *types.Pointer:
			return has(in.Elem())
		case *types.Slice:
			return has(in.Elem())
		case *types.Map:
			return has(in.Elem())
		case *types.Struct:
			for f := range in.Fields() {
				if has(f.Type()) {
					return true
				}
			}
		}
		return false
	}
	return has(object)
}

// maySend tells whether a part of that type may be one of any object.
func maySend(part types.Type) bool {
	switch t := part.Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	case *types.Struct:
		return kube.IsData(types.NewPointer(part))
	default:
		_, basic := t.(*types.Basic)
		return basic
	}
}
