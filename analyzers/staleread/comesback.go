package staleread

import (
	"fmt"
	"go/token"

	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/paths"
)

// comesBack is the sentence of a list which decides whether something is created in the next reconcile too, since that comes before
// the cache has heard of it.
func (j *judge) comesBack(p *paths.Pair) string {
	kind := j.kindName(p.Read)
	by := "the result " + j.place(j.back(p.Back))
	switch {
	case p.Back.Write != nil:
		by = j.writeName(p.Back.Write)
	case p.Back.Add != nil:
		by = "the Add " + j.place(j.back(p.Back))
	}
	return fmt.Sprintf("%s decides whether %s makes a new %s, and %s brings the %s back at once, when the cache may not have that one yet: a second is made, as its name is another; give it a name that follows from what it is for, or list %s through the API reader",
		j.readName(p.Read), j.writeName(p.Write), kind, by, broughtBack(p.Back), kube.Plural(kind))
}

// broughtBack names what is brought back.
func broughtBack(b *paths.Comeback) string {
	if b.Add != nil {
		return "key"
	}
	return "reconcile"
}

// back is where a reconcile is brought back.
func (j *judge) back(b *paths.Comeback) token.Pos {
	switch {
	case b.Write != nil:
		return b.Write.Pos()
	case b.Add != nil:
		return b.Add.Pos()
	}
	return b.Return.Pos()
}
