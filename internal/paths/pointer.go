package paths

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// pointerTo returns the term of the object that a value points to. Two pointers with the same term point to the same
// memory, as long as no variable or field in the term is set anew: unlike the term of the object itself, that of a copy is
// another.
func (in *Info) pointerTo(v ssa.Value) *Term { return in.questions.pointers.Of(v) }

func (in *Info) findPointer(v ssa.Value) *Term {
	switch v := v.(type) {
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert:
		return in.pointerTo(ir.StepOf(v).From[0])
	case *ssa.Extract:
		if assert, ok := v.Tuple.(*ssa.TypeAssert); ok && v.Index == 0 {
			return in.pointerTo(assert.X)
		}
	case *ssa.FreeVar:
		if b := ir.Binding(v); b != nil {
			return in.pointerTo(b)
		}
	case *ssa.Phi:
		return in.terms.phi(v, in.pointerTo)
	case *ssa.FieldAddr:
		return in.pointerField(v.X, ir.FieldAt(v))
	case *ssa.Field:
		return in.pointerField(v.X, ir.Field(v.X.Type(), v.Field))
	case *ssa.IndexAddr:
		return in.terms.leafOf(in.elementAt(v))
	case *ssa.Call:
		if on := in.chained(v); on != nil {
			return in.pointerTo(on)
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return in.pointerLoaded(v)
		}
	}
	return in.terms.leafOf(v)
}

// chained returns the struct, no object, of which a method of the package is called that always returns it, so that callers can go on
// with the next; nil if it may return another.
func (in *Info) chained(call *ssa.Call) ssa.Value {
	recv, _ := ir.Receiver(call.Common())
	if recv == nil || !types.Identical(recv.Type(), call.Type()) || !ir.PointsToStruct(recv) || kube.IsObject(recv.Type()) {
		return nil
	}
	callee := in.lazy.Callee(call.Common())
	if callee == nil {
		return nil
	}
	for _, result := range ir.Returned(callee, 0) {
		if parameterOf(in.pointerTo(result), callee) != 0 {
			return nil
		}
	}
	return recv
}

