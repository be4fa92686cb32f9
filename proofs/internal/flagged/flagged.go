// Package flagged tells proofs what ctrllint finds in them.
package flagged

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A Finding is what ctrllint reports in a package of proofs: the category, and the file, by its name, and line.
type Finding struct {
	Category, File string
	Line           int
}

// Findings builds ctrllint from the module around that of the proofs, runs it with the flags in the package of a check's
// proofs, in whose folder the test is, and returns what it finds there. A finding of another check fails the test. What
// go test remembers of an earlier run does not take the other module's files into account: after a change there, it has
// to be asked with -count=1.
func Findings(t *testing.T, check string, flags ...string) []Finding {
	t.Helper()
	tool := filepath.Join(t.TempDir(), "ctrllint")
	build := exec.Command("go", "build", "-C", filepath.Join("..", ".."), "-o", tool, "./cmd/ctrllint")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, out)
	}
	cmd := exec.Command(tool, append(append([]string{"-json"}, flags...), "./"+check)...)
	cmd.Dir = ".."
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("%v: %v", cmd, err) // 1 is for findings, 2 for trouble
	}
	var byPackage map[string]map[string][]struct{ Category, Posn, Message string }
	if err := json.Unmarshal(out, &byPackage); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	var found []Finding
	for _, byCheck := range byPackage {
		for name, list := range byCheck {
			for _, f := range list {
				if name != check {
					t.Errorf("%s: finding of another check, %s: %s", f.Posn, name, f.Message)
					continue
				}
				file, line := place(t, f.Posn)
				found = append(found, Finding{f.Category, file, line})
			}
		}
	}
	return found
}

// place takes file:line:column apart; a file may have colons of its own.
func place(t *testing.T, posn string) (file string, line int) {
	t.Helper()
	parts := strings.Split(posn, ":")
	if len(parts) < 3 {
		t.Fatalf("no position: %q", posn)
	}
	line, err := strconv.Atoi(parts[len(parts)-2])
	if err != nil {
		t.Fatalf("no line in %q: %v", posn, err)
	}
	return filepath.Base(strings.Join(parts[:len(parts)-2], ":")), line
}
