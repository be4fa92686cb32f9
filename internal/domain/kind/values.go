package kind

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// Values returns what a value may be, followed back through variables, fields, conversions and function literals to
// where it was made.
func (f *Finder) Values(v ssa.Value) []ssa.Value {
	var out []ssa.Value
	seen := map[ssa.Value]bool{}
	var visit func(ssa.Value)
	visit = func(v ssa.Value) {
		if seen[v] || !f.solver.Step() {
			return
		}
		seen[v] = true
		from := f.Behind(v)
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

// Behind returns what a value may be, one step back; nothing for what is made, and for what can't be seen.
func (f *Finder) Behind(v ssa.Value) []ssa.Value {
	switch s := ir.StepOf(v); s.Kind {
	case ir.Alias:
		return s.From
	case ir.FieldOf:
		return f.places.OfField(s.Field)
	case ir.Load:
		return f.places.Contents(s.From[0])
	}
	return nil
}

// Elements returns what is stored in the elements of a slice or array.
func (f *Finder) Elements(v ssa.Value) []ssa.Value {
	return ir.FlatMap(f.places.Elements(v), f.places.StoredAt)
}

// entries returns what a value that is looked up in a map may be, where that is made with what is in it: for a constant key, what
// was put there for that, and else whatever was put there.
func (f *Finder) entries(entry, of ssa.Value) []ssa.Value {
	lookup := ir.LookupOf(entry)
	if lookup == nil {
		return nil
	}
	return ir.FlatMap(f.Values(of), func(made ssa.Value) []ssa.Value {
		if _, ok := made.(*ssa.MakeMap); !ok {
			return nil
		}
		return ir.Under(lookup, made)
	})
}

// Nested returns what is stored in the fields of these names of a struct, or of structs in its fields.
func (f *Finder) Nested(v ssa.Value, names ...string) []ssa.Value {
	var out []ssa.Value
	f.nested(v, names, &out, 0)
	return out
}

func (f *Finder) nested(v ssa.Value, names []string, out *[]ssa.Value, depth int) {
	if s := ir.StepOf(v); s.Kind == ir.Load {
		v = s.From[0]
	}
	if depth > 3 {
		return
	}
	for _, u := range f.places.Uses(v) {
		if u.Does != ir.Takes || u.Field == nil {
			continue
		}
		stored := f.places.StoredAt(u.To)
		if slices.Contains(names, u.Field.Name()) {
			*out = append(*out, stored...)
			continue
		}
		f.nested(u.To, names, out, depth+1)
		for _, v := range stored {
			f.nested(v, names, out, depth+1)
		}
	}
}
