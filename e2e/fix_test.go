package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A diagnostic is one of those that the command prints as JSON.
type diagnostic struct {
	Category, Posn string
	Fixes          []struct {
		Message string
		Edits   []struct{ Filename string }
	} `json:"suggested_fixes"`
}

// file returns the name of the file that the diagnostic is in, relative to the folder.
func (d diagnostic) file(t *testing.T, dir string) string {
	t.Helper()
	name, _, _ := strings.Cut(d.Posn, ".go:")
	rel, err := filepath.Rel(dir, name+".go")
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(rel)
}

func (d diagnostic) line(t *testing.T) int {
	t.Helper()
	var line int
	_, place, _ := strings.Cut(d.Posn, ".go:")
	if _, err := fmt.Sscanf(place, "%d:", &line); err != nil {
		t.Fatalf("%s: %v", d.Posn, err)
	}
	return line
}

// run runs a program, which must exit with the status, and returns what it prints.
func run(t *testing.T, dir string, status int, program string, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, complaints bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &complaints
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if got := cmd.ProcessState.ExitCode(); got != status {
		t.Fatalf("%s %q: exit status %d, want %d\n%s\n%s", filepath.Base(program), args, got, status, &out, &complaints)
	}
	return out.String(), complaints.String()
}

// diagnostics returns what the command finds in the folder. It must find something.
func diagnostics(t *testing.T, ctrllint, dir string) []diagnostic {
	t.Helper()
	stdout, _ := run(t, dir, 1, ctrllint, "-json", "./...")
	var report map[string]map[string][]diagnostic
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatalf("%v\n%s", err, stdout)
	}
	var all []diagnostic
	for _, checks := range report {
		for check, found := range checks {
			for _, d := range found {
				d.Category = check + "/" + d.Category
				all = append(all, d)
			}
		}
	}
	return all
}

// tally counts diagnostics by file and category: fixes move lines.
func tally(t *testing.T, dir string, all []diagnostic) map[string]int {
	t.Helper()
	n := map[string]int{}
	for _, d := range all {
		n[d.file(t, dir)+" "+d.Category]++
	}
	return n
}

// sources returns the Go files of the folder.
func sources(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		text, err := os.ReadFile(name)
		files[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// comments returns the comments of a file in their order.
func comments(t *testing.T, name, source string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, group := range f.Comments {
		for _, c := range group.List {
			all = append(all, c.Text)
		}
	}
	return all
}

// comment puts a comment before, and one at the end of, each line that something was found in.
func comment(t *testing.T, dir string, all []diagnostic) {
	t.Helper()
	lines := map[string]map[int]bool{}
	for _, d := range all {
		name := d.file(t, dir)
		if lines[name] == nil {
			lines[name] = map[int]bool{}
		}
		lines[name][d.line(t)] = true
	}
	for name, found := range lines {
		file := filepath.Join(dir, name)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for i, line := range strings.Split(string(text), "\n") {
			if found[i+1] {
				out = append(out, fmt.Sprintf("// before %d", i+1))
				line += fmt.Sprintf(" // at %d", i+1)
			}
			out = append(out, line)
		}
		if err := os.WriteFile(file, []byte(strings.Join(out, "\n")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, 0, "gofmt", "-w", ".")
}

// All fixes at once, on the example operator with comments around every finding: what has a fix is mended, nothing
// else is found, the program builds and is formatted, comments stay, and there is nothing left to fix.
func TestFixes(t *testing.T) {
	ctrllint, dir := build(t), filepath.Join(t.TempDir(), "operator")
	if err := os.CopyFS(dir, os.DirFS("../examples/operator")); err != nil {
		t.Fatal(err)
	}
	comment(t, dir, diagnostics(t, ctrllint, dir))

	var unfixable []diagnostic
	found := diagnostics(t, ctrllint, dir)
	for _, d := range found {
		if len(d.Fixes) == 0 {
			unfixable = append(unfixable, d)
		}
		if len(d.Fixes) > 1 {
			t.Errorf("%s: %d fixes", d.Posn, len(d.Fixes))
		}
		for _, fix := range d.Fixes {
			for _, edit := range fix.Edits {
				if edit.Filename != fix.Edits[0].Filename {
					t.Errorf("%s: the fix %q is of %s and of %s", d.Posn, fix.Message, fix.Edits[0].Filename, edit.Filename)
				}
			}
		}
	}
	if len(unfixable) == len(found) {
		t.Fatal("nothing has a fix")
	}

	before := sources(t, dir)
	run(t, dir, 0, ctrllint, "-fix", "./...")
	fixed := sources(t, dir)
	got, want := tally(t, dir, diagnostics(t, ctrllint, dir)), tally(t, dir, unfixable)
	if !maps.Equal(got, want) {
		t.Errorf("after -fix, found\n%v\nwant\n%v", got, want)
	}
	run(t, dir, 0, "go", "build", "./...")
	if unformatted, _ := run(t, dir, 0, "gofmt", "-l", "."); unformatted != "" {
		t.Errorf("not formatted: %s", unformatted)
	}
	changed := 0
	for name, source := range before {
		if fixed[name] != source {
			changed++
		}
		if got, want := comments(t, name, fixed[name]), comments(t, name, source); !slices.Equal(got, want) {
			t.Errorf("%s: the comments became\n%q\nfrom\n%q", name, got, want)
		}
	}
	if changed == 0 {
		t.Error("-fix changed nothing")
	}

	run(t, dir, 0, ctrllint, "-fix", "./...")
	if !maps.Equal(sources(t, dir), fixed) {
		t.Error("-fix changed something once more")
	}
}
