package diag

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/config"
)

func parse(t *testing.T, name, src string) (*token.FileSet, *ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return fset, f
}

func TestParsing(t *testing.T) {
	for comment, want := range map[string]string{
		"//lint:ignore a reason":             "[a] because reason",
		"//lint:ignore a":                    "[a] because ",
		"//lint:ignore a ":                   "[a] because ",
		"//lint:ignore":                      "[] because ",
		"//lint:ignore   a \t for  a reason": "[a] because for  a reason",
		"//lint:ignore a,b/c,D.E,ctrllint x": "[a b+c d+e ctrllint] because x",
		"//lint:ignore a,,b, x":              "[a b] because x",
		"//lint:ignore a, b":                 "[a] because b",
		"//lint:ignore a/b.c x":              "[a+b.c] because x",
		"//lint:ignore a/ x":                 "[a/] because x",
		"//lint:file-ignore a x":             "file [a] because x",
		"//lint:Ignore a x":                  "",
		"//lint:ignore-next a x":             "",
		"// lint:ignore a x":                 "",
		"/*lint:ignore a x*/":                "",
		"//nolint:a // x":                    "",
	} {
		fset, f := parse(t, "a.go", "package a\n"+comment+"\n")
		var got string
		for _, d := range Directives(fset, f) {
			var names []string
			for _, n := range d.Names {
				if n.Category != "" {
					n.Check += "+" + n.Category
				}
				names = append(names, n.Check)
			}
			if d.WholeFile {
				got += "file "
			}
			got += fmt.Sprintf("%v because %s", names, d.Reason)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", comment, got, want)
		}
	}
}

// A name that is written in another way is shown as it was written.
func TestNameText(t *testing.T) {
	if n := ParseName("Check.Category"); n != (Name{"check", "category", "Check.Category"}) {
		t.Error(n)
	}
}

// Each source has one directive; the line that it silences says so.
func TestSilencedLine(t *testing.T) {
	for _, src := range []string{
		"var a int //lint:ignore x y // SILENT\nvar b int",
		"//lint:ignore x y\nvar a int // SILENT\nvar b int",
		"//lint:ignore x y\n//lint:others a b\n// more\nvar a int // SILENT",
		"// more\n//lint:ignore x y\n/* and\nmore */\nvar a int // SILENT",
		"//lint:ignore x y\n// SILENT \n\nvar a int",
		"func f() { //lint:ignore x y // SILENT\n}",
		"func f() {\n} //lint:ignore x y // SILENT",
		"func f() {\n\tif true {\n\t} else { //lint:ignore x y // SILENT\n\t}\n}",
		"func f() {\n//lint:ignore x y\n} // SILENT",
		"func f(\n) //lint:ignore x y // SILENT",
		"func f(\n\ta int, //lint:ignore x y // SILENT\n\tb int)",
		"func f(\n\t//lint:ignore x y\n\ta int, // SILENT\n\tb int)",
		"var a = 1 +\n\t//lint:ignore x y\n\t2 // SILENT",
		"var a = []int{ //lint:ignore x y // SILENT\n}",
		"var a = []int{\n} //lint:ignore x y // SILENT",
		"import ( //lint:ignore x y // SILENT\n)",
		"import (\n) //lint:ignore x y // SILENT",
		"func f() {\n\tswitch {\n\tcase true: //lint:ignore x y // SILENT\n\tdefault:\n\t}\n}",
		"func f() {\n\tswitch {\n\tcase true:\n\tdefault: //lint:ignore x y // SILENT\n\t}\n}",
		"var a = `\n` //lint:ignore x y // SILENT",
		"var a int; /* c */ //lint:ignore x y // SILENT",
		"//line other.go:70\nvar a int //lint:ignore x y // SILENT",
		"//lint:ignore x y\n//line other.go:70\nvar a int // SILENT",
	} {
		src = "package a\n\n" + src + "\n"
		fset, f := parse(t, "a.go", src)
		directives := Directives(fset, f)
		if len(directives) != 1 {
			t.Fatalf("%d directives in\n%s", len(directives), src)
		}
		want := 1 + strings.Count(src[:strings.Index(src, "SILENT")], "\n")
		if strings.Contains(src, "\n// SILENT \n") {
			want++ // the line below the comments is empty, and can't be marked
		}
		if got := directives[0].line; got != want {
			t.Errorf("line %d, want %d, in\n%s", got, want, src)
		}
	}
}

func TestOrderOfDirectives(t *testing.T) {
	var src strings.Builder
	src.WriteString("package a\n")
	for n := range 50 {
		fmt.Fprintf(&src, "\nvar a%d int //lint:ignore x r%d\n", n, n)
	}
	fset, f := parse(t, "a.go", src.String())
	for n, d := range Directives(fset, f) {
		if want := fmt.Sprintf("r%d", n); d.Reason != want {
			t.Fatalf("%s, want %s", d.Reason, want)
		}
	}
}

