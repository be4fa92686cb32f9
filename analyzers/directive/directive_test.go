package directive

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/diag"
)

// toy returns a check that reports, in category one, the variables that have the check's name, and, in category two,
// which is off by default, those whose name has a 2 behind it.
func toy(settings *config.Settings, name string) *analysis.Analyzer {
	one, two := diag.Category{Name: "one"}, diag.Category{Name: "two", Off: true}
	check := &analysis.Analyzer{Name: name, Doc: name, Requires: []*analysis.Analyzer{settings.Analyzer}, ResultType: diag.ResultType}
	check.Run = func(pass *analysis.Pass) (any, error) {
		r := diag.NewReporter(pass, settings.Of(pass), one, two)
		for _, f := range pass.Files {
			for id := range ast.Preorder(f) {
				if id, ok := id.(*ast.Ident); ok && strings.TrimSuffix(id.Name, "2") == name {
					category := one
					if id.Name != name {
						category = two
					}
					r.Report(category, analysis.Diagnostic{Pos: id.Pos(), Message: id.Name})
				}
			}
		}
		return r.Result(), nil
	}
	diag.Register(check, settings, one, two)
	return check
}

// A setup is a directive check and what it requires.
type setup struct {
	settings               *config.Settings
	alpha, beta, directive *analysis.Analyzer
}

func newSetup() *setup { return newSetupOf(config.New(true)) }

func newSetupOf(settings *config.Settings) *setup {
	s := &setup{settings: settings, alpha: toy(settings, "alpha"), beta: toy(settings, "beta")}
	s.directive = New(settings, s.alpha, s.beta)
	return s
}

func (s *setup) set(t *testing.T, a *analysis.Analyzer, name, value string) {
	t.Helper()
	if err := a.Flags.Set(name, value); err != nil {
		t.Fatal(err)
	}
}

