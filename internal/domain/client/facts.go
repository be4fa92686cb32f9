package client

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Facts is what packages that import a package need to know of its clients.
type Facts struct {
	Options Options
	Clients []Client // sorted by name
}

// A Client is a struct field or a function's result that is a client or reader of known origin.
type Client struct {
	Name  string // Type.Field, Func() or Type.Method()
	Class Class
}

// AFact marks Facts as a fact.
func (*Facts) AFact() {}

func (f *Facts) String() string {
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
func (t *tracer) fact(name string, pkg *types.Package) Origin {
	if facts && name != "" && pkg != nil && pkg != t.origins.pass.Pkg {
		f := new(Facts)
		if t.origins.pass.ImportPackageFact(pkg, f) {
			for _, c := range f.Clients {
				if c.Name == name {
					return Origin{Class: c.Class, Param: -1}
				}
			}
		}
	}
	return Origin{Param: -1}
}

// export exports what the package itself says: its options, and the origins of its fields and results, which are only
// looked for where the package mentions a function that makes clients.
func (o *Origins) export(own Options) {
	f := &Facts{Options: own}
	if o.mentionsClients() {
		f.Clients = o.clients()
	}
	if !f.Options.empty() || len(f.Clients) > 0 {
		o.pass.ExportPackageFact(f)
	}
}

func (o *Origins) mentionsClients() bool {
	for obj := range ir.Names(o.pass) {
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

// results gives the origin of a function's first result, whoever calls it.
func (t *tracer) results(fn *ssa.Function) Origin {
	out := nothing
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			out = join(out, t.of(ret.Results[0]))
		}
	}
	return out
}

// clients lists the fields and results whose origins are seen, not assumed.
func (o *Origins) clients() []Client {
	o.Of(ssa.NewConst(nil, types.Typ[types.UntypedNil])) // makes the tracer
	o.mutex.Lock()
	defer o.mutex.Unlock()
	t, out := o.trace, []Client(nil)
	add := func(name string, origin Origin) {
		if origin.Class != Unknown && origin.Class != nothing.Class && !origin.Assumed && origin.Param < 0 {
			out = append(out, Client{name, origin.Class})
		}
	}
	scope := o.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		if iface, ok := tn.Type().Underlying().(*types.Interface); ok {
			for m := range iface.ExplicitMethods() { // callers elsewhere see no more than the interface
				if fn := t.calls.ImplementationOf(m, iface); fn != nil && givesReader(m) {
					add(resultName(kube.SymbolOf(m)), t.results(fn))
				}
			}
			continue
		}
		s, ok := tn.Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for i := range s.NumFields() {
			if f := s.Field(i); kube.IsReader(f.Type()) {
				add(name+"."+f.Name(), t.field(tn.Type(), i))
			}
		}
	}
	for _, fn := range o.lazy.Functions() {
		obj, ok := fn.Object().(*types.Func)
		if ok && fn.Parent() == nil && givesReader(obj) {
			add(resultName(kube.SymbolOf(obj)), t.results(fn))
		}
	}
	slices.SortFunc(out, func(a, b Client) int { return cmp.Compare(a.Name, b.Name) })
	return slices.Compact(out)
}
