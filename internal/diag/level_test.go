package diag

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/config"
)

// judged is the package of which the tests report findings.
var judged = types.NewPackage("example.com/m/a", "a")

func TestLevelNames(t *testing.T) {
	for _, level := range Levels() {
		if err := CheckLevel(level.String()); err != nil || levelNamed(level.String()) != level {
			t.Errorf("%v: %v, %v", level, levelNamed(level.String()), err)
		}
		if got, rest := CutLevel(level.prefix() + "m: n"); got != level || rest != "m: n" {
			t.Errorf("%v: cut %v, %q", level, got, rest)
		}
	}
	for _, message := range []string{"m", "", "error", "errors: m", "m error: n"} {
		if got, rest := CutLevel(message); got != 0 || rest != message {
			t.Errorf("%q: cut %v, %q", message, got, rest)
		}
	}
	for _, name := range []string{"bad", "", "Error"} {
		if err := CheckLevel(name); err == nil || !strings.Contains(err.Error(), "error, warning, note") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// Of each category's findings, those are reported that are bad enough, with the level that they have. A finding can be
// milder than its category, not worse.
func TestSeverity(t *testing.T) {
	fset, f := parse(t, "a.go", "package a; var a int")
	for severity, want := range map[Level][]string{
		0:       {"error: m [c/bad]", "warning: m [c/bad]", "note: m [c/mild]", "note: m [c/mild]", "m [c/none]", "m [c/none]"},
		Note:    {"error: m [c/bad]", "warning: m [c/bad]", "note: m [c/mild]", "note: m [c/mild]", "m [c/none]", "m [c/none]"},
		Warning: {"error: m [c/bad]", "warning: m [c/bad]", "m [c/none]", "m [c/none]"},
		Error:   {"error: m [c/bad]", "m [c/none]", "m [c/none]"},
	} {
		settings := config.New(true)
		settings.Check("c").Severity = severity.String()
		var got []string
		pass := &analysis.Pass{Pkg: judged, Analyzer: &analysis.Analyzer{Name: "c"}, Fset: fset, Files: []*ast.File{f}}
		pass.Report = func(d analysis.Diagnostic) { got = append(got, d.Message) }
		told, err := settings.Analyzer.Run(pass)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []Category{{Name: "bad", Level: Error}, {Name: "mild", Level: Note}, {Name: "none"}} {
			d := analysis.Diagnostic{Pos: f.Name.Pos(), Message: "m"}
			for _, c := range []Category{c, c.Mild(Warning)} {
				r := NewReporter(pass, told.(*config.Config), c)
				r.Report(c, d)
				r.Result()
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("from %v on: %q, want %q", severity, got, want)
		}
	}
}

// Of two findings of a category at the same place the worse is reported.
func TestWorseFirst(t *testing.T) {
	fset, f := parse(t, "a.go", "package a; var a int")
	bad := Category{Name: "bad", Level: Error}
	for _, order := range [][]Category{{bad, bad.Mild(Note)}, {bad.Mild(Note), bad}} {
		var got []string
		pass := &analysis.Pass{Pkg: judged, Analyzer: &analysis.Analyzer{Name: "c"}, Fset: fset, Files: []*ast.File{f}}
		pass.Report = func(d analysis.Diagnostic) { got = append(got, d.Message) }
		told, err := config.New(true).Analyzer.Run(pass)
		if err != nil {
			t.Fatal(err)
		}
		r := NewReporter(pass, told.(*config.Config), bad)
		for _, c := range order {
			r.Report(c, analysis.Diagnostic{Pos: f.Name.Pos(), Message: "m"})
		}
		r.Result()
		if want := []string{"error: m [c/bad]"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What is reported in some of the programs only says in which; of one place there is one finding.
func TestIn(t *testing.T) {
	fset, f := parse(t, "a.go", "package a; var a int")
	for _, test := range []struct {
		in   [][]string // the programs of each view
		want string     // if it is reported in all views but the first
	}{
		{[][]string{nil}, ""},
		{[][]string{{"a", "b"}}, ""},
		{[][]string{{"a"}, {"b"}}, "m (only in program b) [c/bad]"},
		{[][]string{{"a"}, {"b", "d"}}, "m (only in programs b and d) [c/bad]"},
		{[][]string{{"a"}, {"e"}, {"b", "d"}}, "m (only in program b and 2 others) [c/bad]"},
	} {
		for _, all := range []bool{false, true} {
			want := test.want
			if all {
				want = "m [c/bad]"
			}
			settings := config.New(true)
			got := ""
			pass := &analysis.Pass{Pkg: judged, Analyzer: &analysis.Analyzer{Name: "c"}, Fset: fset, Files: []*ast.File{f}}
			pass.Report = func(d analysis.Diagnostic) { got += d.Message }
			told, err := settings.Analyzer.Run(pass)
			if err != nil {
				t.Fatal(err)
			}
			c := Category{Name: "bad"}
			r := NewReporter(pass, told.(*config.Config), c)
			for i, programs := range test.in {
				r.In(programs)
				if all || i > 0 {
					r.Report(c, analysis.Diagnostic{Pos: f.Name.Pos(), Message: "m"})
				}
			}
			if r.Result(); got != want {
				t.Errorf("%v, all %v: %q, want %q", test.in, all, got, want)
			}
		}
	}
}
