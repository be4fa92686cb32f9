package driver

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
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
		if err != nil || !maps.EqualFunc(got.lines, tt.want, slices.Equal) {
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

// Where code is gone: not where as much came in its place, nor where comments, empty lines or brackets are gone.
func TestCuts(t *testing.T) {
	const head = "--- a/x.go\n+++ b/x.go\n"
	for _, tt := range []struct {
		name, diff string
		want       []int
	}{
		{"lines", "@@ -3,2 +2,0 @@\n-a()\n-b()\n", []int{2}},
		{"at the top", "@@ -1 +0,0 @@\n-a()\n", []int{0}},
		{"as many", "@@ -3,2 +3,2 @@\n-a()\n-b()\n+c()\n+d()\n", nil},
		{"fewer", "@@ -3,3 +3,2 @@\n-a()\n-b()\n-e()\n+c()\n+d()\n", []int{4}},
		{"more", "@@ -3 +3,2 @@\n-a()\n+c()\n+d()\n", nil},
		{"by a comment", "@@ -3 +3 @@\n-a()\n+// none\n", []int{3}},
		{"no code", "@@ -3,4 +2,0 @@\n-// a\n-\n-\t}\n-\t// b()\n", nil},
		{"closing and opening", "@@ -3 +2,0 @@\n-\t} else {\n", []int{2}},
		{"two hunks", "@@ -3 +2,0 @@\n-a()\n@@ -9 +7,0 @@\n-b()\n", []int{2, 7}},
		{"two files", "@@ -3 +2,0 @@\n-a()\n--- a/y.go\n+++ b/y.go\n@@ -9 +9 @@\n-b()\n+c()\n", []int{2}},
		{"a deleted file", "@@ -3 +3 @@\n-a()\n+b()\n--- a/y.go\n+++ /dev/null\n@@ -1 +0,0 @@\n-b()\n", nil},
		{"what looks like heads", "@@ -3,2 +2,0 @@\n--- a/y.go\n-@@ -1 +1 @@\n", []int{2}},
	} {
		got, err := parseDiff(head + tt.diff)
		if err != nil || !slices.Equal(got.cuts["x.go"], tt.want) || len(got.cuts["y.go"]) > 0 {
			t.Errorf("%s: %v, %v; want %v", tt.name, got.cuts, err, tt.want)
		}
	}
}

func TestTouch(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &changes{newRoot(dir), differences{lines: map[string][]lineRange{"x.go": {{3, 4}, {9, 9}}, "new.go": {wholeFile}}}}
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
	name := filepath.Join(t.TempDir(), "x.go")
	if err := os.WriteFile(name, []byte(`package x

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
`), 0o666); err != nil {
		t.Fatal(err)
	}
	s := &syntax{files: map[string]*parsed{}}
	got, functions := map[int]int{}, map[lineRange][]int{}
	for line := 1; line <= 13; line++ {
		got[line] = s.lastLine(name, line)
		first, last := s.function(name, line)
		functions[lineRange{first, last}] = append(functions[lineRange{first, last}], line)
	}
	want := map[int]int{1: 1, 2: 2, 3: 3, 4: 4, 5: 7, 6: 6, 7: 7, 8: 8, 9: 9, 10: 10, 11: 11, 12: 12, 13: 13}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if want := map[lineRange][]int{{1, 1}: {1}, {2, 2}: {2}, {3, 13}: {3, 4, 5, 6, 7, 8, 12, 13}, {9, 11}: {9, 10, 11}}; !maps.EqualFunc(functions, want, slices.Equal) {
		t.Errorf("functions %v, want %v", functions, want)
	}
	if got := s.lastLine("nosuch.go", 1); got != 1 {
		t.Errorf("a place in a file that isn't there ends in line %d", got)
	}
}
