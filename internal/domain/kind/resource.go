package kind

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Resource returns the kind that a schema.GroupVersionResource is of, if that is one of the API server's own, of which it keeps the
// status apart; the zero kind if it is another one, one of several, or unknown.
func (f *Finder) Resource(v ssa.Value) Kind {
	var found []Kind
	for _, set := range f.Values(v) {
		s := ir.StepOf(set)
		if s.Kind != ir.Load {
			return Kind{}
		}
		found = append(found, f.resourceAt(f.places.Place(s.From[0])))
	}
	if len(found) != 1 {
		return Kind{}
	}
	return found[0]
}

// resourceAt returns the kind that the fields of the struct at an address come to.
func (f *Finder) resourceAt(addr ssa.Value) Kind {
	names, groups := f.fieldTexts(addr, "Resource"), f.groupAt(addr)
	if len(names) != 1 || len(groups) != 1 || len(f.places.StoredAt(addr)) > 0 {
		return Kind{}
	}
	pkg := kube.GroupPackage(groups[0].group, groups[0].version)
	if name := kube.KindOfResource(pkg, names[0].lit); name != "" {
		return Kind{pkg, name}
	}
	return Kind{}
}