// problems runs the directive check on a package of one file, and returns the messages.
func (s *setup) problems(t *testing.T, path, file, src string) []string {
	t.Helper()
	if !strings.Contains(src, "package a\n") {
		src = "package a\n" + src
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	pkg := &packages.Package{ID: path, PkgPath: path, Name: "a", Fset: fset, Syntax: []*ast.File{f},
		Types: types.NewPackage(path, "a"), TypesInfo: &types.Info{}, TypesSizes: types.SizesFor("gc", "amd64")}
	g, err := checker.Analyze([]*analysis.Analyzer{s.directive}, []*packages.Package{pkg}, &checker.Options{SanityCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, root := range g.Roots {
		if root.Err != nil {
			t.Error(root.Err)
		}
		for _, d := range root.Diagnostics {
			if from := fset.Position(d.Pos); !strings.HasSuffix(d.Message, " [directive/"+d.Category+"]") || fset.Position(d.End).Line != from.Line {
				t.Errorf("%v", d)
			}
			level, message := diag.CutLevel(d.Message)
			if level != diag.Note {
				t.Errorf("the level is %v: %v", level, d)
			}
			got = append(got, message)
		}
	}
	return got
}

func (s *setup) want(t *testing.T, src string, want ...string) {
	t.Helper()
	if got := s.problems(t, "a", "a.go", src); !slices.Equal(got, want) {
		t.Errorf("%s:\n%q, want\n%q", src, got, want)
	}
}

const (
	unusedAlpha = "this directive silences nothing: alpha finds nothing here; remove it [directive/unused]"
	unusedBoth  = "this directive silences nothing: alpha and beta find nothing here; remove it [directive/unused]"
	unusedAll   = "this directive silences nothing: ctrllint finds nothing here; remove it [directive/unused]"
	noReason    = "this directive gives no reason, and so does not silence alpha; say why after the names of the checks [directive/reason]"
)

func TestSeveralChecks(t *testing.T) {
	s := newSetup()
	s.want(t, "var beta int //lint:ignore alpha,beta r")
	s.want(t, "var beta int //lint:ignore ctrllint r")
	s.want(t, "var beta int //lint:file-ignore ctrllint r")
	s.want(t, "var beta int //lint:ignore alpha r", unusedAlpha)
	s.want(t, "var beta, alpha int\n\nvar x int //lint:ignore alpha,beta r", unusedBoth)
	s.want(t, "var x int //lint:ignore ctrllint r", unusedAll)
	s.want(t, "var x int //lint:ignore alpha/one,beta,ctrllint r",
		"this directive silences nothing: alpha/one, beta and ctrllint find nothing here; remove it [directive/unused]")
	s.want(t, "var x int //lint:file-ignore ctrllint r",
		"this directive silences nothing: ctrllint finds nothing in this file; remove it [directive/unused]")
}

// What is said about a directive can't be silenced by one, not even by itself.
func TestNotSilenced(t *testing.T) {
	s := newSetup()
	s.want(t, "//lint:ignore ctrllint r\nvar x int //lint:ignore alpha\n//lint:file-ignore ctrllint r",
		unusedAll, noReason, "this directive silences nothing: ctrllint finds nothing in this file; remove it [directive/unused]")
}

// A check that doesn't run is as if it weren't there, but that what it would find can't be known.
func TestSelection(t *testing.T) {
	s := newSetup()
	s.directive.Requires = []*analysis.Analyzer{s.settings.Analyzer, s.beta}
	for _, src := range []string{
		"var x int //lint:ignore alpha r",
		"var x int //lint:ignore alpha",
		"var x int //lint:ignore alpha/three r",
		"var x int //lint:ignore alpha,beta r",
		"var x int //lint:ignore beta,ctrllint r",
	} {
		s.want(t, src)
	}
	s.want(t, "var x int //lint:ignore beta r", strings.Replace(unusedAlpha, "alpha", "beta", 1))
	s.want(t, "var x int //lint:ignore ctrllint", strings.Replace(noReason, "alpha", "ctrllint", 1))
	s.want(t, "var x int //lint:ignore beta/three r", `check beta has no category "three"; known are one, two [directive/unknown]`)

	s.directive.Requires = []*analysis.Analyzer{s.settings.Analyzer}
	s.want(t, "var x int //lint:ignore ctrllint")
}

// A category's name alone silences nothing, and looks like the name of another tool's check.
func TestCategoryAlone(t *testing.T) {
	s := newSetup()
	const either = ` is a category, which does not silence anything without its check; write `
	one := `"one"` + either + "alpha/one or beta/one [directive/unknown]"
	s.want(t, "var alpha int //lint:ignore one r", one)
	s.want(t, "var alpha int //lint:ignore alpha,one r", one)
	s.want(t, "var alpha int //lint:ignore One", strings.Replace(one, "one", "One", 1))
	s.want(t, "var alpha int //lint:ignore one,alpha", noReason)
	s.want(t, "var alpha int //lint:ignore three,unused r")
	s.directive.Requires = slices.DeleteFunc(slices.Clone(s.directive.Requires), func(a *analysis.Analyzer) bool { return a == s.beta })
	s.want(t, "var alpha int //lint:ignore one r", `"one"`+either+"alpha/one [directive/unknown]")
	if got := s.problems(t, "a", "a_test.go", "var x int //lint:ignore one r"); got != nil {
		t.Errorf("in a file that is not judged: %q", got)
	}
}

// What looks like a directive and isn't one silences nothing, and nobody would tell.
func TestBlank(t *testing.T) {
	s := newSetup()
	const blank = "this comment silences nothing, since a blank is before lint:ignore; write //lint:ignore [directive/unused]"
	s.want(t, "var alpha int // lint:ignore alpha r", blank)
	s.want(t, "//\tlint:ignore SA1000,beta/one r\nvar beta int", blank)
	s.want(t, "// lint:ignore ctrllint\nvar beta int", blank)
	s.want(t, "// lint:file-ignore Alpha.three r\nvar x int", strings.ReplaceAll(blank, "lint:", "lint:file-"))
	for _, other := range []string{
		"// lint:ignore SA1000 r",
		"// lint:ignore",
		"// lint:ignored alpha r",
		"// As lint:ignore alpha r does.",
		"/* lint:ignore alpha r */",
	} {
		s.want(t, other+"\nvar x int")
	}
	if got := s.problems(t, "a", "a_test.go", "var x int // lint:ignore alpha r"); got != nil {
		t.Errorf("in a file that is not judged: %q", got)
	}
}

// Copies of the checks do for a copy of the analyzer.
func TestCopies(t *testing.T) {
	s := newSetup()
	alpha, beta, directive := *s.alpha, *s.beta, *s.directive
	directive.Requires = []*analysis.Analyzer{s.settings.Analyzer, &alpha, &beta}
	s.directive = &directive
	s.want(t, "var alpha int //lint:ignore alpha r\nvar x int //lint:ignore alpha r\nvar y int //lint:ignore beta/three r",
		unusedAlpha, `check beta has no category "three"; known are one, two [directive/unknown]`)
}

func TestCategoriesSwitchedOff(t *testing.T) {
	const two = "var x int //lint:ignore alpha/two r"
	s := newSetup()
	s.want(t, two) // off by default
	s.want(t, "var x int //lint:ignore alpha,ctrllint r", "this directive silences nothing: alpha and ctrllint find nothing here; remove it [directive/unused]")
	s.set(t, s.alpha, "enable", "two")
	s.want(t, two, "this directive silences nothing: alpha/two finds nothing here; remove it [directive/unused]")
	s.set(t, s.alpha, "disable", "one")
	s.want(t, two, "this directive silences nothing: alpha/two finds nothing here; remove it [directive/unused]")
	for _, names := range []string{"alpha", "alpha/one", "alpha/one,alpha/two", "ctrllint", "beta,ctrllint"} {
		s.want(t, "var x int //lint:ignore "+names+" r")
	}
	s.want(t, "var x int //lint:ignore alpha", noReason)
}

func TestOwnCategories(t *testing.T) {
	s := newSetup()
	const src = "var x int //lint:ignore alpha\nvar y int //lint:ignore alpha r"
	s.set(t, s.directive, "disable", "unused")
	s.want(t, src, noReason)
	s.set(t, s.directive, "disable", "reason")
	s.want(t, src, unusedAlpha)
}

func TestFilesNotJudged(t *testing.T) {
	const src = "var x int //lint:ignore alpha r\nvar y int //lint:ignore alpha\nvar z int //lint:ignore ctrllint r"
	s := newSetup()
	check := func(file string, want ...string) {
		t.Helper()
		if got := s.problems(t, "a", file, src); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
	check("a.go", unusedAlpha, noReason, unusedAll)
	check("a_test.go")
	s.set(t, s.alpha, "tests", "true")
	check("a_test.go", unusedAlpha, noReason) // beta might find something
	s.set(t, s.beta, "tests", "true")
	check("a_test.go", unusedAlpha, noReason, unusedAll)

	const generated = "// Code generated by hand. DO NOT EDIT.\n\npackage a\n"
	s.want(t, generated+src)
	s.set(t, s.alpha, "generated", "true")
	s.want(t, generated+src, unusedAlpha, noReason)
}

// Without facts, and without the rest of a package, a check finds less than when the directive was written.
func TestLessToGoBy(t *testing.T) {
	const src = "var x int //lint:ignore alpha r\nvar y int //lint:ignore alpha"
	s := newSetup()
	for _, path := range []string{"command-line-arguments", "command-line-arguments [command-line-arguments.test]"} {
		if got := s.problems(t, path, "a.go", src); !slices.Equal(got, []string{noReason}) {
			t.Errorf("%s: %q", path, got)
		}
	}
	s.want(t, src, unusedAlpha, noReason)
	newSetupOf(config.New(false)).want(t, src, noReason)
}

// A driver may go on with a nil result when a check fails.
func TestFailedCheck(t *testing.T) {
	s := newSetup()
	run := s.alpha.Run
	s.alpha.Run = func(pass *analysis.Pass) (any, error) {
		if _, err := run(pass); err != nil {
			return nil, err
		}
		return (*diag.Result)(nil), nil
	}
	s.want(t, "var x int //lint:ignore alpha r")
	s.want(t, "var x int //lint:ignore ctrllint r")
}
