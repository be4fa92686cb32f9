package client

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Facts is what packages that import a package need to know of its clients.
type Facts struct {
	Options  Options
	Clients  []Client    // sorted by name
	Returned []Returning // sorted by name
}

// A Client is a struct field or a function's result that is a client or reader of known origin.
type Client struct {
	Name  string // Type.Field, Func() or Type.Method()
	Class Class
}

func (f *Facts) String() string {
	if f == nil {
		return "no clients"
	}
	return fmt.Sprintf("uncached:%d clients:%d", len(f.Options.Uncached), len(f.Clients))
}

func fieldName(owner *types.Named, field *types.Var) string {
	if owner == nil {
		return ""
	}
	return owner.Obj().Name() + "." + field.Name()
}

func resultName(s kube.Symbol) string {
	if s.Recv != "" {
		return s.Recv + "." + s.Name + "()"
	}
	return s.Name + "()"
}

// fact returns what another package of the user's says of one of its fields or functions.
func (o *Origins) fact(name string, pkg *types.Package) Class {
	if f := o.imported[pkg]; f != nil && name != "" {
		for _, c := range f.Clients {
			if c.Name == name {
				return c.Class
			}
		}
	}
	return Unknown
}

// returned tells what the functions of other packages say by what they return.
func (o *Origins) returned(fn *types.Func) (Options, bool) {
	f := o.imported[fn.Pkg()]
	if f == nil || fn.Signature().Recv() != nil {
		return Options{}, false
	}
	for _, r := range f.Returned {
		if r.Name == fn.Name() {
			return r.Options, true
		}
	}
	return Options{}, false
}

// Facts returns what the package itself says: its options, and the origins of its fields and results, which are only
// looked for where the package mentions a function that makes clients; nil if there is nothing to say.
func (o *Origins) Facts() *Facts {
	f := &Facts{Options: o.own}
	clients := o.mentionsClients()
	if clients {
		f.Clients = o.clients()
	}
	f.Returned = returning(o.lazy.Files(), o.pass.TypesInfo, o.returned, clients)
	if f.Options.Empty() && len(f.Clients)+len(f.Returned) == 0 {
		return nil
	}
	return f
}

func (o *Origins) mentionsClients() bool {
	for _, obj := range o.lazy.Names() {
		if p := kube.ProvenanceOf(kube.SymbolOf(obj)); p != kube.NoProvenance && p != kube.Wraps {
			return true
		}
	}
	return false
}

// givesReader tells whether the first result of a function is a client or reader.
func givesReader(fn *types.Func) bool {
	results := fn.Signature().Results()
	return results.Len() > 0 && kube.IsReader(results.At(0).Type())
}

// clients lists the fields and results whose origins are seen, not assumed.
func (o *Origins) clients() []Client {
	t, out := o.tracer(), []Client(nil)
	add := func(name string, a answer) {
		if a.class != Unknown && a.class != never && !a.assumed && len(a.params) == 0 {
			out = append(out, Client{name, a.class})
		}
	}
	for named := range ir.Types(o.pass.Pkg) {
		s, ok := named.Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for i := range s.NumFields() {
			if f := s.Field(i); kube.IsReader(f.Type()) {
				add(fieldName(named, f), t.fields.Of(field{ir.Field(named, i), named}))
			}
		}
	}
	for _, fn := range o.lazy.Functions() {
		obj, ok := fn.Object().(*types.Func)
		if ok && fn.Parent() == nil && givesReader(obj) {
			add(resultName(kube.SymbolOf(obj)), t.results.Of(result{fn, 0}))
		}
	}
	for m, fn := range o.lazy.Sole() {
		if givesReader(m) {
			add(resultName(kube.SymbolOf(m)), t.results.Of(result{fn, 0}))
		}
	}
	slices.SortFunc(out, func(a, b Client) int { return cmp.Compare(a.Name, b.Name) })
	return slices.Compact(out)
}
