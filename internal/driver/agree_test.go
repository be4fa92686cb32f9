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
			for _, tools := range [][2]string{{"ctrllint", "unitchecker"}, {"lister", "listerunit"}} {
				vet := func(tool string, args ...string) []string {
					return slices.Concat([]string{"go", "vet", "-vettool=" + command(t, tool), "-json"}, args, patterns)
				}
				// A flag that does nothing keeps the two from sharing go vet's cache, for they are the same binary.
				want := findingsOf(t, dir, vet(tools[1], "-source"))
				if len(want) == 0 {
					t.Errorf("%s: nothing is found", tools[1])
				}
				got := findingsOf(t, dir, vet(tools[0]))
				if !slices.Equal(got, want) {
					t.Errorf("go vet with %s:\n%s\nwith unitchecker:\n%s", tools[0], strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
				alone := slices.Concat([]string{command(t, tools[0]), "-tests", "-json"}, patterns)
				if got := findingsOf(t, dir, alone); !slices.Equal(got, want) {
					t.Errorf("%s by itself:\n%s\nunder go vet:\n%s", tools[0], strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
		})
	}
}

// findingsOf runs a command that prints JSON trees, in dir, and returns each finding as a line, sorted.
func findingsOf(t *testing.T, dir string, args []string) []string {
	t.Helper()
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
					lines = append(lines, fmt.Sprint(check, " ", f))
				}
			}
		}
	}
	slices.Sort(lines)
	return lines
}