// elementAt returns the first address in the function of the element of a slice, which another variable may hold too.
func (in *Info) elementAt(v *ssa.IndexAddr) *ssa.IndexAddr {
	if ofChanging(v.X) { // another slice by then
		return v
	}
	for other := range ir.Refs[*ssa.IndexAddr](v.Index) { // none of a constant
		if other.Index == v.Index && (other == v || sameTerm(in.pointerTo(other.X), in.pointerTo(v.X))) {
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
func (in *Info) pointerField(x ssa.Value, field *types.Var) *Term {
	if field.Embedded() && kube.IsMetadata(types.NewPointer(field.Type())) {
		return in.pointerTo(x)
	}
	return in.pointerIn(in.pointerTo(x), field.Name(), field)
}

// pointerIn is the term of what is in a field of what a term points to; field is nil if only its name is known.
func (in *Info) pointerIn(of *Term, name string, field *types.Var) *Term {
	if of == nil || isPending(of) {
		return of
	}
	if stored, ok := in.storedPointer(of, name); ok {
		return stored
	}
	t := compose(fieldTerm, name, of)
	if t != nil {
		t.field = field
	}
	return t
}

// storedPointer returns what a field of a struct is set to, if that is one thing: of a local one, or one that a function
// makes, for the object in it.
func (in *Info) storedPointer(of *Term, field string) (*Term, bool) {
	if of == nil || of.kind != leafTerm {
		return nil, false
	}
	alloc, ok := of.leaf.(*ssa.Alloc)
	if !ok {
		kept := in.keptObject(madeBy(of.leaf), field)
		return kept, kept != nil
	}
	stored := in.onlyStoredIn(alloc, field)
	if stored == nil {
		return nil, false
	}
	return in.pointerTo(stored), true
}

// keptObject returns the object that a call has given to the function which makes a struct, and that this keeps in a field of
// it for good; nil if it is none.
func (in *Info) keptObject(maker *ssa.Call, field string) *Term {
	if maker == nil || !slices.Contains(objectFields(ir.ResultType(maker, 0)), field) {
		return nil
	}
	callee := in.lazy.Callee(maker.Common())
	if callee == nil {
		return in.foreignBase(maker, field).pointer
	}
	made := in.madeIn(callee)
	if made == nil || !in.staysSet(made, field) {
		return nil
	}
	if stored := in.onlyStoredIn(made, field); stored != nil && kube.IsObject(stored.Type()) {
		return in.liftPointer(in.pointerTo(stored), callee, maker.Common())
	}
	return nil
}

// isSetWhereMade tells whether the package sets a field of structs only where it makes these.
func (in *Info) isSetWhereMade(field *types.Var) bool {
	return !slices.ContainsFunc(in.lazy.Index().FieldAddrs(field), func(addr ssa.Value) bool {
		at, ok := addr.(*ssa.FieldAddr)
		if ok {
			_, ok = at.X.(*ssa.Alloc)
		}
		return !ok && len(ir.StoredAt(addr)) > 0
	})
}

// staysSet tells whether a field of a struct, which no other package sets, is set where such structs are made, and never
// again.
func (in *Info) staysSet(made *ssa.Alloc, name string) bool {
	s, ok := ir.Deref(made.Type()).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for field := range s.Fields() {
		if field.Name() != name {
			continue
		}
		return in.lazy.IsOwnField(field) && in.isSetWhereMade(field)
	}
	return false
}

// onlyStoredIn returns what a field of a local struct that is no object is set to, nil if that is not one thing.
func (in *Info) onlyStoredIn(alloc *ssa.Alloc, field string) ssa.Value {
	if kube.IsObject(alloc.Type()) {
		return nil
	}
	fields, whole := in.terms.stores(alloc)
	if len(whole) == 1 && len(fields) == 0 {
		if literal := ir.Literal(whole[0]); literal != nil {
			fields, whole = in.terms.stores(literal)
		}
	}
	if len(whole) > 0 || len(fields[field]) != 1 {
		return nil
	}
	return fields[field][0]
}

// pointerLoaded is the term of a pointer in a variable, which is that of the one thing that the variable is set to.
func (in *Info) pointerLoaded(v *ssa.UnOp) *Term {
	switch x := variable(v.X).(type) {
	case *ssa.Alloc:
		if ir.IsStruct(v.Type()) {
			return in.terms.leafOf(v)
		}
		if stored := cmp.Or(in.onlyStored(x), lastStored(v)); stored != nil {
			return in.pointerTo(stored)
		}
	case *ssa.Global:
		return in.terms.leafOf(x)
	case *ssa.FieldAddr:
		return in.pointerTo(x)
	}
	return in.terms.leafOf(v)
}

// onlyStored returns what a variable of a function is set to, nil if that is not one thing.
func (in *Info) onlyStored(x *ssa.Alloc) ssa.Value {
	var only ssa.Value
	for store := range ir.Refs[*ssa.Store](x) {
		if store.Addr == ssa.Value(x) {
			if only != nil {
				return nil
			}
			only = store.Val
		}
	}
	if in.isSetInside(x) {
		return nil
	}
	return only
}

// isSetInside tells whether a function literal sets a variable of the function around it.
func (in *Info) isSetInside(x *ssa.Alloc) bool {
	for literal := range ir.Refs[*ssa.MakeClosure](x) {
		if in.terms.storesThrough(literal, x) {
			return true
		}
	}
	return false
}

// liftPointer says the pointer of a function in terms of a call of it. Nil if it points to something of the function's
// own.
func (in *Info) liftPointer(t *Term, callee *ssa.Function, common *ssa.CallCommon) *Term {
	if t == nil || isPending(t) {
		return t
	}
	switch t.kind {
	case leafTerm:
		if p, ok := t.leaf.(*ssa.Parameter); ok && p.Parent() == callee {
			if arg := ir.ArgFor(common, p); arg != nil {
				return in.pointerTo(arg)
			}
			return nil
		}
		if instr, ok := t.leaf.(ssa.Instruction); ok && ir.Within(instr.Parent(), callee) {
			return nil
		}
		return t
	case fieldTerm:
		return in.pointerIn(in.liftPointer(t.args[0], callee, common), t.name, t.field)
	}
	return nil
}

// kindAt returns what an operation is of, which may only be known from what its object turns out to be.
func (in *Info) kindAt(op *Op) kind.Denotation {
	if op.What.Kind.Known() || op.pointer == nil || op.pointer.kind != leafTerm || isPending(op.pointer) {
		return op.What
	}
	return in.kindOf(op.pointer.leaf)
}

// maxPointer bounds how many variables a pointer is followed through.
const maxPointer = 10

// pointer is the value that a conversion to an interface or another type is made of, that a variable holds which is set
// once, or that a function literal has from the function around it; or else the value itself, nil for nil.
func pointer(v ssa.Value) ssa.Value {
	for range maxPointer {
		next := v
		switch x := v.(type) {
		case *ssa.MakeInterface:
			next = x.X
		case *ssa.ChangeInterface:
			next = x.X
		case *ssa.ChangeType:
			next = x.X
		case *ssa.UnOp:
			if ir.Holds(x.X) {
				next = ir.Unwrap((*ir.Index)(nil).Contents(x.X)[0])
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

// home returns the index of the last of the calls which is in the function that a value is of, or of the last call, if
// there is none: what a function literal fills may be a variable of the function around it.
func home(v ssa.Value, path []ssa.CallInstruction) int {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i].Parent() == v.Parent() {
			return i
		}
	}
	return len(path) - 1
}
