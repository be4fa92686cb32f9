package use

import (
	"cmp"
	"slices"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
)

// An Informer is one informer of a program, with the places that make it.
type Informer struct {
	Kind       kind.Kind
	Projection kind.Projection
	Cache      string // empty for the manager's
	Uses       []*Use // watches first
	Twice      bool   // there is another informer of the kind, in another projection
}

// AtStart tells whether the informer is there from the start, and not only when something is first read.
func (i *Informer) AtStart() bool {
	return i.Uses[0].Need == Always && i.Uses[0].What != "Get" && i.Uses[0].What != "List"
}

// A Table is what a program reads from the API server, and how.
type Table struct {
	Informers []*Informer // by kind, projection and cache
	Live      []*Use      // reads of kinds that the manager's options keep out of the cache, and of unstructured objects
	Unknown   []*Use      // places whose kind can't be seen
}

// NewTable sorts uses into the informers that they make when the manager has these options.
func NewTable(uses []*Use, o client.Options) *Table {
	t := new(Table)
	byKey := map[any]*Informer{}
	for _, u := range uses {
		switch {
		case !u.Active(o):
			if u.Need != ByWrite {
				t.Live = append(t.Live, u)
			}
			continue
		case !u.Kind.Known():
			t.Unknown = append(t.Unknown, u)
			continue
		}
		key := [...]any{u.Kind, u.Projection, u.Cache}
		i := byKey[key]
		if i == nil {
			i = &Informer{Kind: u.Kind, Projection: u.Projection, Cache: u.Cache}
			byKey[key] = i
			t.Informers = append(t.Informers, i)
		}
		i.Uses = append(i.Uses, u)
	}
	for _, i := range t.Informers {
		rank := func(u *Use) int {
			if u.Watch {
				return int(u.Need)
			}
			return 100 + int(u.Need)
		}
		slices.SortStableFunc(i.Uses, func(a, b *Use) int { return cmp.Compare(rank(a), rank(b)) })
		for _, p := range []kind.Projection{kind.Typed, kind.Metadata, kind.Unstructured} {
			i.Twice = i.Twice || p != i.Projection && byKey[[...]any{i.Kind, p, i.Cache}] != nil
		}
	}
	slices.SortFunc(t.Informers, func(a, b *Informer) int {
		return cmp.Or(cmp.Compare(a.Kind.String(), b.Kind.String()), cmp.Compare(a.Kind.Pkg, b.Kind.Pkg),
			cmp.Compare(a.Projection, b.Projection), cmp.Compare(a.Cache, b.Cache))
	})
	return t
}
