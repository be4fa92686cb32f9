package ir

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Step is what a value is made of, one step back: what those who follow values switch on, rather than on
// instructions.
type Step struct {
	Way Way
	// From are the values that it is made of; which they are hangs on the way.
	From []ssa.Value
	// Index is the number of a parameter, of which the receiver is one, or of a result.
	Index int
	// Call is the call of which it is a result.
	Call *ssa.Call
	// Addr is where it was loaded from, for all that was; nil for fields and elements of values.
	Addr ssa.Value
	// Struct is the type of the struct that it is a field of, or which a pointer to it points to, and Field the field.
	Struct types.Type
	Field  *types.Var
}

// Way is how a value is made.
type Way uint8

// The ways.
const (
	Computed   Way = iota // from the values From
	Same                  // it is From[0], if need be as another type
	Asserted              // it is From[0], if that is of a type
	OneOf                 // it is one of From, by the path
	Sliced                // it is a part of From[0], with the same elements
	Constant              // of the source
	Param                 // the parameter Index of the function it is in
	Captured              // by a function literal, for which it is one of From
	Result                // Index of Call
	OfVariable            // what the local variable at Addr holds
	OfGlobal              // what the package variable at Addr holds
	OfField               // what Field of a Struct holds: of the one at From[0], or of that very one if Addr is nil
	OfElement             // an element of From[0]
	OfPointer             // what is at an address From[0] that was computed, or came from elsewhere
	FieldOf               // the address of Field of the Struct at From[0]
	ElementOf             // the address of an element of From[0]
	New                   // a variable, slice, map or channel that is made here
	Global                // the address of a package variable
	Func                  // a function, or a function literal that captures From
)

// From returns what a value is made of.
func From(v ssa.Value) Step {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return Step{Way: Same, From: []ssa.Value{v.X}}
	case *ssa.ChangeInterface:
		return Step{Way: Same, From: []ssa.Value{v.X}}
	case *ssa.ChangeType:
		return Step{Way: Same, From: []ssa.Value{v.X}}
	case *ssa.TypeAssert:
		return Step{Way: Asserted, From: []ssa.Value{v.X}}
	case *ssa.Phi:
		return Step{Way: OneOf, From: v.Edges}
	case *ssa.Slice:
		return Step{Way: Sliced, From: []ssa.Value{v.X}}
	case *ssa.Const:
		return Step{Way: Constant}
	case *ssa.Parameter:
		return Step{Way: Param, Index: ParamIndex(v)}
	case *ssa.FreeVar:
		return Step{Way: Captured, From: Bindings(v)}
	case *ssa.Call:
		return Step{Way: Result, Call: v}
	case *ssa.Extract:
		return extracted(v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return loaded(v.X)
		}
	case *ssa.Field:
		return Step{Way: OfField, From: []ssa.Value{v.X}, Struct: v.X.Type(), Field: Field(v.X.Type(), v.Field)}
	case *ssa.Index:
		return Step{Way: OfElement, From: []ssa.Value{v.X}}
	case *ssa.Lookup:
		return Step{Way: OfElement, From: []ssa.Value{v.X}}
	case *ssa.FieldAddr:
		return Step{Way: FieldOf, From: []ssa.Value{v.X}, Struct: Deref(v.X.Type()), Field: FieldAt(v)}
	case *ssa.IndexAddr:
		return Step{Way: ElementOf, From: []ssa.Value{v.X}}
	case *ssa.Alloc, *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan:
		return Step{Way: New}
	case *ssa.Global:
		return Step{Way: Global}
	case *ssa.Function:
		return Step{Way: Func}
	case *ssa.MakeClosure:
		return Step{Way: Func, From: v.Bindings}
	}
	return Step{Way: Computed, From: operands(v)}
}

// extracted tells of one of several values that come together.
func extracted(v *ssa.Extract) Step {
	switch tuple := v.Tuple.(type) {
	case *ssa.Call:
		return Step{Way: Result, Call: tuple, Index: v.Index}
	case *ssa.TypeAssert:
		if v.Index == 0 {
			return From(tuple)
		}
	case *ssa.Lookup:
		if v.Index == 0 {
			return From(tuple)
		}
	}
	return Step{Way: Computed, From: []ssa.Value{v.Tuple}}
}

// loaded tells of what is at an address.
func loaded(addr ssa.Value) Step {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return Step{Way: OfField, From: []ssa.Value{a.X}, Addr: addr, Struct: Deref(a.X.Type()), Field: FieldAt(a)}
	case *ssa.IndexAddr:
		return Step{Way: OfElement, From: []ssa.Value{a.X}, Addr: addr}
	case *ssa.Global:
		return Step{Way: OfGlobal, Addr: addr}
	case *ssa.Alloc, *ssa.FreeVar:
		return Step{Way: OfVariable, Addr: addr}
	}
	return Step{Way: OfPointer, From: []ssa.Value{addr}, Addr: addr}
}

func operands(v ssa.Value) []ssa.Value {
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return nil
	}
	var out []ssa.Value
	for _, operand := range instr.Operands(nil) {
		if *operand != nil {
			out = append(out, *operand)
		}
	}
	return out
}

// Text returns the string that a value is a constant of, and whether it is one.
func Text(v ssa.Value) (string, bool) {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
		return constant.StringVal(c.Value), true
	}
	return "", false
}
