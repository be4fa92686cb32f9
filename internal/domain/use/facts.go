package use

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Facts is what packages that import a package need to know of its informers.
type Facts struct {
	Makers    []string   // its functions that return a manager that they make
	Caches    bool       // the client of a manager that it makes, or a package that it imports, caches unstructured objects
	Uses      []*Use     // those that its nodes reach, its own and others
	Nodes     []Node     // sorted by name
	Helpers   []Helper   // sorted by name
	Results   []Result   // sorted by name and index
	Variables []Variable // sorted by name
	Options   []Option   // of watches
}

// A Node is an exported function, type or variable of a package, and the uses that become part of a program which
// mentions it, by index.
type Node struct {
	Name string
	Uses []int
	Ways []Ways // which lead to each of the uses; none if all are always come to
}

// A Helper is a function whose callers decide on the kind, or on the client, of uses in it.
type Helper struct {
	Name      string // Func or Type.Method
	Templates []Template
}

// A Template is a use of which something is left to the callers.
type Template struct {
	Object kind.Template
	Client int  // the parameter that is the client, -1 if it is none
	Use    Use  // but for kind and projection
	Way    Way  // that leads there in the function, with parameters by their indexes
	Else   bool // on another way it does so in another projection
}

// A Result is what a result of a function denotes: an object, or a schema.GroupVersionKind.
type Result struct {
	Func      string
	Index     int
	Templates []kind.Template
}

// A Variable is a package variable that holds a schema.GroupVersionKind, or a schema.GroupVersion, whose kind has no
// name.
type Variable struct {
	Name string
	Kind kind.Kind
}

func (f *Facts) String() string {
	return fmt.Sprintf("uses:%d nodes:%d helpers:%d", len(f.Uses), len(f.Nodes), len(f.Helpers))
}

// foreign returns the facts as another package sees them: where the uses are is not known to it but by their places.
func (f *Facts) foreign() *Facts {
	out := *f
	out.Uses = make([]*Use, len(f.Uses))
	for i, u := range f.Uses {
		use := *u
		use.pos, use.way = token.NoPos, nil
		out.Uses[i] = &use
	}
	return &out
}

// funcName names a function as facts do.
func funcName(obj types.Object) string {
	s := kube.SymbolOf(obj)
	if s.Recv != "" {
		return s.Recv + "." + s.Name
	}
	return s.Name
}

func (f *Facts) helper(obj types.Object) []Template {
	if len(f.Helpers) == 0 {
		return nil
	}
	i, ok := slices.BinarySearchFunc(f.Helpers, funcName(obj), func(h Helper, name string) int { return cmp.Compare(h.Name, name) })
	if !ok {
		return nil
	}
	return f.Helpers[i].Templates
}

func (f *Facts) results(fn *types.Func, index int) []kind.Template {
	name := funcName(fn)
	for _, r := range f.Results {
		if r.Func == name && r.Index == index {
			return r.Templates
		}
	}
	return nil
}

func (f *Facts) variable(name string) kind.Kind {
	for _, v := range f.Variables {
		if v.Name == name {
			return v.Kind
		}
	}
	return kind.Kind{}
}

func (f *Facts) node(name string) []Reached {
	i, ok := slices.BinarySearchFunc(f.Nodes, name, func(n Node, name string) int { return cmp.Compare(n.Name, name) })
	if !ok {
		return nil
	}
	var out []Reached
	for n, use := range f.Nodes[i].Uses {
		r := Reached{Use: f.Uses[use]}
		if n < len(f.Nodes[i].Ways) {
			r.Ways = f.Nodes[i].Ways[n]
		}
		out = append(out, r)
	}
	return out
}

// describe notes the helpers, results and variables of a package that others can get hold of.
func (f *Facts) describe(s *scan) {
	for fn, templates := range s.templates {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() {
			continue
		}
		slices.SortFunc(templates, compareTemplates)
		f.Helpers = append(f.Helpers, Helper{funcName(obj), templates})
	}
	slices.SortFunc(f.Helpers, func(a, b Helper) int { return cmp.Compare(a.Name, b.Name) })
	for _, fn := range s.lazy.Functions() {
		f.describeResults(s, fn)
	}
	slices.SortFunc(f.Results, func(a, b Result) int {
		return cmp.Or(cmp.Compare(a.Func, b.Func), cmp.Compare(a.Index, b.Index))
	})
	f.describeOptions(s)
}

// describeVariables notes the variables of a package that say what a kind is.
func (f *Facts) describeVariables(p *pkg) {
	for v, k := range kind.Declared(p.pass.Pkg, p.pass.TypesInfo, p.files, p.variable) {
		f.Variables = append(f.Variables, Variable{v.Name(), k})
	}
	slices.SortFunc(f.Variables, func(a, b Variable) int { return cmp.Compare(a.Name, b.Name) })
}

func (f *Facts) describeResults(s *scan, fn *ssa.Function) {
	obj, ok := fn.Object().(*types.Func)
	if !ok || !obj.Exported() || fn.Parent() != nil {
		return
	}
	results := fn.Signature.Results()
	for i := range results.Len() {
		t := results.At(i).Type()
		if !kube.IsGroupVersionKind(t) && !openObject(t) {
			continue
		}
		var known []kind.Template
		for _, t := range s.kinds.Returns(fn, i) {
			if t.Kind.Known() || t.Of != kind.NoHole {
				known = append(known, t)
			}
		}
		if len(known) > 0 {
			f.Results = append(f.Results, Result{funcName(obj), i, known})
		}
	}
}

// openObject tells whether values of type t are objects whose kind the type does not say.
func openObject(t types.Type) bool { return openType(t) || types.IsInterface(t) && kube.IsObject(t) }

// openType tells whether values of type t are metadata or unstructured objects.
func openType(t types.Type) bool {
	d := kind.OfType(t)
	return d.Projection == kind.Metadata || d.Projection == kind.Unstructured
}

func compareTemplates(a, b Template) int {
	return cmp.Or(compare(&a.Use, &b.Use), cmp.Compare(a.Client, b.Client), cmp.Compare(a.Object.Of, b.Object.Of),
		cmp.Compare(a.Object.Index, b.Object.Index), cmp.Compare(a.Object.Version, b.Object.Version), cmp.Compare(a.Object.Projection, b.Object.Projection),
		cmp.Compare(a.Object.Kind.String(), b.Object.Kind.String()))
}

// collect adds what the package's nodes reach.
func (f *Facts) collect(g *graph) {
	f.Makers, f.Caches = g.makerNames(), g.unstructured()
	index := map[*Use]int{}
	for _, name := range g.names() {
		if !g.nodes[name].exported {
			continue
		}
		n := Node{Name: name}
		for _, u := range g.exportedUses(name) {
			if _, ok := index[u.Use]; !ok {
				index[u.Use] = len(f.Uses)
				f.Uses = append(f.Uses, u.Use)
			}
			n.Uses = append(n.Uses, index[u.Use])
			n.Ways = append(n.Ways, u.Ways)
		}
		if !slices.ContainsFunc(n.Ways, func(w Ways) bool { return len(w) > 0 }) {
			n.Ways = nil
		}
		if len(n.Uses) > 0 {
			f.Nodes = append(f.Nodes, n)
		}
	}
}

func (f *Facts) empty() bool {
	return !f.Caches && len(f.Makers)+len(f.Nodes)+len(f.Helpers)+len(f.Results)+len(f.Variables)+len(f.Options) == 0
}
