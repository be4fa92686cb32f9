package driver

import (
	"bytes"
	"flag"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// sourceFile writes p.go into a new directory, which it makes the current one, and returns it as a parser would add it
// to a file set.
func sourceFile(t *testing.T, src string) (*token.FileSet, *token.File) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	name := filepath.Join(dir, "p.go")
	if err := os.WriteFile(name, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	file := fset.AddFile(name, -1, len(src))
	file.SetLinesForContent([]byte(src))
	return fset, file
}

func TestGitHubEscapes(t *testing.T) {
	in := "50%, a:b\r\nc"
	if got, want := githubMessage.Replace(in), "50%25, a:b%0D%0Ac"; got != want {
		t.Errorf("message: %q, want %q", got, want)
	}
	if got, want := githubProperty.Replace(in), "50%25%2C a%3Ab%0D%0Ac"; got != want {
		t.Errorf("property: %q, want %q", got, want)
	}
}

func TestGitHubRange(t *testing.T) {
	fset, file := sourceFile(t, "package p\n\nfunc f() {\n}\n")
	f := finding{check: "toy", fset: fset, posn: fset.Position(file.Pos(16))}
	f.Pos, f.End, f.Message = file.Pos(16), file.Pos(23), "100%\nbad"
	var out bytes.Buffer
	if err := writeGitHub(&out, []finding{f}); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "::warning file=p.go,line=3,endLine=4,col=6,title=toy::100%25%0Abad\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestRoot(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sub := filepath.Join(dir, "repo", "sub")
	if err := os.MkdirAll(sub, 0o777); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(sub, link); err != nil {
		t.Fatal(err)
	}
	t.Chdir(link)
	find := func() *root {
		r, err := findRoot()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if got := find().dir; got != sub {
		t.Errorf("without a repository: %s", got)
	}
	// As in a work tree or submodule.
	if err := os.WriteFile(filepath.Join(dir, "repo", ".git"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	r := find()
	for _, tt := range []struct {
		name, want string
		below      bool
	}{
		{filepath.Join(link, "a.go"), "sub/a.go", true},
		{filepath.Join(sub, "a.go"), "sub/a.go", true},
		{"a.go", "sub/a.go", true},
		{filepath.Join(dir, "repo", "..a.go"), "..a.go", true},
		{filepath.Join(dir, "repo", "nosuch", "a.go"), "nosuch/a.go", true},
		{filepath.Join(dir, "a.go"), filepath.ToSlash(dir) + "/a.go", false},
	} {
		if got, below := r.relative(tt.name); got != tt.want || below != tt.below {
			t.Errorf("%s: %s, %v; want %s, %v", tt.name, got, below, tt.want, tt.below)
		}
	}
}

func TestSplitPosition(t *testing.T) {
	for pos, want := range map[string][3]any{
		"":               {"", 0, 0},
		"-":              {"", 0, 0},
		"a.go":           {"a.go", 0, 0},
		"a.go:3":         {"a.go", 3, 0},
		"/x/a.go:3:14":   {"/x/a.go", 3, 14},
		`C:\x\a.go:3:14`: {`C:\x\a.go`, 3, 14},
		`C:\x\a.go`:      {`C:\x\a.go`, 0, 0},
		"a:b.go:3:1":     {"a:b.go", 3, 1},
		"a.go:1:2:3":     {"a.go:1", 2, 3},
	} {
		name, line, column := splitPosition(pos)
		if got := [3]any{name, line, column}; got != want {
			t.Errorf("%q: %v, want %v", pos, got, want)
		}
	}
}

// Edits are grouped by file, in the order of their places; what only deletes or only inserts says so.
func TestSARIFFix(t *testing.T) {
	fset, file := sourceFile(t, "package p\n\nvar x, y, z int\n")
	second := fset.AddFile(filepath.Join(filepath.Dir(file.Name()), "q.go"), -1, 10)
	s := &sarifWriter{newRoot(filepath.Dir(file.Name())), newSources()}
	got := s.fix(fset, analysis.SuggestedFix{Message: "mend", TextEdits: []analysis.TextEdit{
		{Pos: second.Pos(1), End: second.Pos(2), NewText: []byte("q")},
		{Pos: file.Pos(18), End: file.Pos(20)},
		{Pos: file.Pos(15), NewText: []byte("new")},
	}})
	at := func(line, from, to int) sarifRegion { return sarifRegion{line, from, line, to} }
	want := sarifFix{
		Description: sarifText{Text: "mend"},
		ArtifactChanges: []sarifArtifactChange{
			{sarifArtifactLocation{"p.go", sarifRoot}, []sarifReplacement{
				{at(3, 5, 5), &sarifText{Text: "new"}},
				{at(3, 8, 10), nil},
			}},
			{sarifArtifactLocation{"q.go", sarifRoot}, []sarifReplacement{{at(1, 2, 3), &sarifText{Text: "q"}}}},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
}

// What is found under a name that was not declared has a rule, once, after those of its check.
func TestSARIFRules(t *testing.T) {
	_, toys := newToys()
	found := func(check, category string) finding {
		return finding{check: check, Diagnostic: analysis.Diagnostic{Category: category}}
	}
	var ids []string
	for _, r := range sarifRules(toys, []finding{
		found("ugly", "zz"), found("toy", "use"), found("toy", "stray"), found("crash", ""), found("ugly", "aa"), found("ugly", "zz"),
	}) {
		ids = append(ids, r.ID)
		if r.ShortDescription.Text == "" || r.FullDescription.Text == "" || r.Help.Text == "" || r.Help.Markdown == "" {
			t.Errorf("%+v", r)
		}
	}
	if got, want := strings.Join(ids, " "), "crash toy/use toy/count toy/stray ugly ugly/aa ugly/zz"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestSARIFURIs(t *testing.T) {
	dir := t.TempDir()
	s := &sarifWriter{newRoot(dir), newSources()}
	for name, want := range map[string]sarifArtifactLocation{
		"a b#.go":  {"a%20b%23.go", sarifRoot},
		"c:d/e.go": {"./c:d/e.go", sarifRoot}, // c: is no scheme
	} {
		if got := s.artifact(filepath.Join(dir, name)); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if got, want := s.artifact("/no such/a.go"), (sarifArtifactLocation{URI: "file:///no%20such/a.go"}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if got := fileURI("C:/x y"); got != "file:///C:/x%20y" {
		t.Error(got)
	}
}

func TestVersion(t *testing.T) {
	info := &debug.BuildInfo{GoVersion: "go1.99"}
	info.Main.Version = "(devel)"
	tail := "\nbuilt with go1.99\nmade for releases up to " + newestLibraries + "\n"
	if got, want := versionText(info), "ctrllint (devel)"+tail; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	info.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "false"}}
	if got, want := versionText(info), "ctrllint (devel) abc"+tail; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	info.Settings[1].Value = "true"
	if got, want := versionText(info), "ctrllint (devel) abc (modified)"+tail; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := versionText(new(debug.BuildInfo)); !strings.HasPrefix(got, "ctrllint (unknown)\nbuilt with an unknown Go\n") {
		t.Errorf("%q", got)
	}

	for in, want := range map[string]string{
		"v1.2.3": "1.2.3", "v0.0.0-2026-abc+dirty": "0.0.0-2026-abc+dirty", "(devel)": "", "v1.2": "", "": "",
	} {
		info.Main.Version = in
		if got := sarifDriverOf(info, nil).SemanticVersion; got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// Every flag of the command stands in the help text, once.
func TestFlagGroups(t *testing.T) {
	o := newOptions(newToys())
	var help strings.Builder
	o.usage(&help)
	listed := map[string]int{}
	for _, line := range strings.Split(help.String(), "\n") {
		if rest, ok := strings.CutPrefix(line, "  -"); ok {
			name, _, _ := strings.Cut(rest, " ")
			listed[name]++
		}
	}
	o.flags.VisitAll(func(f *flag.Flag) {
		if listed[f.Name] != 1 {
			t.Errorf("-%s stands %d times in the help text", f.Name, listed[f.Name])
		}
		delete(listed, f.Name)
	})
	if len(listed) > 0 {
		t.Errorf("no such flags: %v", listed)
	}
}
