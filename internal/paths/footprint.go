package paths

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Footprint is what of an object is looked at or changed: paths of fields, embedded structs left out, such as Status,
// Labels, Spec.Replicas or Labels.[app], the entry of a map. The empty path is the whole object.
type Footprint map[string]bool

// whole returns the footprint of what may look at everything, or change it.
func whole() Footprint { return Footprint{"": true} }

// add adds what another footprint has.
func (f Footprint) add(g Footprint) { maps.Copy(f, g) }

// under adds what another footprint has of the field with that path.
func (f Footprint) under(path string, g Footprint) {
	for field := range g {
		f[joined(path, field)] = true
	}
}

// Meets tells whether two footprints have something in common.
func (f Footprint) Meets(g Footprint) bool { return len(f.Meeting(g)) > 0 }

// Meeting returns what of a footprint another one has too, or a part of it, in order.
func (f Footprint) Meeting(g Footprint) []string {
	met := Footprint{}
	for a := range f {
		for b := range g {
			if pathIn(a, b) || pathIn(b, a) {
				met[unbound(a)] = true
			}
		}
	}
	return met.list()
}

// pathIn tells whether a path is another, or of a field in it, or of an entry that it may mean.
func pathIn(path, outer string) bool {
	if mayMean(path, outer) {
		return true
	}
	rest, ok := strings.CutPrefix(path, outer)
	return ok && (outer == "" || rest == "" || rest[0] == '.')
}

// In tells whether a footprint is of nothing but that field.
func (f Footprint) In(field string) bool {
	for path := range f {
		if !pathIn(path, field) {
			return false
		}
	}
	return true
}

// inside returns what of a footprint is in the field of that name, such as Status, if it isn't empty.
func (f Footprint) inside(field string) Footprint {
	if field == "" {
		return f
	}
	out := Footprint{}
	for path := range f {
		if pathIn(path, field) {
			out[path] = true
		} else if pathIn(field, path) {
			out[field] = true
		}
	}
	return out
}

// answered is the footprint of what a write changes with what the server changes of its own accord then: the generation,
// with anything but metadata and the status.
func (f Footprint) answered() Footprint {
	for path := range f {
		if field, _, _ := strings.Cut(path, "."); field != "Status" && !kube.IsMetadataField(field) {
			out := maps.Clone(f)
			out["Generation"] = true
			return out
		}
	}
	return f
}

func footprintOf(paths []string) Footprint {
	f := Footprint{}
	for _, path := range paths {
		f[path] = true
	}
	return f
}

// top is the first step of one of the paths, of which all have the same.
func (f Footprint) top() string {
	top, _, _ := strings.Cut(f.list()[0], ".")
	return top
}

// list returns the paths, sorted.
func (f Footprint) list() []string { return slices.Sorted(maps.Keys(f)) }

// pathDepth is how many fields deep a path goes.
const pathDepth = 2

// fieldPath adds a field to a path, and tells whether there is to be more of it.
func fieldPath(path string, addr *ssa.FieldAddr) (string, bool) {
	field := ir.Field(addr.X.Type(), addr.Field)
	if ir.Promotes(field) {
		return path, true
	}
	if path == "" {
		return field.Name(), pathDepth > 1
	}
	return path + "." + field.Name(), strings.Count(path, ".")+2 < pathDepth
}

// joined is the path of a field in another one, no deeper than paths go.
func joined(outer, inner string) string {
	switch {
	case outer == "":
		return inner
	case inner == "" || strings.Count(outer, ".")+1 >= depthOf(outer):
		return outer
	}
	return cut(outer + "." + inner)
}

// maxSteps is how many steps a path has that is put together: of types and functions that recur, it would never end.
const maxSteps = 4

// cut leaves of a path what leads to the part in which the rest is, if it is too long. The key of an entry is one step, dots or not.
func cut(path string) string {
	steps, inKey := 0, false
	for i, c := range path {
		switch {
		case c == '[' || c == ']':
			inKey = c == '['
		case c == '.' && !inKey:
			if steps++; steps == maxSteps {
				return path[:i]
			}
		}
	}
	return path
}

// depthOf is how many fields deep a path goes: in the objects of a list, as in others.
func depthOf(path string) int {
	if pathIn(path, items) {
		return pathDepth + 1
	}
	return pathDepth
}
