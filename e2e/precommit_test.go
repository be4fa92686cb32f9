//go:build precommit

// These tests need pre-commit, which is no Go program: .ci/run runs them where it is installed.

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// git runs git, which must succeed.
func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	run(t, dir, 0, "git", args...)
}

func initRepo(t *testing.T, dir string) {
	t.Helper()
	git(t, dir, "init", "-q")
	git(t, dir, "config", "user.name", "me")
	git(t, dir, "config", "user.email", "me@example.com")
	git(t, dir, "config", "commit.gpgsign", "false")
}

// hookRepo returns a git repository with what is needed of this project as it is now, tagged v0.1.0.
func hookRepo(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"cmd", "internal", "analyzers", "gclplugin"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join("..", name))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"go.mod", "go.sum", ".pre-commit-hooks.yaml"} {
		copyFile(t, filepath.Join("..", name), filepath.Join(dir, name))
	}
	initRepo(t, dir)
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-q", "-m", "release")
	git(t, dir, "tag", "v0.1.0")
	return dir
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A user is somebody whose repository has a copy of an example operator and a hook of ours.
type user struct {
	dir, example string
	module       string // the folder of the module in the repository
}

// newUser returns a user who has committed everything, before the hook was there, with a module in a folder of the
// repository.
func newUser(t *testing.T, hooks, example, hook, module string) user {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "operator")
	if err := os.CopyFS(filepath.Join(dir, module), os.DirFS("../examples/"+example)); err != nil {
		t.Fatal(err)
	}
	config := fmt.Sprintf("repos:\n  - repo: %s\n    rev: v0.1.0\n    hooks:\n      - id: %s\n", hooks, hook)
	if module != "." {
		config += fmt.Sprintf("        args: [-C=%s, ./...]\n        files: ^%s/\n", module, module)
	}
	if err := os.WriteFile(filepath.Join(dir, ".pre-commit-config.yaml"), []byte(config), 0o666); err != nil {
		t.Fatal(err)
	}
	initRepo(t, dir)
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-q", "-m", "start")
	run(t, dir, 0, "pre-commit", "install")
	return user{dir, example, module}
}

// take takes the file as it is in one of the examples, which are modules of different names, and adds a comment to it.
func (u user) take(t *testing.T, example, name, comment string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../examples", example, name))
	if err == nil {
		source := strings.ReplaceAll(string(text), "/examples/"+example+"/", "/examples/"+u.example+"/")
		err = os.WriteFile(filepath.Join(u.dir, u.module, name), []byte(source+"\n// "+comment+"\n"), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// commit commits everything, or is kept from it, and returns what was printed.
func (u user) commit(t *testing.T, passes bool) string {
	t.Helper()
	git(t, u.dir, "add", ".")
	before, _ := run(t, u.dir, 0, "git", "rev-parse", "HEAD")
	status := 0
	if !passes {
		status = 1
	}
	stdout, stderr := run(t, u.dir, status, "git", "commit", "-m", "change")
	after, _ := run(t, u.dir, 0, "git", "rev-parse", "HEAD")
	if (after != before) != passes {
		t.Errorf("committed: %v, want %v", after != before, passes)
	}
	return stdout + stderr
}

// Two files in which each example has a finding, and its twin none.
const one, other = "internal/certs/store.go", "internal/pods/addresses.go"

func TestPreCommit(t *testing.T) {
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PRE_COMMIT_HOME", t.TempDir())
	t.Cleanup(func() { // it has a module cache, whose files can't be removed
		_ = exec.Command("chmod", "-R", "u+w", os.Getenv("PRE_COMMIT_HOME")).Run()
	})
	hooks := hookRepo(t)

	// Findings in two folders block, and those that mended them pass.
	t.Run("ctrllint", func(t *testing.T) {
		u := newUser(t, hooks, "operator-fixed", "ctrllint", ".")
		u.take(t, "operator", one, "worse")
		u.take(t, "operator", other, "worse")
		printed := u.commit(t, false)
		for _, name := range []string{one, other} {
			if strings.Count(printed, "\n"+name+":") != 1 { // the hook runs once
				t.Errorf("want one finding in %s, not\n%s", name, printed)
			}
		}
		u.take(t, "operator-fixed", one, "better")
		u.take(t, "operator-fixed", other, "better")
		u.commit(t, true)
	})

	// Old findings pass, new ones block.
	t.Run("ctrllint-new", func(t *testing.T) {
		u := newUser(t, hooks, "operator", "ctrllint-new", ".")
		u.take(t, "operator", one, "a change elsewhere in the file")
		u.commit(t, true)
		u.take(t, "operator-fixed", other, "mended")
		u.commit(t, true)
		u.take(t, "operator", other, "worse again")
		printed := u.commit(t, false)
		if strings.Count(printed, "\n"+other+":") != 1 || strings.Contains(printed, one+":") {
			t.Errorf("want one finding in %s, and none in %s, not\n%s", other, one, printed)
		}
		u.take(t, "operator-fixed", other, "mended again")
		u.commit(t, true)
	})

	// A module in a folder below the top of the repository, as the README says. What changes elsewhere is nothing to it.
	for _, hook := range []string{"ctrllint", "ctrllint-new"} {
		t.Run(hook+" in a folder", func(t *testing.T) {
			u := newUser(t, hooks, "operator-fixed", hook, "operator")
			u.take(t, "operator", one, "worse")
			printed := u.commit(t, false)
			if strings.Count(printed, "\n"+one+":") != 1 {
				t.Errorf("want one finding in %s, not\n%s", one, printed)
			}
			u.take(t, "operator-fixed", one, "better")
			u.commit(t, true)
			if err := os.WriteFile(filepath.Join(u.dir, "tool.go"), []byte("package tool\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			if printed := u.commit(t, true); !strings.Contains(printed, "no files to check") {
				t.Errorf("it ran for a file of no module:\n%s", printed)
			}
		})
	}
}
