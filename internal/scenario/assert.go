package scenario

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// assert executes a type assertion, or one case of a type switch.
func (f *frame) assert(i *ssa.TypeAssert) (Value, bool) {
	x := f.value(i.X)
	var cause *Cause
	succeeds, known := false, false
	var is Value
	switch x.Kind {
	case Tombstone:
		known = true
		if kube.IsTombstone(i.AssertedType) {
			succeeds, is = true, Value{Kind: Unwrapped, Empty: x.Empty, Cause: f.emptiness(x, i), Tainted: true}
			f.recognise(i)
		} else if kube.IsAny(i.AssertedType) {
			succeeds, is = true, x
		} else {
			kind := FailedAssert
			if kube.IsTombstonePointer(i.AssertedType) {
				kind = PointerAssert
			}
			cause = f.cause(Cause{Kind: kind, Instr: i, Type: i.AssertedType, Boxed: x.Boxed})
		}
	case Nil:
		if x.Boxed != nil { // an interface that holds a nil pointer of some type
			is = Value{Kind: Nil, Cause: x.Cause}
			if x.Dyn != nil && !types.IsInterface(i.AssertedType) {
				known, succeeds = true, types.Identical(x.Dyn, i.AssertedType)
				break
			}
			is = unknown(true)
			break
		}
		known = true
		if x.Cause != nil {
			cause = x.Cause
			if cause.Kind == EmptyObject && cause.Type == nil {
				cause = f.cause(Cause{Kind: EmptyObject, Instr: i, Type: i.AssertedType})
			}
		}
	case Object:
		if kube.IsTombstone(i.AssertedType) || kube.IsTombstonePointer(i.AssertedType) {
			known = true
			break
		}
		is = Value{Kind: Object, Tainted: true}
	default:
		is = unknown(x.Tainted)
	}
	switch {
	case !i.CommaOk && known && !succeeds:
		if cause != nil {
			f.fault(PanicsOnAssert, i, cause)
		}
		return unknown(true), false
	case !i.CommaOk:
		return is, true
	case known && succeeds:
		return Value{Kind: Tuple, Tuple: []Value{is, boolean(true, nil)}}, true
	case known:
		return Value{Kind: Tuple, Tuple: []Value{zero(i.AssertedType, cause), boolean(false, cause)}}, true
	}
	if is.Kind == Object {
		is.Kind = Unknown // nil if the assertion fails
	}
	return Value{Kind: Tuple, Tuple: []Value{is, {Kind: Unknown, Tested: x.Kind == Object || x.Tested, Tainted: x.Tainted}}}, true
}

// emptiness returns the cause that stands for the tombstone's missing object, nil if it has one.
func (f *frame) emptiness(x Value, i ssa.Instruction) *Cause {
	if !x.Empty {
		return nil
	}
	return f.e.intern(Cause{Kind: EmptyObject, Instr: i}, nil)
}
