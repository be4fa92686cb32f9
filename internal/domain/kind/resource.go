package kind

import (
	"path"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// maxServed bounds how many calls lead from where a resource is named to the client or lister of its objects.
const maxServed = 8

// Served returns the kind of the objects that a client or lister has which takes any resource, by the schema.GroupVersionResource that
// it was got with: the name is that of the type if the API server has the kind itself and keeps its status apart, otherwise that of
// the resource. The zero kind if it is one of several, or unknown.
func (f *Finder) Served(by ssa.Value) Kind {
	for range maxServed {
		made := f.Values(by)
		if len(made) != 1 {
			return Kind{}
		}
		s := ir.StepOf(made[0])
		if s.Kind != ir.Result {
			return Kind{}
		}
		recv, args := ir.Receiver(s.Call.Common())
		if n := slices.IndexFunc(args, func(arg ssa.Value) bool { return kube.IsGroupVersionResource(arg.Type()) }); n >= 0 {
			return f.resource(args[n])
		}
		if recv == nil || !kube.OfResource(ir.Symbol(s.Call.Common())) {
			return Kind{}
		}
		by = recv
	}
	return Kind{}
}

// resource returns the kind of a schema.GroupVersionResource.
func (f *Finder) resource(v ssa.Value) Kind {
	if s := ir.StepOf(v); s.Kind == ir.Load {
		if at := f.places.Place(s.From[0]); len(f.places.StoredAt(at)) > 0 {
			return f.storedResource(at)
		}
	}
	made := f.Values(v)
	if len(made) != 1 {
		return Kind{}
	}
	switch s := ir.StepOf(made[0]); s.Kind {
	case ir.Load:
		return f.resourceAt(f.places.Place(s.From[0]))
	case ir.Result:
		if kube.KindMakerOf(ir.Symbol(s.Call.Common())) == kube.WithResource {
			return ofResource(f.groups.Of(s.Call.Call.Args[0]), f.texts.Of(s.Call.Call.Args[1]))
		}
	}
	return Kind{}
}

// resourceAt returns the kind that the fields of the struct at an address come to.
func (f *Finder) resourceAt(addr ssa.Value) Kind {
	if len(f.places.StoredAt(addr)) > 0 {
		return f.storedResource(addr)
	}
	return ofResource(f.groupAt(addr), f.fieldTexts(addr, "Resource"))
}

// storedResource returns the kind of the one schema.GroupVersionResource that is stored at an address, of which nothing is set besides.
func (f *Finder) storedResource(addr ssa.Value) Kind {
	stored := f.places.StoredAt(addr)
	for _, field := range []string{"Group", "Version", "Resource"} {
		if len(f.places.StoredIn(addr, field)) > 0 {
			return Kind{}
		}
	}
	if len(stored) != 1 {
		return Kind{}
	}
	switch s := ir.StepOf(stored[0]); s.Kind {
	case ir.Result:
		return f.resource(stored[0])
	case ir.Load: // a literal
		if at := f.places.Place(s.From[0]); len(f.places.StoredAt(at)) == 0 {
			return ofResource(f.groupAt(at), f.fieldTexts(at, "Resource"))
		}
	}
	return Kind{}
}

// ofResource returns the kind of the one resource of that name in that group and version.
func ofResource(groups []groupVersion, names []text) Kind {
	if len(groups) != 1 || len(names) != 1 || names[0].lit == "" {
		return Kind{}
	}
	g := groups[0]
	pkg := g.pkg
	if pkg == "" {
		pkg = kube.GroupPackage(g.group, g.version)
	}
	if name := kube.KindOfResource(pkg, names[0].lit); name != "" {
		return Kind{pkg, name}
	}
	if pkg == "" && g.version != "" {
		pkg = path.Join(g.group, g.version)
	}
	if pkg == "" {
		return Kind{}
	}
	return Kind{pkg, names[0].lit}
}
