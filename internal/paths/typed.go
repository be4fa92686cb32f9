package paths

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// A typed is that a function comes to something only if what it is passed for a parameter, of an interface type, is of another type.
type typed struct {
	param int
	typ   types.Type
	in    *ssa.BasicBlock // and what that dominates
}

// A RemoteTyped is the same for other packages.
type RemoteTyped struct {
	Param int
	Type  string // with the paths of packages
}

// findTyped returns of which types a function asks its parameters.
func (in *Info) findTyped(fn *ssa.Function) (out []typed) {
	for i, p := range fn.Params {
		if !types.IsInterface(p.Type()) {
			continue
		}
		for assertion := range ir.Refs[*ssa.TypeAssert](p) {
			if !assertion.CommaOk || types.IsInterface(assertion.AssertedType) {
				continue
			}
			for ok := range ir.Refs[*ssa.Extract](assertion) {
				for branch := range ir.Refs[*ssa.If](ok) {
					if to := branch.Block().Succs[0]; ok.Index == 1 && len(to.Preds) == 1 {
						out = append(out, typed{i, assertion.AssertedType, to})
					}
				}
			}
		}
	}
	return out
}

// isOther tells whether an operation of a function is done only for a value of another type than the one that a call passes, or for the
// opposite of a flag.
func (in *Info) isOther(op *Op, callee *ssa.Function, call ssa.CallInstruction) bool {
	if in.lazy.Callee(call.Common()) != callee {
		return false
	}
	return op.needs.Denied(call) || slices.ContainsFunc(in.questions.typed.Of(callee), func(t typed) bool {
		passed := passedType(call.Common(), t.param)
		return passed != nil && t.in.Dominates(op.Path[0].Block()) && !types.Identical(passed, t.typ)
	})
}

// isOtherThan tells the same of an operation of another package's function.
func (r *Remote) isOtherThan(call ssa.CallInstruction) bool {
	return r.Needs.Denied(call) || slices.ContainsFunc(r.Typed, func(t RemoteTyped) bool {
		passed := passedType(call.Common(), t.Param)
		return passed != nil && typeText(passed) != t.Type
	})
}

// typed says for which types of its parameters a function does an operation.
func (x *exporter) typed(op *Op) (out []RemoteTyped) {
	for _, t := range x.in.questions.typed.Of(x.fn) {
		if t.in.Dominates(op.Path[0].Block()) {
			out = append(out, RemoteTyped{t.param, typeText(t.typ)})
		}
	}
	return out
}

// typeText is how a type of what is passed, or asked for, is written in facts: without the other names that it may have.
func typeText(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return "*" + typeText(p.Elem())
	}
	return types.TypeString(types.Unalias(t), nil)
}

// passedType returns the type of what a call passes for a parameter, nil if only an interface is known that it implements.
func passedType(common *ssa.CallCommon, param int) types.Type {
	made, ok := ir.Arg(common, param).(*ssa.MakeInterface)
	if !ok {
		return nil
	}
	return made.X.Type()
}
