package staleread

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/paths"
)

// A finding is a read that is stale, and that matters.
type finding struct {
	category diag.Category
	pair     *paths.Pair
	how      answer
	follows  consequence
	after    []*paths.Pair // the same read after other writes, or by way of other calls
	below    []*finding    // of the same cause
}

// A cause is what the reads of one finding have in common, in the function that comes to them: the call that writes
// objects of a kind, or the function of another package that reads.
type cause struct {
	in    *ssa.Function
	write ssa.CallInstruction
	kind  kind.Kind
	read  string
}

// causes returns the causes of a finding. A read after a conflict stands for itself.
func (f *finding) causes() []cause {
	if f.pair.Failed {
		return nil
	}
	write := f.pair.Write.Path[0]
	out := []cause{{in: write.Parent(), write: write, kind: f.pair.Write.What.Kind}}
	if f.pair.Read.Where != "" {
		out = append(out, cause{in: write.Parent(), read: f.pair.Read.Where})
	}
	return out
}

// grouped puts findings of one cause below the one that is told: one of the worst, and of these the first behind its
// write.
func (j *judge) grouped(findings []*finding) []*finding {
	findings = slices.Clone(findings)
	slices.SortStableFunc(findings, func(a, b *finding) int {
		return cmp.Or(cmp.Compare(b.category.Level, a.category.Level), cmp.Compare(wraps(a.pair), wraps(b.pair)),
			j.order(a.pair.Read.Path[0].Pos(), b.pair.Read.Path[0].Pos()), j.order(a.pair.Read.Pos(), b.pair.Read.Pos()))
	})
	heads := map[cause]*finding{}
	var out []*finding
	for _, f := range findings {
		var head *finding
		for _, c := range f.causes() {
			head = cmp.Or(head, heads[c])
		}
		if head == nil {
			head = f
			out = append(out, f)
		} else {
			head.below = append(head.below, f)
		}
		for _, c := range f.causes() {
			heads[c] = cmp.Or(heads[c], head)
		}
	}
	return out
}

// wraps says whether the read comes before the write in the source, which in a loop is after it: 1 if so.
func wraps(p *paths.Pair) int {
	if distance(p) == behind {
		return 1
	}
	return 0
}