// reports makes a check report both of its categories at each variable, and returns "line category" of what comes
// through, and the result.
func reports(t *testing.T, name, src string, told *config.Settings, categories ...Category) ([]string, *Result, []*Directive) {
	t.Helper()
	fset, f := parse(t, name, src)
	var got []string
	pass := &analysis.Pass{Pkg: judged, Analyzer: &analysis.Analyzer{Name: "check"}, Fset: fset, Files: []*ast.File{f}}
	run, err := told.Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	pass.Report = func(d analysis.Diagnostic) {
		got = append(got, fmt.Sprint(fset.Position(d.Pos).Line, " ", d.Category))
	}
	r := NewReporter(pass, run.(*config.Config), categories...)
	for _, decl := range f.Decls {
		for _, category := range categories {
			r.Report(category, analysis.Diagnostic{Pos: decl.Pos()})
		}
	}
	return got, r.Result(), Directives(fset, f)
}

func TestSilenced(t *testing.T) {
	const first, second = "1 one,1 two", "2 one,2 two"
	for directive, c := range map[string]struct {
		want   string
		heeded bool
	}{
		"//lint:ignore check r":                 {second, true},
		"//lint:ignore other,check r":           {second, true},
		"//lint:ignore ctrllint r":              {second, true},
		"//lint:ignore check/one r":             {"1 two," + second, true},
		"//lint:ignore check/three,Check.TWO r": {"1 one," + second, true},
		"//lint:ignore check/one,check/two r":   {second, true},
		"//lint:file-ignore check/two r":        {"1 one,2 one", true},
		"//lint:file-ignore ctrllint r":         {"", true},
		"//lint:ignore check":                   {first + "," + second, false},
		"//lint:file-ignore check":              {first + "," + second, false},
		"//lint:ignore other r":                 {first + "," + second, false},
		"//lint:ignore ctrllint/one r":          {first + "," + second, false},
		"//lint:ignore check/three r":           {first + "," + second, false},
		"//lint:ignore checks r":                {first + "," + second, false},
	} {
		got, result, directives := reports(t, "a.go", "package a; var a int "+directive+"\nvar b int\n", config.New(true), Category{Name: "one"}, Category{Name: "two"})
		if strings.Join(got, ",") != c.want {
			t.Errorf("%s: %q, want %q", directive, got, c.want)
		}
		if heeded := result.Heeded(directives[0]); heeded != c.heeded {
			t.Errorf("%s: heeded %v", directive, heeded)
		}
	}
}

// Whether a directive is of use is one thing, whether the finding is reported another.
func TestResult(t *testing.T) {
	const src = "package a\nvar a int //lint:ignore check/one r\nvar b int //lint:ignore check/two r\n"
	told, one, two := config.New(true), Category{Name: "one"}, Category{Name: "two", Off: true}
	got, result, directives := reports(t, "a.go", src, told, one, two)
	if !slices.Equal(got, []string{"3 one"}) {
		t.Errorf("reported %q", got)
	}
	if !result.Heeded(directives[0]) || !result.Heeded(directives[1]) {
		t.Error("a directive is not heeded")
	}
	if !result.Complete("one") || result.Complete("two") || !result.Complete("") {
		t.Error("by default, one is on, two is off, and nothing was switched off")
	}
	told.Check("check").Disabled = []string{"one"}
	if !result.Complete("one") {
		t.Error("what a run was told changes")
	}
	_, result, _ = reports(t, "a.go", src, told, one, two)
	if result.Complete("one") || result.Complete("") {
		t.Error("one was switched off")
	}

	got, result, directives = reports(t, "a_test.go", src, told, one, two)
	if len(got) > 0 || result.Judged(directives[0].Comment.Pos()) || result.Heeded(directives[0]) {
		t.Error("a test file is judged")
	}
	if result.Judged(token.NoPos) {
		t.Error("no place is judged")
	}
}

func TestCategoriesOf(t *testing.T) {
	a := &analysis.Analyzer{Name: "a"}
	if got := CategoriesOf(a); got != nil {
		t.Errorf("without options: %v", got)
	}
	Register(a, config.New(true), Category{Name: "one"}, Category{Name: "two", Off: true})
	shallow := *a
	for _, a := range []*analysis.Analyzer{a, &shallow} {
		if got, want := CategoriesOf(a), []Category{{Name: "one"}, {Name: "two", Off: true}}; !slices.Equal(got, want) {
			t.Errorf("categories %v, want %v", got, want)
		}
	}
	other := &analysis.Analyzer{Name: "other"}
	other.Flags.String("disable", "", "something else")
	if got := CategoriesOf(other); got != nil {
		t.Errorf("with a flag disable of its own: %v", got)
	}
}
