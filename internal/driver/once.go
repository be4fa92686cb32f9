package driver

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/ctrllint/ctrllint/internal/diag"
)

// A subject is what findings in several packages may be about.
type subject struct {
	check, category, about string
}

// An aboutOne is a finding that is about a subject, in some programs.
type aboutOne struct {
	act      *checker.Action
	found    analysis.Diagnostic
	subject  subject
	programs []string
}

// once leaves, of findings in several packages that are about the same thing in the same programs, the worst, or else
// the first. The others are among its related places.
func once(g *checker.Graph) {
	var all []*aboutOne
	for _, act := range g.Roots {
		result, ok := act.Result.(*diag.Result)
		if !ok || result == nil {
			continue
		}
		for _, d := range act.Diagnostics {
			if s := result.Subject(d); s.About != "" && len(s.Programs) > 0 {
				all = append(all, &aboutOne{act, d, subject{act.Analyzer.Name, d.Category, s.About}, s.Programs})
			}
		}
	}
	slices.SortFunc(all, func(a, b *aboutOne) int {
		levelOfA, _ := diag.CutLevel(a.found.Message)
		levelOfB, _ := diag.CutLevel(b.found.Message)
		p, q := a.act.Package.Fset.Position(a.found.Pos), b.act.Package.Fset.Position(b.found.Pos)
		return cmp.Or(cmp.Compare(levelOfB, levelOfA), cmp.Compare(p.Filename, q.Filename), cmp.Compare(p.Offset, q.Offset),
			cmp.Compare(a.found.Message, b.found.Message))
	})
	heads := map[subject][]*aboutOne{}
	for _, f := range all {
		i := slices.IndexFunc(heads[f.subject], func(head *aboutOne) bool {
			return head.act != f.act && !slices.ContainsFunc(f.programs, func(p string) bool { return !slices.Contains(head.programs, p) })
		})
		if i < 0 {
			heads[f.subject] = append(heads[f.subject], f)
			continue
		}
		head := heads[f.subject][i]
		head.edit(func(d *analysis.Diagnostic) {
			d.Related = append(slices.Clone(d.Related), analysis.RelatedInformation{Pos: f.found.Pos, End: f.found.End, Message: "the same comes of this"})
		})
		f.act.Diagnostics = slices.DeleteFunc(f.act.Diagnostics, f.is)
	}
}

// is tells whether a finding of the package is this one.
func (f *aboutOne) is(d analysis.Diagnostic) bool {
	return d.Pos == f.found.Pos && d.Category == f.found.Category && d.Message == f.found.Message
}

// edit changes the finding.
func (f *aboutOne) edit(change func(*analysis.Diagnostic)) {
	for i := range f.act.Diagnostics {
		if f.is(f.act.Diagnostics[i]) {
			change(&f.act.Diagnostics[i])
		}
	}
}
