package scenario

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// assert executes a type assertion, or one case of a type switch.
func (f *frame) assert(i *ssa.TypeAssert) (Value, bool) {
	x := f.value(i.X)
	is, cause, succeeds, known := f.asserted(x, i)
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

// asserted returns what the assertion makes of x, and whether it succeeds, if that is known; the cause, if it fails
// because of a tombstone.
func (f *frame) asserted(x Value, i *ssa.TypeAssert) (is Value, cause *Cause, succeeds, known bool) {
	switch x.Kind {
	case Tombstone:
		if kube.IsTombstone(i.AssertedType) {
			f.recognise(i)
			return Value{Kind: Unwrapped, Empty: x.Empty, Cause: f.emptiness(x, i), Tainted: true, Of: x.Of}, nil, true, true
		}
		if kube.IsAny(i.AssertedType) {
			return x, nil, true, true
		}
		kind := FailedAssert
		if kube.IsTombstonePointer(i.AssertedType) {
			kind = PointerAssert
		}
		return is, f.cause(Cause{Kind: kind, Instr: i, Type: i.AssertedType, Boxed: x.Boxed}), false, true
	case Nil:
		if x.Boxed != nil { // an interface that holds a nil pointer of some type
			if x.Dyn != nil && !types.IsInterface(i.AssertedType) {
				return Value{Kind: Nil, Cause: x.Cause}, nil, types.Identical(x.Dyn, i.AssertedType), true
			}
			return unknown(true), nil, false, false
		}
		if cause = x.Cause; cause != nil && cause.Kind == EmptyObject && cause.Type == nil {
			cause = f.cause(Cause{Kind: EmptyObject, Instr: i, Type: i.AssertedType})
		}
		return is, cause, false, true
	case Object:
		if kube.IsTombstone(i.AssertedType) || kube.IsTombstonePointer(i.AssertedType) {
			return is, nil, false, true
		}
		return f.assertedObject(x, i)
	}
	return unknown(x.Tainted), nil, false, false
}

// assertedObject returns what the assertion makes of an object, and whether it succeeds: that is known if its type is, unless the
// assertion is to an interface that this hasn't the methods of.
func (f *frame) assertedObject(x Value, i *ssa.TypeAssert) (is Value, cause *Cause, succeeds, known bool) {
	to, isInterface := i.AssertedType.Underlying().(*types.Interface)
	switch {
	case kube.IsObjectValue(i.AssertedType): // informers hold pointers
		return is, nil, false, true
	case x.Of == nil:
	case isInterface && types.Implements(x.Of, to), !isInterface && types.Identical(x.Of, i.AssertedType):
		return x, nil, true, true
	case !isInterface && !kube.IsTypeParam(i.AssertedType):
		return is, f.cause(Cause{Kind: OtherType, Instr: i, Type: i.AssertedType, Held: x.Of}), false, true
	}
	return Value{Kind: Object, Tainted: true}, nil, false, false
}

// emptiness returns the cause that stands for the tombstone's missing object, nil if it has one.
func (f *frame) emptiness(x Value, i ssa.Instruction) *Cause {
	if !x.Empty {
		return nil
	}
	return f.e.intern(Cause{Kind: EmptyObject, Instr: i}, nil)
}
