package footprint

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Set is what of an object is looked at or changed: paths of fields, embedded structs left out, such as Status,
// Labels, Spec.Replicas or Labels.[app], the entry of a map. The empty path is the whole object.
type Set map[string]bool

// Whole returns the footprint of what may look at everything, or change it.
func Whole() Set { return Set{"": true} }

// Add adds what another footprint has.
func (f Set) Add(g Set) { maps.Copy(f, g) }

// Under adds what another footprint has of the field with that path.
func (f Set) Under(path string, g Set) {
	for field := range g {
		f[Join(path, field)] = true
	}
}

// Meets tells whether two footprints have something in common.
func (f Set) Meets(g Set) bool { return len(f.Meeting(g)) > 0 }

// Meeting returns what of a footprint another one has too, or a part of it, in order.
func (f Set) Meeting(g Set) []string {
	met := Set{}
	for a := range f {
		for b := range g {
			if PathIn(a, b) || PathIn(b, a) {
				met[unbound(a)] = true
			}
		}
	}
	return met.List()
}

// Shallow leaves out the paths that are as deep as any: they stand for all that is below.
func (f Set) Shallow() Set {
	out := maps.Clone(f)
	maps.DeleteFunc(out, func(path string, _ bool) bool { return strings.Count(path, ".")+1 >= Depth })
	return out
}

// In tells whether a footprint is of nothing but that field.
func (f Set) In(field string) bool {
	for path := range f {
		if !PathIn(path, field) {
			return false
		}
	}
	return true
}

// Inside returns what of a footprint is in the field of that name, such as Status, if it isn't empty.
func (f Set) Inside(field string) Set {
	if field == "" {
		return f
	}
	out := Set{}
	for path := range f {
		if PathIn(path, field) {
			out[path] = true
		} else if PathIn(field, path) {
			out[field] = true
		}
	}
	return out
}

// Answered is the footprint of what a write changes with what the server changes of its own accord then: the generation,
// with anything but metadata and the status.
func (f Set) Answered() Set {
	for path := range f {
		if field, _, _ := strings.Cut(path, "."); field != status && !kube.IsMetadataField(field) {
			out := maps.Clone(f)
			out["Generation"] = true
			return out
		}
	}
	return f
}

// Of returns the footprint that has these paths.
func Of(paths []string) Set {
	f := Set{}
	for _, path := range paths {
		f[path] = true
	}
	return f
}

// Top is the first step of one of the paths, of which all have the same.
func (f Set) Top() string {
	top, _, _ := strings.Cut(f.List()[0], ".")
	return top
}

// List returns the paths, sorted.
func (f Set) List() []string { return slices.Sorted(maps.Keys(f)) }

// OfLists is a footprint of what a patch sends where an element of a list is set: the list.
func (f Set) OfLists() Set {
	out := Set{}
	for path := range f {
		if PathIn(path, Finalizers) {
			path = Finalizers
		}
		out[path] = true
	}
	return out
}

// WithoutStatus is a footprint of an update of an object of which nothing is known but that its status isn't set: most kinds keep
// that apart, so that it stays as it is whatever the object has there.
func (f Set) WithoutStatus(object types.Type) Set {
	t, ok := ir.Deref(object).Underlying().(*types.Struct)
	if !ok || !f[""] || slices.ContainsFunc(f.List(), func(path string) bool { return PathIn(path, status) }) {
		return f
	}
	out, has := Set{}, false
	for field := range t.Fields() {
		switch {
		case field.Name() == status:
			has = true
		case field.Embedded() && kube.IsMetadata(types.NewPointer(field.Type())):
			for _, name := range kube.SettableMetadata() {
				out[name] = true
			}
		default:
			out[field.Name()] = true
		}
	}
	if !has {
		return f
	}
	return out
}

// String names the fields, "everything" for the whole object.
func (f Set) String() string {
	switch {
	case len(f) == 0:
		return "nothing"
	case f[""]:
		return "everything"
	}
	return strings.Join(f.List(), ", ")
}

// Within tells whether another footprint has all the paths of this one.
func (f Set) Within(g Set) bool {
	return !slices.ContainsFunc(f.List(), func(path string) bool { return !g[path] })
}

// Covers tells whether a footprint has a path, or one that leads there.
func (f Set) Covers(path string) bool {
	return slices.ContainsFunc(f.List(), func(outer string) bool { return PathIn(path, outer) })
}

// CoversMore tells whether it has one that leads there and ends before.
func (f Set) CoversMore(path string) bool {
	return slices.ContainsFunc(f.List(), func(outer string) bool { return path != outer && PathIn(path, outer) })
}
