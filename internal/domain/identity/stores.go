package identity

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Variable returns the variable that a value is the address of, or was loaded from.
func Variable(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.FreeVar:
			b := ir.Binding(x)
			if b == nil {
				return v
			}
			v = b
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return v
			}
			if !ir.IsStruct(x.Type()) {
				return v
			}
			v = x.X
		case *ssa.FieldAddr:
			if !ir.Promotes(ir.Field(x.X.Type(), x.Field)) {
				return v
			}
			v = x.X
		default:
			return v
		}
	}
}

// parts are what is stored in a local struct.
type parts struct {
	fields map[string][]ssa.Value
	whole  []ssa.Value
}

// Stores lists what is stored in the fields of a local struct, those of embedded structs too, and in the whole.
func (f *Finder) Stores(alloc *ssa.Alloc) (fields map[string][]ssa.Value, whole []ssa.Value) {
	p := f.parts.Of(alloc, f.findParts)
	return p.fields, p.whole
}

func (f *Finder) findParts(alloc *ssa.Alloc) parts {
	p := parts{fields: map[string][]ssa.Value{}, whole: slices.DeleteFunc(ir.StoredAt(alloc), ir.IsNil)}
	var visit func(addr ssa.Value)
	visit = func(addr ssa.Value) {
		for _, part := range ir.PartsOf(addr) {
			field := ir.StepOf(part).Field
			if field == nil {
				continue // an element
			}
			name := field.Name()
			if ir.Promotes(field) { // the embedded struct as a whole
				name = "*" + name
				visit(part)
			}
			if stored := ir.StoredAt(part); len(stored) > 0 {
				p.fields[name] = append(p.fields[name], stored...)
			}
		}
	}
	visit(alloc)
	if kube.IsObject(alloc.Type()) {
		for _, name := range f.VariablesOf(alloc) {
			visit(name)
		}
	}
	return p
}

// VariablesOf returns the loads of variables that never have anything but the pointer to a struct, such as one that a
// function literal captures.
func (f *Finder) VariablesOf(alloc *ssa.Alloc) []ssa.Value {
	var out []ssa.Value
	for store := range ir.Refs[*ssa.Store](alloc) {
		if store.Val != ssa.Value(alloc) {
			continue
		}
		variable, ok := store.Addr.(*ssa.Alloc)
		if !ok || f.OnlyStored(variable) != store.Val {
			continue
		}
		for load := range ir.Refs[*ssa.UnOp](variable) {
			out = append(out, load)
		}
	}
	return out
}

// storedTerm returns what the field of a local struct is set to: that of its one store, or the zero value if the struct is
// filled field by field and this one isn't. False if that can't be said.
func (f *Finder) storedTerm(alloc *ssa.Alloc, field string) (*Term, bool) {
	stores, whole := f.Stores(alloc)
	switch values := stores[field]; {
	case len(whole) == 1 && len(stores) == 0:
		return f.FieldOf(field, f.Term(whole[0])), true
	case len(whole) > 0:
		return nil, false
	case len(values) == 1:
		return f.Term(values[0]), true
	case len(stores[requestKey]) > 0 && kube.IsRequest(ir.Deref(alloc.Type())):
		return f.FieldOf(field, f.termOfLocal(alloc)), len(stores) == 1
	case len(values) == 0 && len(stores) > 0 && !slices.Contains(ObjectFields(alloc.Type()), field):
		return Text(""), true
	}
	return nil, false
}

// OnlyStored returns what a variable of a function is set to, nil if that is not one thing.
func (f *Finder) OnlyStored(x *ssa.Alloc) ssa.Value {
	var only ssa.Value
	for store := range ir.Refs[*ssa.Store](x) {
		if store.Addr == ssa.Value(x) {
			if only != nil {
				return nil
			}
			only = store.Val
		}
	}
	if f.IsSetInside(x) {
		return nil
	}
	return only
}

// IsSetInside tells whether a function literal sets a variable of the function around it.
func (f *Finder) IsSetInside(x *ssa.Alloc) bool {
	for literal := range ir.Refs[*ssa.MakeClosure](x) {
		if f.storesThrough(literal, x) {
			return true
		}
	}
	return false
}

// storesThrough tells whether the function literal stores in a variable around it.
func (f *Finder) storesThrough(mc *ssa.MakeClosure, alloc *ssa.Alloc) bool {
	for _, captured := range ir.Captured(mc, alloc) {
		for _, ref := range ir.Uses(captured) {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Addr == captured {
					return true
				}
			case *ssa.MakeClosure:
				return true
			}
		}
	}
	return false
}

// OnlyStoredIn returns what a field of a local struct that is no object is set to, nil if that is not one thing.
func (f *Finder) OnlyStoredIn(alloc *ssa.Alloc, field string) ssa.Value {
	if kube.IsObject(alloc.Type()) {
		return nil
	}
	fields, whole := f.Stores(alloc)
	if len(whole) == 1 && len(fields) == 0 {
		if literal := ir.Literal(whole[0]); literal != nil {
			fields, whole = f.Stores(literal)
		}
	}
	if len(whole) > 0 || len(fields[field]) != 1 {
		return nil
	}
	return fields[field][0]
}

// StaysSet tells whether a field of a struct, which no other package sets, is set where such structs are made, and never
// again.
func (f *Finder) StaysSet(made *ssa.Alloc, name string) bool {
	s, ok := ir.Deref(made.Type()).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for field := range s.Fields() {
		if field.Name() != name {
			continue
		}
		return f.lazy.IsOwnField(field) && f.isSetWhereMade(field)
	}
	return false
}

// isSetWhereMade tells whether the package sets a field of structs only where it makes these.
func (f *Finder) isSetWhereMade(field *types.Var) bool {
	return !slices.ContainsFunc(f.lazy.Index().FieldAddrs(field), func(addr ssa.Value) bool {
		at, ok := addr.(*ssa.FieldAddr)
		if ok {
			_, ok = at.X.(*ssa.Alloc)
		}
		return !ok && len(ir.StoredAt(addr)) > 0
	})
}
