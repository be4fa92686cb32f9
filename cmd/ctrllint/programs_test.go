package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ctrllint/ctrllint/internal/fixture"
)

// TestPrograms runs the command on modules of several programs each, and then on one module that has them all, which
// must make no difference: one program's options are nothing to another. What is wanted stands in comments, as in the
// fixtures; a line that wants nothing has nothing.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/programs/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	bin, together := build(t), newModule(t)
	var all []wish
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		wishes := together.add(t, name, archive)
		all = append(all, wishes...)
		t.Run(name, func(t *testing.T) {
			alone := newModule(t)
			alone.add(t, name, archive)
			alone.run(t, bin, wishes)
		})
	}
	t.Run("all", func(t *testing.T) { together.run(t, bin, all) })
}

// A wish is a finding that is wanted.
type wish struct {
	place   string // file:line
	pattern *regexp.Regexp
}

// A module is a folder with a Go module that requires what the newest fixtures do.
type module string

func newModule(t *testing.T) module {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(fixture.Module(t, "cr025"), name))
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.Replace(text, []byte("module ctrllint.test/cr025"), []byte("module programs.test"), 1)
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return module(dir)
}

// add writes the files to the folder of that name in the module, and returns what their comments want.
func (m module) add(t *testing.T, name string, archive *txtar.Archive) (wishes []wish) {
	t.Helper()
	for _, f := range archive.Files {
		file := filepath.Join(name, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Join(string(m), filepath.Dir(file)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(string(m), file), f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(f.Data), "\n") {
			if _, want, ok := strings.Cut(line, "// want `"); ok {
				for pattern := range strings.SplitSeq(strings.TrimSuffix(want, "`"), "` `") {
					wishes = append(wishes, wish{fmt.Sprintf("%s:%d", file, n+1), regexp.MustCompile(pattern)})
				}
			}
		}
	}
	return wishes
}

// run runs the command on the whole module and compares what it finds with what is wanted.
func (m module) run(t *testing.T, bin string, wishes []wish) {
	t.Helper()
	status := 0
	if len(wishes) > 0 {
		status = 1
	}
	var tree map[string]map[string][]struct{ Posn, Message string }
	if err := json.Unmarshal(output(t, string(m), status, bin, "-json", "./..."), &tree); err != nil {
		t.Fatal(err)
	}
	wishes = slices.Clone(wishes)
	for _, checks := range tree {
		for _, found := range checks {
			for _, f := range found {
				file, err := filepath.Rel(string(m), f.Posn[:strings.LastIndexByte(f.Posn, ':')])
				if err != nil {
					t.Fatal(err)
				}
				i := slices.IndexFunc(wishes, func(w wish) bool { return w.place == file && w.pattern.MatchString(f.Message) })
				if i < 0 {
					t.Errorf("%s: found, but not wanted: %s", file, f.Message)
					continue
				}
				wishes = slices.Delete(wishes, i, i+1)
			}
		}
	}
	for _, w := range wishes {
		t.Errorf("%s: wanted, but not found: %s", w.place, w.pattern)
	}
}

// TestMissing runs the command on a program of which a package doesn't type-check: that one may come to everything, so that
// nothing is said to be unused.
func TestMissing(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/programs/unused.txtar")
	if err != nil {
		t.Fatal(err)
	}
	m := newModule(t)
	wishes := m.add(t, "unused", archive)
	m.add(t, "unused", txtar.Parse([]byte("-- broken/broken.go --\npackage broken\n\nvar none = nowhere\n")))
	out := output(t, string(m), 2, build(t), "-json", "./...")
	if n := bytes.Count(out, []byte(`"posn"`)); n < len(wishes) {
		t.Errorf("%d findings, want %d:\n%s", n, len(wishes), out)
	}
	if bytes.Contains(out, []byte("no program here comes to it")) {
		t.Errorf("something is said to be unused:\n%s", out)
	}
}
