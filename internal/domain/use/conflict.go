package use

import (
	"cmp"
	"go/token"
	"slices"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
)

// A Conflict is a kind that is cached in two projections.
type Conflict struct {
	Kind kind.Kind
	// Odd is the side that the author will want to change: reads, where the other side has watches; else the
	// projection that is not typed. Those in this package come first.
	Odd, Base []*Use
	// Pos is where to report it: a place of the odd side in this package, or of the other, or where this package brings
	// the odd side together with the other.
	Pos token.Pos
	// At is the use that is at Pos, nil where both sides are in other packages.
	At *Use
	// Unit is what brings the two together, where they are in two packages.
	Unit string
}

// Category returns the name of the conflict's category.
func (c *Conflict) Category() string {
	if c.has(kind.Unstructured) {
		return "unstructured"
	}
	return "metadata"
}

func (c *Conflict) has(p kind.Projection) bool {
	return c.Odd[0].Projection == p || c.Base[0].Projection == p
}

// A judge looks for conflicts in one package.
type judge struct {
	graph   *graph
	options client.Options
	found   []*Conflict
}

// judge returns the conflicts that no package which this one imports could see, and the programs.
func (j *judge) judge() ([]*Conflict, []Unit) {
	var own []*reached
	for _, u := range j.graph.uses {
		own = append(own, &reached{u, []token.Pos{u.pos}})
	}
	j.conflicts(own, "")
	var units []Unit
	for _, name := range j.graph.names() {
		if n := j.graph.nodes[name]; j.graph.unit(n) {
			r := j.graph.reach(name)
			unit := Unit{Name: name, Place: j.graph.place(j.graph.position(name))}
			for _, one := range r {
				unit.Uses = append(unit.Uses, one.use)
			}
			units = append(units, unit)
			j.conflicts(r, name)
		}
	}
	if len(units) == 0 {
		for _, name := range j.graph.names() {
			j.conflicts(j.graph.reach(name), name)
		}
	}
	slices.SortStableFunc(j.found, func(a, b *Conflict) int { return cmp.Compare(a.Pos, b.Pos) })
	return j.found, units
}

// position returns where a node is declared.
func (g *graph) position(name string) token.Pos {
	if obj := g.pass.Pkg.Scope().Lookup(name); obj != nil {
		return obj.Pos()
	}
	return token.NoPos
}

// A cached kind is what one cache may hold in several projections.
type cached struct {
	kind  kind.Kind
	cache string
}

// conflicts looks at uses that are part of one program.
func (j *judge) conflicts(uses []*reached, unit string) {
	byKind := map[cached][]*reached{}
	var order []cached
	for _, r := range uses {
		if !r.use.Kind.Known() || r.use.Perhaps || !r.use.Active(j.options) {
			continue
		}
		key := cached{r.use.Kind, r.use.Cache}
		if byKind[key] == nil {
			order = append(order, key)
		}
		byKind[key] = append(byKind[key], r)
	}
	for _, key := range order {
		j.pair(byKind[key], kind.Metadata, unit)
		j.pair(byKind[key], kind.Unstructured, unit)
	}
}

// pair looks for a conflict of the uses in projection p with those in others, all of one kind and cache.
func (j *judge) pair(uses []*reached, p kind.Projection, unit string) {
	var in, others []*reached
	for _, r := range uses {
		switch {
		case r.use.Projection == p:
			in = append(in, r)
		case p == kind.Unstructured || r.use.Projection == kind.Typed:
			others = append(others, r)
		}
	}
	fresh := slices.DeleteFunc(slices.Clone(in), func(r *reached) bool { return r.use.Reported })
	if len(fresh) == 0 || len(others) == 0 || j.deferred(fresh, others, unit) {
		return
	}
	for _, r := range fresh {
		r.use.Reported = true
	}
	odd, base := fresh, others
	if watched(fresh) && !watched(others) {
		odd, base = others, fresh
	}
	c := &Conflict{Kind: odd[0].use.Kind, Odd: usesOf(odd, base), Base: usesOf(base, odd), Unit: unit}
	switch here := slices.Concat(local(c.Odd), local(c.Base)); {
	case len(here) > 0:
		c.At, c.Pos = here[0], here[0].pos
	default:
		c.Pos = slices.Max(find(odd, c.Odd[0]).at)
	}
	j.found = append(j.found, c)
}

// deferred tells whether a conflict has to wait for the package that makes the manager: it may be gone if the manager's
// options leave out the kind, and operators do that with Secrets and ConfigMaps, in main.
func (j *judge) deferred(a, b []*reached, unit string) bool {
	k := a[0].use.Kind
	if n := j.graph.nodes[unit]; n != nil && j.graph.unit(n) || k.Pkg != "k8s.io/api/core/v1" || k.Name != "Secret" && k.Name != "ConfigMap" {
		return false
	}
	stays := func(side []*reached) bool {
		return slices.ContainsFunc(side, func(r *reached) bool { return r.use.Need == Always })
	}
	return !stays(a) || !stays(b)
}

func watched(side []*reached) bool {
	return slices.ContainsFunc(side, func(r *reached) bool { return r.use.Watch })
}

// local returns the uses in this package.
func local(side []*Use) []*Use {
	return slices.DeleteFunc(slices.Clone(side), func(u *Use) bool { return !u.pos.IsValid() })
}

// find returns what is known of how a use is reached.
func find(side []*reached, u *Use) *reached {
	return side[slices.IndexFunc(side, func(r *reached) bool { return r.use == u })]
}

// usesOf returns the uses of one side: those in this package first, then those beside one of the other side, then
// watches.
func usesOf(side, other []*reached) []*Use {
	beside := func(u *Use) bool {
		return slices.ContainsFunc(other, func(r *reached) bool { return r.use.Place.Dir == u.Place.Dir })
	}
	var out []*Use
	for _, r := range side {
		out = append(out, r.use)
	}
	slices.SortStableFunc(out, func(a, b *Use) int {
		return -cmp.Or(compareBool(a.pos.IsValid(), b.pos.IsValid()), compareBool(beside(a), beside(b)), compareBool(a.Watch, b.Watch))
	})
	return out
}
