// Package kind says which kind of API objects a Go value or type denotes, and in which projection.
//
// A typed object's type says it all. The kind of metadata and of unstructured objects is what the program sets:
// SetGroupVersionKind, SetKind and SetAPIVersion, a TypeMeta or map literal. [Finder] looks for that in the whole
// function that makes the object, whatever the path.
package kind

import (
	"go/types"
	"strings"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Projection is the form in which objects are read, and in which an informer holds them.
type Projection uint8

// The projections.
const (
	NoProjection Projection = iota
	Typed
	Metadata     // metav1.PartialObjectMetadata
	Unstructured // unstructured.Unstructured
)

var projectionNames = [...]string{"", "typed", "metadata", "unstructured"}

func (p Projection) String() string { return projectionNames[p] }

// A Kind is one kind of API objects in one version. The zero Kind stands for one that is not known.
type Kind struct {
	// Pkg is the import path of the package that declares the API version's Go types. Where only the names of group
	// and version are known, and no package in view is theirs, it is these: group/version, or version.
	Pkg  string
	Name string // of the type, without List
}

// Known tells whether the kind is known.
func (k Kind) Known() bool { return k.Name != "" }

// String names the kind as authors do: corev1.Secret.
func (k Kind) String() string {
	if k.Pkg == "" {
		return k.Name
	}
	dir, version, ok := CutLast(k.Pkg)
	if !ok {
		return version + "." + k.Name
	}
	_, group, _ := CutLast(dir)
	group, _, _ = strings.Cut(group, ".")
	if !kube.IsAPIVersion(version) {
		return strings.ReplaceAll(version, "-", "") + "." + k.Name
	}
	return strings.ReplaceAll(group, "-", "") + version + "." + k.Name
}

// CutLast parts a path before its last slash; false if it has none.
func CutLast(path string) (dir, base string, ok bool) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return "", path, false
	}
	return path[:i], path[i+1:], true
}

// A Denotation is what a value or type denotes.
type Denotation struct {
	Kind       Kind
	Projection Projection
	List       bool
}

// OfType returns what values of type t, or of what t points to, denote. The kind is unknown for metadata, unstructured
// objects and interfaces; for types that are no API objects, so is the projection.
func OfType(t types.Type) Denotation {
	named := kube.Named(t)
	if named == nil || named.Obj().Pkg() == nil || types.IsInterface(named) {
		return Denotation{}
	}
	pkg, name := kube.Path(named.Obj().Pkg().Path()), named.Obj().Name()
	item := strings.TrimSuffix(name, "List")
	switch {
	case kube.IsPartialMetadata(named):
		return Denotation{Projection: Metadata, List: item != name}
	case kube.IsUnstructured(named):
		return Denotation{Projection: Unstructured, List: item != name}
	case !kube.IsObject(types.NewPointer(named)) && !kube.IsList(types.NewPointer(named)):
		return Denotation{}
	}
	return Denotation{Kind: Kind{pkg, item}, Projection: Typed, List: item != name}
}
