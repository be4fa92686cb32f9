package driver

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

func TestParseDiff(t *testing.T) {
	const head = "diff --git a/x.go b/x.go\nindex 1..2 100644\n--- a/x.go\n+++ b/x.go\n"
	for _, tt := range []struct {
		name, diff string
		want       map[string][]lineRange
	}{
		{"nothing", "", nil},
		{"a changed line", head + "@@ -3 +3 @@ func f() {\n-a\n+b\n", map[string][]lineRange{"x.go": {{3, 3}}}},
		{"added lines", head + "@@ -3,0 +4,2 @@\n+a\n+b\n", map[string][]lineRange{"x.go": {{4, 5}}}},
		{"deleted lines", head + "@@ -3,2 +2,0 @@\n-a\n-b\n", nil},
		{"hunks", head + "@@ -1 +1,2 @@\n-a\n+b\n+c\n@@ -9,0 +11 @@\n+d\n", map[string][]lineRange{"x.go": {{1, 2}, {11, 11}}}},
		{
			"lines that look like heads",
			head + "@@ -1,2 +1,2 @@\n--- a/y.go\n-@@ -1 +1 @@\n+++ b/y.go\n+@@ -7,7 +7,7 @@\n@@ -9,0 +9 @@\n+z\n",
			map[string][]lineRange{"x.go": {{1, 2}, {9, 9}}},
		},
		{
			"no newline at the end",
			head + "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n" +
				"diff --git a/y.go b/y.go\n--- a/y.go\n+++ b/y.go\n@@ -2 +2 @@\n-a\n+b\n",
			map[string][]lineRange{"x.go": {{1, 1}}, "y.go": {{2, 2}}},
		},
		{"a new file", "--- /dev/null\n+++ b/n.go\n@@ -0,0 +1,3 @@\n+a\n+b\n+c\n", map[string][]lineRange{"n.go": {{1, 3}}}},
		{"a deleted file", head + "@@ -1 +1 @@\n-a\n+b\n--- a/d.go\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-a\n-b\n-c\n", map[string][]lineRange{"x.go": {{1, 1}}}},
		{"a name with a blank", "--- a/a b.go\t\n+++ b/a b.go\t\n@@ -1 +1 @@\n-a\n+b\n", map[string][]lineRange{"a b.go": {{1, 1}}}},
		{"a quoted name", "+++ \"b/a\\\"\\303\\251\\t.go\"\n@@ -1 +1 @@\n-a\n+b\n", map[string][]lineRange{"a\"é\t.go": {{1, 1}}}},
		{"a moved file", "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n", nil},
	} {
		got, err := parseDiff(tt.diff)
		if err != nil || !maps.EqualFunc(got, tt.want, slices.Equal) {
			t.Errorf("%s: %v, %v; want %v", tt.name, got, err, tt.want)
		}
	}
	for _, diff := range []string{
		"@@ -1 @@\n", "@@ -1 +x @@\n", "@@ 1 +1 @@\n", "@@ -1,-1 +1 @@\n", "@@ -1 +1 x\n", "+++ \"b/x\n", "+++ x.go\n", "@@ -1,x +1 @@\n",
	} {
		if got, err := parseDiff(diff); err == nil {
			t.Errorf("%q: %v", diff, got)
		}
	}
}

func TestTouch(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &changes{newRoot(dir), map[string][]lineRange{"x.go": {{3, 4}, {9, 9}}, "new.go": {wholeFile}}}
	var got []int
	for line := range 11 {
		if c.touch(filepath.Join(dir, "x.go"), line, line) {
			got = append(got, line)
		}
	}
	if want := []int{3, 4, 9}; !reflect.DeepEqual(got, want) {
		t.Errorf("lines %v, want %v", got, want)
	}
	for _, tt := range []struct {
		file        string
		first, last int
		want        bool
	}{
		{"x.go", 1, 3, true},
		{"x.go", 4, 8, true},
		{"x.go", 1, 10, true},
		{"x.go", 5, 8, false},
		{"new.go", 1 << 20, 1 << 20, true},
		{"y.go", 3, 3, false},
		{"../x.go", 3, 3, false},
	} {
		if got := c.touch(filepath.Join(dir, tt.file), tt.first, tt.last); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}

// The options of a watch may stand in lines below it.
func TestLastLine(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", `package x

func setup() error {
	return controller(mgr).
		For(&Secret{},
			OnlyMetadata,
			Predicates(ours)).
		Owns(&Job{}).
		Watches(&Pod{}, func() {
			enqueue()
		}, some).
		Complete(r)
}
`, 0)
	if err != nil {
		t.Fatal(err)
	}
	a := newArguments([]*packages.Package{{Fset: fset, Syntax: []*ast.File{file}}})
	lines := fset.File(file.FileStart)
	got := map[int]int{}
	for line := range lines.LineCount() {
		got[line+1] = a.lastLine(fset, analysis.RelatedInformation{Pos: lines.LineStart(line + 1)})
	}
	want := map[int]int{1: 1, 2: 2, 3: 3, 4: 4, 5: 7, 6: 6, 7: 7, 8: 8, 9: 9, 10: 10, 11: 11, 12: 12, 13: 13}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := a.lastLine(fset, analysis.RelatedInformation{Pos: lines.LineStart(2), End: lines.LineStart(4)}); got != 4 {
		t.Errorf("a place with an end ends in line %d", got)
	}
	foreign := fset.AddFile("y.go", -1, 10)
	if got := a.lastLine(fset, analysis.RelatedInformation{Pos: foreign.Pos(3)}); got != 1 {
		t.Errorf("a place in a file that isn't known ends in line %d", got)
	}
}
