package identity

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Pointer returns the term of the object that a value points to. Two pointers with the same term point to the same
// memory, as long as no variable or field in the term is set anew: unlike the term of the object itself, that of a copy is
// another.
func (f *Finder) Pointer(v ssa.Value) *Term { return f.pointers.Of(v) }

func (f *Finder) findPointer(v ssa.Value) *Term {
	switch v := v.(type) {
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert:
		return f.Pointer(ir.StepOf(v).From[0])
	case *ssa.Extract:
		if assert, ok := v.Tuple.(*ssa.TypeAssert); ok && v.Index == 0 {
			return f.Pointer(assert.X)
		}
	case *ssa.FreeVar:
		if b := ir.Binding(v); b != nil {
			return f.Pointer(b)
		}
	case *ssa.Phi:
		return f.termOfPhi(v, f.Pointer)
	case *ssa.FieldAddr:
		return f.pointerField(v.X, ir.FieldAt(v))
	case *ssa.Field:
		return f.pointerField(v.X, ir.Field(v.X.Type(), v.Field))
	case *ssa.IndexAddr:
		return f.Leaf(f.elementAt(v))
	case *ssa.Call:
		if on := f.chained(v); on != nil {
			return f.Pointer(on)
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return f.pointerLoaded(v)
		}
	}
	return f.Leaf(v)
}

// chained returns the struct, no object, of which a method of the package is called that always returns it, so that callers can go on
// with the next; nil if it may return another.
func (f *Finder) chained(call *ssa.Call) ssa.Value {
	recv, _ := ir.Receiver(call.Common())
	if recv == nil || !types.Identical(recv.Type(), call.Type()) || !ir.PointsToStruct(recv) || kube.IsObject(recv.Type()) {
		return nil
	}
	callee := f.lazy.Callee(call.Common())
	if callee == nil {
		return nil
	}
	for _, result := range ir.Returned(callee, 0) {
		if ParamOf(f.Pointer(result), callee) != 0 {
			return nil
		}
	}
	return recv
}

// elementAt returns the first address in the function of the element of a slice, which another variable may hold too.
func (f *Finder) elementAt(v *ssa.IndexAddr) *ssa.IndexAddr {
	if ofChanging(v.X) { // another slice by then
		return v
	}
	for other := range ir.Refs[*ssa.IndexAddr](v.Index) { // none of a constant
		if other.Index == v.Index && (other == v || Same(f.Pointer(other.X), f.Pointer(v.X))) {
			return other
		}
	}
	return v
}

// ofChanging tells whether a slice is loaded from a field that the function sets.
func ofChanging(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	if !ok || field.X.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(ir.Uses(field.X), func(other ssa.Instruction) bool {
		addr, ok := other.(*ssa.FieldAddr)
		return ok && addr.Field == field.Field && len(ir.StoredAt(addr)) > 0
	})
}

// pointerField is the term of what is in a field: of a local struct that is no object and in which the field is set once,
// what it is set to.
func (f *Finder) pointerField(x ssa.Value, field *types.Var) *Term {
	if field.Embedded() && kube.IsMetadata(types.NewPointer(field.Type())) {
		return f.Pointer(x)
	}
	return f.pointerIn(f.Pointer(x), field.Name(), field)
}

// pointerIn is the term of what is in a field of what a term points to; field is nil if only its name is known.
func (f *Finder) pointerIn(of *Term, name string, field *types.Var) *Term {
	if of == nil || IsPending(of) {
		return of
	}
	if stored, ok := f.storedPointer(of, name); ok {
		return stored
	}
	t := compose(FieldTerm, name, of)
	if t != nil {
		t.Field = field
	}
	return t
}

// storedPointer returns what a field of a struct is set to, if that is one thing: of a local one, or one that a function
// makes, for the object in it.
func (f *Finder) storedPointer(of *Term, field string) (*Term, bool) {
	if of == nil || of.Kind != LeafTerm {
		return nil, false
	}
	alloc, ok := of.Leaf.(*ssa.Alloc)
	if !ok {
		kept := f.KeptObject(MadeBy(of.Leaf), field)
		return kept, kept != nil
	}
	stored := f.OnlyStoredIn(alloc, field)
	if stored == nil {
		return nil, false
	}
	return f.Pointer(stored), true
}

// pointerLoaded is the term of a pointer in a variable, which is that of the one thing that the variable is set to.
func (f *Finder) pointerLoaded(v *ssa.UnOp) *Term {
	switch x := Variable(v.X).(type) {
	case *ssa.Alloc:
		if ir.IsStruct(v.Type()) {
			return f.Leaf(v)
		}
		if stored := cmp.Or(f.OnlyStored(x), lastStored(v)); stored != nil {
			return f.Pointer(stored)
		}
		if v.X == ssa.Value(x) {
			return f.Leaf(f.firstAlike(v, x))
		}
	case *ssa.Global:
		return f.Leaf(x)
	case *ssa.FieldAddr:
		return f.Pointer(x)
	}
	return f.Leaf(v)
}

// LiftPointer says the pointer of a function in terms of a call of it. Nil if it points to something of the function's
// own.
func (f *Finder) LiftPointer(t *Term, callee *ssa.Function, common *ssa.CallCommon) *Term {
	if t == nil || IsPending(t) {
		return t
	}
	switch t.Kind {
	case LeafTerm:
		if p, ok := t.Leaf.(*ssa.Parameter); ok && p.Parent() == callee {
			if arg := ir.ArgFor(common, p); arg != nil {
				return f.Pointer(arg)
			}
			return nil
		}
		if instr, ok := t.Leaf.(ssa.Instruction); ok && ir.Within(instr.Parent(), callee) {
			return nil
		}
		return t
	case FieldTerm:
		return f.pointerIn(f.LiftPointer(t.Args[0], callee, common), t.Name, t.Field)
	}
	return nil
}

// maxPointer bounds how many variables a pointer is followed through.
const maxPointer = 10

// Root is the value that a conversion to an interface or another type is made of, that a variable holds which is set
// once, or that a function literal has from the function around it; or else the value itself, nil for nil.
func Root(v ssa.Value) ssa.Value {
	for range maxPointer {
		v = ir.Unwrap(v)
		next := v
		switch x := v.(type) {
		case *ssa.UnOp:
			if ir.Holds(x.X) {
				next = (*ir.Index)(nil).Contents(x.X)[0]
			}
		case *ssa.FreeVar:
			if bound := ir.Binding(x); bound != nil && ir.PointsToStruct(x) {
				next = bound
			}
		}
		if next == v {
			break
		}
		v = next
	}
	return v
}
