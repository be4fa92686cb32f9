package driver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestWaysAgree runs checks in every way there is over modules that try to drive them apart, and compares the findings.
func TestWaysAgree(t *testing.T) {
	files, err := filepath.Glob("testdata/agree/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range archive.Files {
				target := filepath.Join(dir, f.Name)
				if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(target, f.Data, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			patterns := strings.Fields(string(archive.Comment))
			// The flags -source and -all do nothing, but keep tools that are the same binary from sharing results in go
			// vet's cache.
			for _, ways := range [][3][]string{
				{
					{"go", "vet", "-vettool=" + command(t, "unitchecker"), "-json", "-source", "-tests"},
					{"go", "vet", "-vettool=" + command(t, "ctrllint"), "-json", "-tests"},
					{command(t, "ctrllint"), "-json", "-tests"},
				},
				{
					{"go", "vet", "-vettool=" + command(t, "listerunit"), "-json", "-source", "-all"},
					{"go", "vet", "-vettool=" + command(t, "lister"), "-json", "-all"},
					{command(t, "lister"), "-json", "-tests"},
				},
			} {
				want := findingsOf(t, dir, ways[0], patterns)
				if len(want) == 0 {
					t.Errorf("%v: nothing is found", ways[0])
				}
				for _, way := range ways[1:] {
					if got := findingsOf(t, dir, way, patterns); !slices.Equal(got, want) {
						t.Errorf("%v:\n%s\n%v:\n%s", way, strings.Join(got, "\n"), ways[0], strings.Join(want, "\n"))
					}
				}
			}
		})
	}
}

// findingsOf runs a command that prints JSON trees, in dir, and returns each finding as a line, sorted.
func findingsOf(t *testing.T, dir string, way, patterns []string) []string {
	t.Helper()
	args := slices.Concat(way, patterns)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = slices.Concat(os.Environ(), goEnv(t), []string{"PWD=" + dir})
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && (cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != exitFindings) || stderr.Len() > 0 {
		t.Fatalf("%v: %v\n%s", args, err, &stderr)
	}
	var lines []string
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var tree map[string]map[string][]struct{ Posn, End, Message, Category string }
		if err := dec.Decode(&tree); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		for _, checks := range tree {
			for check, findings := range checks {
				for _, f := range findings {
					lines = append(lines, strings.ReplaceAll(fmt.Sprint(check, " ", f), dir, "."))
				}
			}
		}
	}
	slices.Sort(lines)
	return lines
}
