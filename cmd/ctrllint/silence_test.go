package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ctrllint/ctrllint/internal/fixture"
)

// build returns the file of the command as users build it.
func build(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "ctrllint.exe") // a name that does for every system
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// output runs the command in the folder and returns what it prints to stdout. It must exit with this status.
func output(t *testing.T, dir string, status int, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if got := cmd.ProcessState.ExitCode(); got != status {
		t.Fatalf("%s %q: exit status %d, want %d\n%s", name, args, got, status, stderr.String())
	}
	return out
}

// findings reads what -json printed, one tree or several, and returns "file:line check: what" of each finding, sorted.
func findings(t *testing.T, printed []byte) []string {
	t.Helper()
	var found []string
	for in := json.NewDecoder(bytes.NewReader(printed)); ; {
		var tree map[string]map[string][]struct{ Posn, End, Category, Message string }
		if err := in.Decode(&tree); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v\n%s", err, printed)
		}
		for _, checks := range tree {
			for check, list := range checks {
				for _, f := range list {
					place := strings.Split(filepath.Base(f.Posn), ":")
					found = append(found, fmt.Sprintf("%s:%s %s: %v", place[0], place[1], check, f))
				}
			}
		}
	}
	slices.Sort(found)
	return found
}

// wanted returns "file:line check" of the lines in the folder's files that are marked with a want comment.
func wanted(t *testing.T, dir, check string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var places []string
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(text), "\n") {
			if strings.Contains(line, "// want `") {
				places = append(places, fmt.Sprintf("%s:%d %s", filepath.Base(name), n+1, check))
			}
		}
	}
	if len(places) == 0 {
		t.Fatalf("nothing is wanted of %s", dir)
	}
	slices.Sort(places)
	return places
}

// go vet and the command agree on what directives silence, and on what is wrong with directives.
func TestDirectives(t *testing.T) {
	bin, dir := build(t), fixture.Module(t, "cr025")
	const both, inner = "./directives/...", "-tombstone.enable=inner"
	for _, c := range []struct {
		flags   []string
		checked bool // whether the directives themselves are
	}{
		{nil, true},
		{[]string{"-tests"}, true},
		{[]string{"-tombstone.disable=inner"}, true},
		{[]string{"-directive.disable=unused"}, true},
		{[]string{"-directive=false"}, false},
		{[]string{"-tombstone"}, false},
	} {
		alone := findings(t, output(t, dir, 1, bin, slices.Concat(c.flags, []string{inner, "-json", both})...))
		vetted := findings(t, output(t, dir, 0, "go", slices.Concat([]string{"vet", "-vettool=" + bin}, c.flags, []string{inner, "-json", both})...))
		if !slices.Equal(alone, vetted) {
			t.Errorf("%q: the command found\n%s\nand go vet\n%s", c.flags, strings.Join(alone, "\n"), strings.Join(vetted, "\n"))
		}
		checked := slices.ContainsFunc(alone, func(f string) bool { return strings.Contains(f, " directive: ") })
		if len(alone) == 0 || checked != c.checked {
			t.Errorf("%q: found\n%s", c.flags, strings.Join(alone, "\n"))
		}
	}

	var got []string
	for _, f := range findings(t, output(t, dir, 1, bin, "-checks=tombstone", inner, "-json", "./directives/silenced")) {
		place, _, _ := strings.Cut(f, ": ")
		got = append(got, place)
	}
	if want := wanted(t, filepath.Join(dir, "directives", "silenced"), "tombstone"); !slices.Equal(got, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// What is silenced is not mended.
func TestFixesOfSilenced(t *testing.T) {
	diff := string(output(t, fixture.Module(t, "cr025"), 1, build(t), "-diff", "./directives/silenced"))
	var removed, added []string
	for line := range strings.Lines(diff) {
		switch text := strings.Join(strings.Fields(line[1:]), " "); {
		case strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "+++ "):
		case line[0] == '-':
			removed = append(removed, text)
		case line[0] == '+':
			added = append(added, text)
		}
	}
	// A comment is moved if the one below it is.
	removed = slices.DeleteFunc(removed, func(text string) bool { return slices.Contains(added, text) })
	if len(removed) < 5 {
		t.Errorf("only %d lines are mended:\n%s", len(removed), diff)
	}
	for _, text := range removed {
		if !strings.Contains(text, "// want `") {
			t.Errorf("this is mended, though it is silenced: %s", text)
		}
	}
}
