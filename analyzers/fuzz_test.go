package analyzers_test

import (
	"bytes"
	"go/format"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/analyzers"
	"github.com/ctrllint/ctrllint/internal/bench/cpu"
	"github.com/ctrllint/ctrllint/internal/fixture"
)

func FuzzDirective(f *testing.F)  { fuzz(f, "directive") }
func FuzzMutation(f *testing.F)   { fuzz(f, "mutation") }
func FuzzLostwrite(f *testing.F)  { fuzz(f, "lostwrite") }
func FuzzOneshot(f *testing.F)    { fuzz(f, "oneshot") }
func FuzzProjection(f *testing.F) { fuzz(f, "projection") }
func FuzzStaleread(f *testing.F)  { fuzz(f, "staleread") }
func FuzzTombstone(f *testing.F)  { fuzz(f, "tombstone") }

// enough is the CPU time that a check has for one package. The fixtures take a small part of it.
const enough = time.Second

// fuzz runs a check on mutants of its fixtures: it must not panic or err, be done soon, report the same again, and its
// fixes must leave code that is fit to be committed. An input is a fixture and the seed of what is changed in it.
func fuzz(f *testing.F, name string) {
	n := slices.IndexFunc(analyzers.All(), func(a *analysis.Analyzer) bool { return a.Name == name })
	check := analyzers.All()[n]
	pkgs := load(f, "cr025", patterns(check)...)
	for i := range pkgs {
		f.Add(uint16(i), uint64(i))
	}
	f.Fuzz(func(t *testing.T, pkg uint16, seed uint64) {
		m, err := mutant(t, pkgs[int(pkg)%len(pkgs)], rand.New(rand.NewPCG(seed, 0)))
		if m == nil {
			return
		}
		start := cpu.Time()
		first := findings(t, []*packages.Package{m}, check)
		took := cpu.Time() - start
		if took > enough { // the first run also reads the types of the libraries
			start = cpu.Time()
		}
		second := findings(t, []*packages.Package{m}, check)
		if took > enough && cpu.Time()-start > enough {
			t.Errorf("the check took %v", cpu.Time()-start)
		}
		if !slices.Equal(first, second) {
			t.Errorf("found\n%s\nand then\n%s", strings.Join(first, "\n"), strings.Join(second, "\n"))
		}
		mend(t, m, unused(err), check)
	})
}

// mutant returns the package with a few changes, and what the compiler says of it; nil if none of a dozen compiles.
func mutant(t *testing.T, p *packages.Package, random *rand.Rand) (*packages.Package, error) {
	t.Helper()
	for range 12 {
		files, err := fixture.Files(p)
		if err != nil {
			t.Fatal(err)
		}
		if files, err = fixture.Mutant(files, random); err != nil {
			continue
		}
		if m, err := retyped(t, p, files); fixture.Unused(err) {
			return m, err
		}
	}
	return nil, nil
}

// retyped type-checks the files as those of the package, after it has written them, for checks that read them.
func retyped(t *testing.T, p *packages.Package, files []fixture.File) (*packages.Package, error) {
	t.Helper()
	dir := t.TempDir()
	for i, f := range files {
		files[i].Name = filepath.Join(dir, filepath.Base(f.Name))
		if err := os.WriteFile(files[i].Name, f.Text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return fixture.Check(p, files)
}

// unused returns how many things the compiler found that are not used.
func unused(err error) int {
	if err == nil {
		return 0
	}
	return strings.Count(err.Error(), "not used")
}

// mend applies the fixes of a check to a package, each on its own and then all, again and again until there are none.
// What comes out must compile as well as what was there, and be formatted.
func mend(t *testing.T, p *packages.Package, unusedBefore int, check *analysis.Analyzer) {
	t.Helper()
	for round := 0; ; round++ {
		fixes := suggested(analyse(t, []*packages.Package{p}, check))
		if len(fixes) == 0 {
			return
		}
		if round == 10 {
			t.Fatalf("fixes call for more fixes: %q", fixes[0].Message)
		}
		files, err := fixture.Files(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, fix := range fixes {
			fit(t, p, apply(p, slices.Clone(files), fix), fix.Message, unusedBefore)
		}
		all := analysis.SuggestedFix{Message: "all fixes"}
		for _, fix := range fixes {
			if !slices.ContainsFunc(fix.TextEdits, func(e analysis.TextEdit) bool { return overlaps(e, all.TextEdits) }) {
				all.TextEdits = append(all.TextEdits, fix.TextEdits...)
			}
		}
		p = fit(t, p, apply(p, files, all), all.Message, unusedBefore)
	}
}

// suggested returns the fixes of all findings.
func suggested(g *checker.Graph) []analysis.SuggestedFix {
	var fixes []analysis.SuggestedFix
	for _, act := range g.Roots {
		for _, d := range act.Diagnostics {
			fixes = append(fixes, d.SuggestedFixes...)
		}
	}
	return fixes
}

// overlaps tells whether an edit changes what one of the others does.
func overlaps(e analysis.TextEdit, others []analysis.TextEdit) bool {
	return slices.ContainsFunc(others, func(o analysis.TextEdit) bool { return e.Pos <= o.End && o.Pos <= e.End })
}

// apply returns the files with the edits of a fix.
func apply(p *packages.Package, files []fixture.File, fix analysis.SuggestedFix) []fixture.File {
	edits := slices.Clone(fix.TextEdits)
	// From the end, so that what comes before keeps its offset.
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int { return int(b.Pos - a.Pos) })
	for _, e := range edits {
		in := p.Fset.File(e.Pos)
		end := e.End
		if !end.IsValid() {
			end = e.Pos
		}
		i := slices.IndexFunc(files, func(f fixture.File) bool { return f.Name == in.Name() })
		files[i].Text = slices.Concat(files[i].Text[:in.Offset(e.Pos)], e.NewText, files[i].Text[in.Offset(end):])
	}
	return files
}

// fit returns the package with the files, and fails unless they compile and are formatted. What was not used before the
// fix may be so after it.
func fit(t *testing.T, p *packages.Package, files []fixture.File, fix string, unusedBefore int) *packages.Package {
	t.Helper()
	for _, f := range files {
		if formatted, err := format.Source(f.Text); err != nil {
			t.Fatalf("%s: %v\n%s", fix, err, f.Text)
		} else if !bytes.Equal(formatted, f.Text) {
			t.Fatalf("%s: not formatted:\n%s", fix, f.Text)
		}
	}
	fixed, err := retyped(t, p, files)
	if !fixture.Unused(err) || unused(err) > unusedBefore {
		text := ""
		for _, f := range files {
			text += string(f.Text)
		}
		t.Fatalf("%s: %v\n%s", fix, err, text)
	}
	return fixed
}
