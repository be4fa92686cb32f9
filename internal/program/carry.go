package program

import (
	"go/types"
	"strings"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// A carrier knows which types can carry managers, clusters, caches and clients from one place to another: only values
// of these are followed. A value of any, and what dependencies declare, is not.
type carrier struct {
	own   map[*types.Package]bool
	known map[types.Type]bool
	open  map[types.Type]bool // that are being looked at
}

func newCarrier(own map[*types.Package]bool) *carrier {
	return &carrier{own: own, known: map[types.Type]bool{}, open: map[types.Type]bool{}}
}

// carries tells whether values of type t are followed.
func (c *carrier) carries(t types.Type) bool {
	if t == nil {
		return false
	}
	known, ok := c.known[t]
	if ok || c.open[t] {
		return known
	}
	c.open[t] = true
	known = c.look(types.Unalias(t))
	delete(c.open, t)
	if known || len(c.open) == 0 { // what is found within a circle is only true if it is yes
		c.known[t] = known
	}
	return known
}

func (c *carrier) look(t types.Type) bool {
	switch t := t.(type) {
	case *types.Pointer:
		return c.carries(t.Elem())
	case *types.Slice:
		return c.carries(t.Elem())
	case *types.Array:
		return c.carries(t.Elem())
	case *types.Chan:
		return c.carries(t.Elem())
	case *types.Map:
		return c.carries(t.Elem())
	case *types.TypeParam:
		return true
	case *types.Signature:
		return c.carries(t.Params()) || c.carries(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if c.carries(v.Type()) {
				return true
			}
		}
	case *types.Struct:
		for f := range t.Fields() {
			if c.carries(f.Type()) {
				return true
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if _, reads := kube.OwnInterfaceOperation(m, t); reads || c.carries(m.Signature()) {
				return true
			}
		}
	case *types.Named:
		return c.named(t)
	}
	return false
}

func (c *carrier) named(t *types.Named) bool {
	pkg := t.Obj().Pkg()
	switch {
	case pkg == nil:
		return false
	case !c.own[pkg]:
		return kube.Carries(t)
	case t.Origin() != t: // whatever it is an instance for
		for arg := range t.TypeArgs().Types() {
			if c.carries(arg) {
				return true
			}
		}
		return c.carries(t.Origin())
	case c.carries(t.Underlying()):
		return true
	}
	for m := range t.Methods() {
		if c.carries(m.Signature()) {
			return true
		}
	}
	return false
}

// inTest tells whether a file is a test.
func inTest(file string) bool { return strings.HasSuffix(file, "_test.go") }
