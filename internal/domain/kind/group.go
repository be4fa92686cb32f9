package kind

import (
	"cmp"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A groupVersion is the group and version of an API: by the package of its Go types, or by name.
type groupVersion struct {
	pkg     string
	group   string
	version string
	known   bool
	hole    Hole // the parameter that it is, if it is one
}

func compareGroups(a, b groupVersion) int {
	return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.group, b.group), cmp.Compare(a.version, b.version), flow.CompareBools(a.known, b.known),
		a.hole.compare(b.hole))
}

// parseGroupVersion takes the apiVersion of an object apart.
func parseGroupVersion(apiVersion string) groupVersion {
	group, version, ok := CutLast(apiVersion)
	if !ok {
		group, version = "", apiVersion
	}
	return groupVersion{group: group, version: version, known: version != ""}
}

// String returns group and version as an object's apiVersion has them.
func (gv groupVersion) String() string {
	if gv.group == "" {
		return gv.version
	}
	return gv.group + "/" + gv.version
}

// path returns the package of the group and version, or their names; empty if they are not known.
func (gv groupVersion) path() string {
	if gv.pkg != "" || !gv.known {
		return gv.pkg
	}
	return gv.String()
}

// text returns the apiVersion that the group and version are written as.
func (gv groupVersion) text() text {
	if gv.pkg != "" {
		return text{pkg: gv.pkg}
	}
	return text{lit: gv.String()}
}

// kind returns the group's kind of that name, or of which the name is the list's. Packages are looked for among what
// the package from imports.
func (gv groupVersion) kind(name string, from *types.Package) Kind {
	name = strings.TrimSuffix(name, "List")
	if !gv.known || name == "" {
		return Kind{}
	}
	if gv.pkg != "" {
		return Kind{gv.pkg, name}
	}
	return Resolve(Kind{gv.String(), name}, from)
}

// Resolve finds the package of a kind that is known by the names of its group and version, among the packages that
// from imports directly or not. It returns the kind as it is if there is none.
func Resolve(k Kind, from *types.Package) Kind {
	group, version, grouped := CutLast(k.Pkg)
	if !grouped {
		group, version = "", k.Pkg
	}
	if pkg := kube.GroupPackage(group, version); pkg != "" {
		return Kind{pkg, k.Name}
	}
	if !grouped || from == nil || strings.Count(k.Pkg, "/") != 1 {
		return k // a package it is, or nobody knows whose
	}
	var found []string
	for p := range kube.Imported(from) {
		if tn, ok := p.Scope().Lookup(k.Name).(*types.TypeName); ok && GroupVersion(p) == k.Pkg && OfType(tn.Type()).Projection == Typed {
			found = append(found, kube.Path(p.Path()))
		}
	}
	if len(found) == 0 {
		return k
	}
	return Kind{slices.Min(found), k.Name}
}

// GroupVersion returns the apiVersion of the objects that a package declares, as its constants say; empty if they
// don't.
func GroupVersion(p *types.Package) string {
	version := stringConst(p, "Version", "APIVersion")
	if version == "" || !kube.IsAPIVersion(version) {
		version = p.Name()
	}
	if !kube.IsAPIVersion(version) {
		return ""
	}
	group := stringConst(p, kube.GroupConstants...)
	if group == "" {
		parent, _, _ := CutLast(p.Path())
		for _, imp := range p.Imports() { // the package of the group, without version
			if imp.Path() == parent {
				group = stringConst(imp, kube.GroupConstants...)
			}
		}
	}
	if group == "" {
		return ""
	}
	return group + "/" + version
}

func stringConst(p *types.Package, names ...string) string {
	for _, name := range names {
		if c, ok := p.Scope().Lookup(name).(*types.Const); ok && c.Val().Kind() == constant.String {
			return constant.StringVal(c.Val())
		}
	}
	return ""
}
