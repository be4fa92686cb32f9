package staleread

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/access"
)

// A footprint is what of an object is looked at or changed: paths of fields, embedded structs left out, such as Status,
// Labels or Spec.Replicas. The empty path is the whole object.
type footprint map[string]bool

// whole returns the footprint of what may look at everything, or change it.
func whole() footprint { return footprint{"": true} }

// add adds what another footprint has.
func (f footprint) add(g footprint) {
	for path := range g {
		f[path] = true
	}
}

// meets tells whether two footprints have something in common.
func (f footprint) meets(g footprint) bool {
	for a := range f {
		for b := range g {
			if within(a, b) || within(b, a) {
				return true
			}
		}
	}
	return false
}

// within tells whether a path is another, or of a field in it.
func within(path, outer string) bool {
	rest, ok := strings.CutPrefix(path, outer)
	return ok && (outer == "" || rest == "" || rest[0] == '.')
}

// lasting are the fields of metadata that no write changes: they only tell which object it is.
var lasting = map[string]bool{"UID": true, "Name": true, "Namespace": true, "CreationTimestamp": true}

// pathDepth is how many fields deep a path goes.
const pathDepth = 2

// fieldPath adds a field to a path, and tells whether there is to be more of it.
func fieldPath(path string, addr *ssa.FieldAddr) (string, bool) {
	field := access.Field(addr)
	if field.Embedded() {
		return path, true
	}
	if path == "" {
		return field.Name(), pathDepth > 1
	}
	return path + "." + field.Name(), strings.Count(path, ".")+2 < pathDepth
}
