// Package kube knows what the symbols of client-go, apimachinery and controller-runtime do. It holds tables and
// matchers over names and types; following values through code is other packages' work.
package kube

import (
	"go/types"
	"iter"
	"path"
	"regexp"
	"slices"
	"strings"
)

// A Symbol names a package-level function or variable, or a method by the type that declares it.
type Symbol struct {
	Pkg  string // package path as [Path] gives it
	Recv string // name of the receiver's type, empty for package-level symbols
	Name string
}

func (s Symbol) String() string {
	pkg := s.Pkg[strings.LastIndexByte(s.Pkg, '/')+1:]
	if s.Recv != "" {
		return pkg + "." + s.Recv + "." + s.Name
	}
	return pkg + "." + s.Name
}

// roots are the modules whose copies under another path (vendored in GOPATH mode, forked into third_party) mean the
// same as the original.
var roots = []string{"k8s.io/client-go", "k8s.io/apimachinery", crRoot}

// Path returns the path of a package without what stands before the last "/vendor/", or before a copy of one of the
// libraries.
func Path(p string) string {
	// It is asked for every name in a source, of paths of which hardly any is that of a copy.
	if strings.Contains(p, "/vendor/") {
		p = p[strings.LastIndex(p, "/vendor/")+len("/vendor/"):]
	}
	if !strings.Contains(p, "/k8s.io/") && !strings.Contains(p, "/sigs.k8s.io/") {
		return p
	}
	for _, root := range roots {
		if i := strings.Index(p, root); i > 0 && p[i-1] == '/' && strings.HasPrefix(p[i+len(root):], "/") {
			return p[i:]
		}
	}
	return p
}

// namedSymbol names the named type that t is or points to; the zero Symbol if that has no package.
func namedSymbol(t types.Type) Symbol {
	named := Named(t)
	if named == nil || named.Obj().Pkg() == nil {
		return Symbol{}
	}
	return Symbol{Pkg: Path(named.Obj().Pkg().Path()), Name: named.Obj().Name()}
}

// SymbolOf names a function, method or package-level variable. For a method of an instantiated type, and for an
// instance of a generic function, it is the generic one's name. The zero Symbol stands for objects without package.
func SymbolOf(obj types.Object) Symbol {
	if obj == nil || obj.Pkg() == nil {
		return Symbol{}
	}
	s := Symbol{Pkg: Path(obj.Pkg().Path()), Name: obj.Name()}
	if fn, ok := obj.(*types.Func); ok {
		fn = fn.Origin()
		if recv := fn.Signature().Recv(); recv != nil {
			if named := Named(recv.Type()); named != nil {
				s.Recv = named.Obj().Name()
			}
		}
	}
	return s
}

// Named returns the named type that t is or points to, seen through aliases; nil if there is none.
func Named(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, _ := t.(*types.Named)
	return named
}

// Qualifier names packages in messages as authors do: those of API versions by group and version, such as corev1, and
// the package itself not at all.
func Qualifier(self *types.Package) types.Qualifier {
	return func(p *types.Package) string {
		if p == self {
			return ""
		}
		dir, version := path.Split(p.Path())
		if apiVersion.MatchString(version) && p.Name() == version {
			group, _, _ := strings.Cut(path.Base(dir), ".")
			return strings.ReplaceAll(group, "-", "") + version
		}
		return p.Name()
	}
}

var apiVersion = regexp.MustCompile(`^v[0-9]+((alpha|beta)[0-9]+)?$`)

// IsAny tells whether t is an interface that everything implements, so that a value of it may be a tombstone. A type
// parameter is not: a function that is generic over objects is meant to have their types.
func IsAny(t types.Type) bool {
	if IsTypeParam(t) {
		return false
	}
	iface, ok := t.Underlying().(*types.Interface)
	return ok && iface.Empty()
}

// isType tells whether t is (not: points to) the named type of that package, or an instance of it.
func isType(t types.Type, pkg, name string) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	obj := named.Obj()
	return obj.Name() == name && obj.Pkg() != nil && Path(obj.Pkg().Path()) == pkg
}

// OfProject tells whether the package at path is of the Kubernetes project, and so may be one of the libraries.
func OfProject(path string) bool {
	path = Path(path)
	return strings.HasPrefix(path, "k8s.io/") || strings.HasPrefix(path, "sigs.k8s.io/")
}

// Reaches tells whether a package imports the libraries, directly or through others, so that code in it can deal
// with Kubernetes objects at all.
func Reaches(pkg *types.Package) bool {
	for p := range Imported(pkg) {
		if path := Path(p.Path()); p != pkg && (strings.HasPrefix(path, "k8s.io/") || strings.HasPrefix(path, crRoot)) {
			return true
		}
	}
	return false
}

// Imported yields a package and all that it imports, directly or through others, each once.
func Imported(pkg *types.Package) iter.Seq[*types.Package] {
	return func(yield func(*types.Package) bool) {
		seen := map[*types.Package]bool{}
		var visit func(*types.Package) bool
		visit = func(p *types.Package) bool {
			if seen[p] {
				return true
			}
			seen[p] = true
			return yield(p) && !slices.ContainsFunc(p.Imports(), func(imp *types.Package) bool { return !visit(imp) })
		}
		visit(pkg)
	}
}

// IsLibrary tells whether the package at path belongs to the libraries whose meaning is in this package's tables, so
// that their code need not be looked at when they are dependencies.
func IsLibrary(path string) bool {
	return inPackages(Path(path), append(roots, "k8s.io/api", "k8s.io/klog", "k8s.io/kubernetes", "k8s.io/apiextensions-apiserver", "k8s.io/component-base", "k8s.io/apiserver", "k8s.io/utils", "k8s.io/kube-openapi"))
}
