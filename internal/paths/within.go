package paths

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// mayChangePart tells whether something is perhaps changed between the copy that is the base of a patch and the patch by way of another
// pointer that the function is given, which may lead into the object: by what it points to, a part of that may be meant.
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
		}
	}
	return false
}

// leadsInto tells whether a value is a pointer that a function is given, or one in what that points to, and may lead into an object of
// a type.
func leadsInto(v ssa.Value, object types.Type) bool {
	v = ir.Unwrap(v)
	part, ok := v.Type().Underlying().(*types.Pointer)
	if !ok || kube.IsObject(v.Type()) {
		return false
	}
	root, _, _ := ir.Base(v)
	if s := ir.StepOf(root); s.Kind == ir.Load {
		root = s.From[0] // what a function literal captures
	}
	switch root := root.(type) {
	case *ssa.Parameter:
		return !kube.IsObject(root.Type()) && mayHave(object, part.Elem(), maxWithin)
	case *ssa.FreeVar:
		return !kube.IsObject(ir.Deref(root.Type())) && mayHave(object, part.Elem(), maxWithin)
	}
	return false
}

// maxWithin is how many fields deep a type is looked for in another one.
const maxWithin = 4

// mayHave tells whether objects of a type may have a part of another one: those that are any objects may have all that can be sent.
func mayHave(object, part types.Type, depth int) bool {
	if types.IsInterface(object) {
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
	if types.Identical(object, part) {
		return true
	}
	s, ok := ir.Deref(object).Underlying().(*types.Struct)
	if !ok || depth == 0 {
		return false
	}
	for f := range s.Fields() {
		if mayHave(f.Type(), part, depth-1) {
			return true
		}
	}
	return false
}
