package staleread

import (
	"fmt"
	"go/token"
	"slices"

	"github.com/ctrllint/ctrllint/internal/paths"
)

// comesBack is the sentence of a list which decides whether something is created in the next reconcile too, since that comes before
// the cache has heard of it.
func (j *judge) comesBack(p *paths.Pair) string {
	kind := j.kindName(p.Read)
	if p.Back.Each {
		return fmt.Sprintf("%s decides how many %s %s makes in a loop, and the event of the first brings the reconcile back, when the cache may not have the last yet: too many are made, as each has another name; give them names that follow from what they are for, or list %s through the API reader",
			j.readName(p.Read), plural(kind), j.writeName(p.Write), plural(kind))
	}
	by := "the result " + j.place(j.back(p.Back))
	if p.Back.Write != nil {
		by = j.writeName(p.Back.Write)
	}
	return fmt.Sprintf("%s decides whether %s makes a new %s, and %s brings the reconcile back at once, when the cache may not have that one yet: a second is made, as its name is another; give it a name that follows from what it is for, or list %s through the API reader",
		j.readName(p.Read), j.writeName(p.Write), kind, by, plural(kind))
}

// removes tells whether the reconcile that is brought back may delete what there is too much of.
func (j *judge) removes(p *paths.Pair) bool {
	return slices.ContainsFunc(j.info.Writes(p.Write.Path[0].Parent()), func(w *paths.Op) bool { return deletes(w) && w.What.Kind == p.Write.What.Kind })
}

// back is where a reconcile is brought back.
func (j *judge) back(b *paths.Comeback) token.Pos {
	switch {
	case b.Each:
		return token.NoPos
	case b.Write != nil:
		return b.Write.Pos()
	}
	return b.Return.Pos()
}
