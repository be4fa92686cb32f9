package work

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// oneOf is the work that matters if only one of the values does it that an interface may hold: the program may be told to
// use that one.
const oneOf mask = 1<<Write | 1<<Block

// held returns the method that a call through an interface comes to, if the interface holds values of one type only. Of
// several it notes the methods of all, and their work in other packages.
func (in *Info) held(n *node, call ssa.CallInstruction, async bool) *ssa.Function {
	holdings, name := in.pkg.Holdings(call.Common().Value), call.Common().Method.Name()
	if len(holdings) == 1 && holdings[0].Type != nil {
		if fn := in.pkg.Method(holdings[0].Type, name); fn != nil {
			return fn
		}
	}
	for _, h := range holdings {
		if h.Type == nil {
			in.given(n, call, h, async)
		} else if fn := in.pkg.Method(h.Type, name); fn != nil {
			in.node(fn)
			in.chosen = append(in.chosen, chosen{n, &edge{site: call, callee: fn, async: async, only: oneOf}})
		}
	}
	return nil
}

// A chosen is one of several methods that a call through an interface may come to, as the program chooses.
type chosen struct {
	from *node
	edge *edge
}

// choose adds the edges to the methods that a program may choose.
func (in *Info) choose() {
	for _, c := range in.chosen {
		c.edge.second = in.isSecond(c.edge.site)
		c.from.edges = append(c.from.edges, c.edge)
	}
}

// given notes the work that a method of what a function of another package returns may do.
func (in *Info) given(n *node, site ssa.CallInstruction, h ir.Holding, async bool) {
	fn, ok := ir.Called(&h.Call.Call).(*types.Func)
	if !ok {
		return
	}
	f := in.Lookup(fn)
	if f == nil {
		return
	}
	for i := range f.Gives {
		g := &f.Gives[i]
		if g.Result == h.Index && g.Method == site.Common().Method.Name() {
			n.leaves = append(n.leaves, &Leaf{Site: site, Class: g.Work.Class, What: g.Work.What, Wait: g.Work.Wait, Brief: g.Work.Brief, Far: &g.Work, Async: async, Programs: g.Work.Programs})
		}
	}
}

// A Given is work that a method of what a function returns, an interface, does if that holds one of several values.
type Given struct {
	Result int
	Method string
	Work   Work
}

// gives returns the work that methods of what a function returns may do.
func (in *Info) gives(fn *ssa.Function) (out []Given) {
	for n := range fn.Signature.Results().Len() {
		t := fn.Signature.Results().At(n).Type()
		iface, ok := t.Underlying().(*types.Interface)
		if !ok || iface.NumMethods() == 0 || types.Identical(t, types.Universe.Lookup("error").Type()) {
			continue
		}
		held := in.returned(fn, n)
		for m := range iface.Methods() {
			for _, c := range []Class{Write, Block} {
				does := slices.IndexFunc(held, func(t types.Type) bool {
					method := in.pkg.Method(t, m.Name())
					return method != nil && in.does(method, c)
				})
				if does >= 0 {
					out = append(out, Given{n, m.Name(), *in.workOf(in.pkg.Method(held[does], m.Name()), c)})
				}
			}
		}
	}
	return out
}

// returned returns the types of this package that a function's result of that index may hold, if they are all known.
func (in *Info) returned(fn *ssa.Function, n int) (out []types.Type) {
	for _, v := range ir.Returned(fn, n) {
		holdings := in.pkg.Holdings(v)
		if holdings == nil && !ir.IsNil(v) {
			return nil
		}
		for _, h := range holdings {
			if h.Type != nil {
				out = append(out, h.Type)
			}
		}
	}
	return out
}
