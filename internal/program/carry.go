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
	seen  map[types.Type]bool // since the one that is asked for, which leads to them; nil if none is
}

func newCarrier(own map[*types.Package]bool) *carrier {
	return &carrier{own: own, known: map[types.Type]bool{}}
}

// carries tells whether values of type t are followed: whether a type that does carry one can be come to from it. Each type
// on the way is looked at once. That one of them doesn't lead there is only known if none does, as types go round in circles.
func (c *carrier) carries(t types.Type) bool {
	if t == nil {
		return false
	}
	if known, ok := c.known[t]; ok || c.seen[t] {
		return known
	}
	first := c.seen == nil
	if first {
		c.seen = map[types.Type]bool{}
	}
	c.seen[t] = true
	known := c.look(types.Unalias(t))
	if known {
		c.known[t] = true
	}
	if first && !known {
		for of := range c.seen {
			c.known[of] = false
		}
	}
	if first {
		c.seen = nil
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
		for embedded := range t.EmbeddedTypes() {
			if c.carries(embedded) {
				return true
			}
		}
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
		return kube.Carries(t) || c.holds(t)
	case t.Origin() != t:
		return c.holds(t) || c.carries(t.Origin())
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

// holds tells whether a type is an instance for one that is followed.
func (c *carrier) holds(t *types.Named) bool {
	for arg := range t.TypeArgs().Types() {
		if c.carries(arg) {
			return true
		}
	}
	return false
}

// isContainer tells whether a type is of a container of the libraries that holds what is followed, and is nothing of that kind
// itself, such as an LRU cache of clients or an atomic pointer to one.
func (c *carrier) isContainer(t types.Type) bool {
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(0).Type()
	}
	named := kube.Named(t)
	return named != nil && named.Obj().Pkg() != nil && !c.own[named.Obj().Pkg()] && !kube.Carries(named) && !kube.IsReader(t) && c.holds(named)
}

// inTest tells whether a file is a test.
func inTest(file string) bool { return strings.HasSuffix(file, "_test.go") }
