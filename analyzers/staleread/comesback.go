package staleread

import (
	"fmt"
	"go/token"

	"github.com/ctrllint/ctrllint/internal/paths"
)

// comesBack is the sentence of a list which decides whether something is created in the next reconcile too, since that comes before
// the cache has heard of it.
func (j *judge) comesBack(p *paths.Pair) string {
	kind := j.kindName(p.Read)
	by := "the result " + j.place(j.back(p.Back))
	if p.Back.Write != nil {
		by = j.writeName(p.Back.Write)
	}
	return fmt.Sprintf("%s decides whether %s makes a new %s, and %s brings the reconcile back at once, when the cache may not have that one yet: a second is made, as its name is another; give it a name that follows from what it is for, or list %s through the API reader",
		j.readName(p.Read), j.writeName(p.Write), kind, by, plural(kind))
}

// back is where a reconcile is brought back.
func (j *judge) back(b *paths.Comeback) token.Pos {
	if b.Write != nil {
		return b.Write.Pos()
	}
	return b.Return.Pos()
}
