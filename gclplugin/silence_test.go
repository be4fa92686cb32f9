package gclplugin

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/analyzers"
	"github.com/ctrllint/ctrllint/internal/fixture"
)

// inFixture runs the analyzers on the fixture and returns what they report where, sorted, and how often each analyzer
// ran on a package.
func inFixture(t *testing.T, pkgs []*packages.Package, list []*analysis.Analyzer) (found []string, runs map[string]int) {
	t.Helper()
	if err := analysis.Validate(list); err != nil {
		t.Fatal(err)
	}
	g, err := checker.Analyze(list, pkgs, &checker.Options{SanityCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	runs = map[string]int{}
	for act := range g.All() {
		if act.Err != nil {
			t.Error(act.Err)
		}
		if len(act.Package.Syntax) > 0 {
			runs[act.Analyzer.Name+" "+act.Package.PkgPath]++
		}
	}
	for _, act := range g.Roots {
		for _, d := range act.Diagnostics {
			posn := act.Package.Fset.Position(d.Pos)
			found = append(found, fmt.Sprintf("%s:%d: %s.%s", filepath.Base(posn.Filename), posn.Line, act.Analyzer.Name, d.Category))
		}
	}
	slices.Sort(found)
	return found, runs
}

// Directives silence the plugin's copies of the checks, and what is wrong with directives is told, as with the
// originals; and nothing runs twice for it.
func TestDirectives(t *testing.T) {
	dir := fixture.Module(t, "cr025")
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.LoadSyntax | packages.NeedModule,
		Dir:  dir,
	}, "./directives/...")
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) != 2 || packages.PrintErrors(pkgs) > 0 {
		t.Fatalf("%d packages, or errors", len(pkgs))
	}

	all, _ := inFixture(t, pkgs, analyzers.All())
	of := map[string][]string{}
	for _, f := range all {
		check, _, _ := strings.Cut(strings.Fields(f)[1], ".")
		of[check] = append(of[check], f)
	}
	if len(of["tombstone"]) < 5 || len(of["directive"]) < 5 {
		t.Fatalf("without the plugin, found\n%s", strings.Join(all, "\n"))
	}
	text, err := os.ReadFile(filepath.Join(dir, "directives", "silenced", "silenced.go"))
	if err != nil {
		t.Fatal(err)
	}
	for n, line := range strings.Split(string(text), "\n") {
		if place := fmt.Sprintf("silenced.go:%d: tombstone.panic", n+1); slices.Contains(all, place) != strings.Contains(line, "// want") {
			t.Errorf("%s: %v, in the line %s", place, slices.Contains(all, place), line)
		}
	}

	var every []any
	for _, a := range analyzers.All() {
		every = append(every, a.Name)
	}
	// Without the checks, it isn't known what the comments are for.
	for _, c := range []struct {
		conf any
		want []string
		runs int // of check tombstone in a package
	}{
		{nil, all, 1},
		{map[string]any{"checks": every}, all, 1},
		{map[string]any{"checks": []any{"tombstone"}}, of["tombstone"], 1},
		{map[string]any{"checks": []any{"directive"}}, nil, 0},
		{map[string]any{"disable": []any{"directive.unused", "directive.unknown", "directive.reason"}}, of["tombstone"], 1},
	} {
		got, runs := inFixture(t, pkgs, analyzersOf(t, c.conf))
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: found\n%s\nwant\n%s", c.conf, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
		for _, p := range pkgs {
			if n := runs["tombstone "+p.PkgPath]; n != c.runs {
				t.Errorf("%v: tombstone ran %d times on %s, not %d", c.conf, n, p.PkgPath, c.runs)
			}
		}
	}
}
