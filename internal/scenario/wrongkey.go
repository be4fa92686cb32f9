package scenario

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// wrongKey reports the use of a key that is empty because of a tombstone: by whatever has an effect, if a key function
// returned it together with an error; by what deletes something of that key, if an assertion left it so.
func (f *frame) wrongKey(i ssa.Instruction, k Value, deletes bool) {
	if k.Kind == Ref && k.Cell.fields[element].Kind != Unset { // of variadic arguments
		k = k.Cell.fields[element]
	}
	cause := k.Cause
	if k.Kind == Copy && cause == nil {
		cause = f.untouched(k.Cell)
	}
	switch {
	case cause == nil || k.Kind != Copy && !k.isZero():
	case cause.Kind == FailedCall:
		f.fault(WrongKey, i, cause)
	case cause.Kind == FailedAssert && deletes && (k.Kind == Copy || k.Kind == Const && k.Const.Kind() == constant.String):
		f.fault(WrongKey, i, cause)
	}
}

// wrongKeyOf does so for a call that deletes what is kept under its first argument.
func (f *frame) wrongKeyOf(i ssa.Instruction) {
	if call, ok := i.(ssa.CallInstruction); ok {
		if key := ir.Written(call.Common(), 0); key != nil {
			f.wrongKey(i, f.value(ir.Unwrap(key)), true)
		}
	}
}

// left returns what a value is that comes to where ways join. An empty string or struct, if a tombstone keeps the
// execution from the other ways, on which it is set, has that for its cause.
func (f *frame) left(at *ssa.Phi, from ssa.Value) Value {
	v, cause := f.value(from), f.at[at.Block()].cause
	switch {
	case cause == nil || ir.StepOf(from).Kind != ir.Constant:
	case ir.IsStruct(from.Type()):
		v = Value{Kind: Copy, Cell: f.cell(at, from.Type()), Field: whole, Cause: cause}
	case v.Kind == Const && v.Const.Kind() == constant.String && v.isZero():
		v.Cause = cause
	}
	return v
}

// untouched returns why a struct has no field set: something in the function sets some, and a tombstone keeps the
// execution from it. Nil if that is not so.
func (f *frame) untouched(c *Cell) *Cause {
	alloc, ok := c.Site.(*ssa.Alloc)
	if !ok || len(c.fields) > 0 || c.lost || c.shared || alloc.Parent() != f.fn {
		return nil
	}
	for _, addr := range append(ir.PartsOf(alloc), alloc) {
		for store := range ir.Refs[*ssa.Store](addr) {
			if store.Addr == addr && !f.res.Reached(store.Block()) {
				if causes := f.res.Deciding(store.Block()); len(causes) > 0 {
					return causes[0]
				}
			}
		}
	}
	return nil
}
