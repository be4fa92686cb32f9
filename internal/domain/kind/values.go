package kind

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Values returns what a value may be, followed back through variables, fields, conversions and function literals to
// where it was made.
func (f *Finder) Values(v ssa.Value) []ssa.Value {
	var out []ssa.Value
	seen := map[ssa.Value]bool{}
	var visit func(ssa.Value)
	visit = func(v ssa.Value) {
		if seen[v] || len(seen) > maxSteps {
			return
		}
		seen[v] = true
		var from []ssa.Value
		switch v := v.(type) {
		case *ssa.MakeInterface:
			from = []ssa.Value{v.X}
		case *ssa.ChangeInterface:
			from = []ssa.Value{v.X}
		case *ssa.ChangeType:
			from = []ssa.Value{v.X}
		case *ssa.TypeAssert:
			from = []ssa.Value{v.X}
		case *ssa.Phi:
			from = v.Edges
		case *ssa.FreeVar:
			from = ir.Bindings(v)
		case *ssa.Field:
			from = f.places.OfField(ir.Field(v.X.Type(), v.Field))
		case *ssa.UnOp:
			from = f.places.Contents(v.X)
		}
		if len(from) == 0 {
			out = append(out, v)
		}
		for _, next := range from {
			visit(next)
		}
	}
	visit(v)
	return out
}

// Elements returns what is stored in the elements of a slice or array.
func (f *Finder) Elements(v ssa.Value) []ssa.Value {
	var out []ssa.Value
	for _, elem := range f.places.Elements(v) {
		out = append(out, f.places.StoredAt(elem)...)
	}
	return out
}

// FieldOf returns what is stored in a field of the struct at an address.
func (f *Finder) FieldOf(addr ssa.Value, name string) []ssa.Value {
	var out []ssa.Value
	for _, part := range f.places.Parts(addr, name) {
		out = append(out, f.places.StoredAt(part)...)
	}
	return out
}

// Nested returns what is stored in the fields of these names of a struct, or of structs in its fields.
func (f *Finder) Nested(v ssa.Value, names ...string) []ssa.Value {
	var out []ssa.Value
	f.nested(v, names, &out, 0)
	return out
}

func (f *Finder) nested(v ssa.Value, names []string, out *[]ssa.Value, depth int) {
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	if depth > 3 {
		return
	}
	for _, ref := range f.places.Referrers(v) {
		addr, ok := ref.(*ssa.FieldAddr)
		if !ok || addr.X != v {
			continue
		}
		wanted := false
		for _, name := range names {
			wanted = wanted || ir.Field(v.Type(), addr.Field).Name() == name
		}
		if wanted {
			*out = append(*out, f.places.StoredAt(addr)...)
			continue
		}
		f.nested(addr, names, out, depth+1)
		for _, stored := range f.places.StoredAt(addr) {
			f.nested(stored, names, out, depth+1)
		}
	}
}

// VariableKind returns the kind that a package variable of type schema.GroupVersionKind always holds, if it is known.
func (f *Finder) VariableKind(g *ssa.Global) Kind {
	if !kube.IsGroupVersionKind(ir.Deref(g.Type())) {
		return Kind{}
	}
	var found Kind
	for i, v := range f.walk().storedGVKs(g) {
		k := v.kind(g.Pkg.Pkg)
		if i > 0 && k != found {
			return Kind{}
		}
		found = k
	}
	return found
}
