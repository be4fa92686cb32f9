package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// asGolangci makes the test binary golangci-lint: to link that once more takes as long as the tests.
const asGolangci = "CTRLLINT_E2E_GOLANGCI"

// workspace has golangci-lint's cache, the command, and the project that the tests work on, always in the same place:
// golangci-lint's first run takes several times as long as those that find its cache filled, which goes by file names.
var workspace string

func TestMain(m *testing.M) {
	if os.Getenv(asGolangci) != "" {
		main()
		return
	}
	os.Exit(runTests(m))
}

func runTests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "golangci-e2e")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	workspace = dir
	return m.Run()
}

// A project is a copy of the example operator with the configuration that users are told to copy.
type project struct {
	dir      string
	ctrllint string // the command
}

// newProject returns the project, with nothing left of what an earlier test did to it.
func newProject(t *testing.T) *project {
	t.Helper()
	p := &project{filepath.Join(workspace, "operator"), filepath.Join(workspace, "ctrllint")}
	if err := os.RemoveAll(p.dir); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(p.dir, os.DirFS("../../examples/operator")); err != nil {
		t.Fatal(err)
	}
	config, err := os.ReadFile("../../.golangci.example.yml")
	if err != nil {
		t.Fatal(err)
	}
	p.write(t, ".golangci.yml", string(config))
	run(t, "../..", 0, "go", "build", "-o", p.ctrllint, "./cmd/ctrllint")
	return p
}

func (p *project) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func (p *project) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// replace replaces text that must be in the file.
func (p *project) replace(t *testing.T, name, old, replacement string) {
	t.Helper()
	text := p.read(t, name)
	if !strings.Contains(text, old) {
		t.Fatalf("%s has no %q", name, old)
	}
	p.write(t, name, strings.Replace(text, old, replacement, 1))
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

// golangci runs golangci-lint with the plugin on the project. Of the linters, ctrllint alone is to run: the others
// take minutes. Another golangci-lint that runs on the machine is no reason to fail.
func (p *project) golangci(t *testing.T, status int, args ...string) (stdout, stderr string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(asGolangci, "1")
	t.Setenv("GOLANGCI_LINT_CACHE", filepath.Join(workspace, "cache"))
	return run(t, p.dir, status, self, append([]string{"run", "--allow-parallel-runners", "--enable-only=ctrllint"}, args...)...)
}

// A finding is where something was found, and what.
type finding struct {
	file     string // relative to the project
	line     int
	category string // check/category
	fixable  bool   // known for findings of the command only
}

func (f finding) String() string { return fmt.Sprintf("%s:%d %s", f.file, f.line, f.category) }

// texts returns the findings as lines, sorted.
func texts(findings []finding) []string {
	var lines []string
	for _, f := range findings {
		lines = append(lines, f.String())
	}
	slices.Sort(lines)
	return lines
}

func compare(t *testing.T, got, want []finding) {
	t.Helper()
	if got, want := texts(got), texts(want); !slices.Equal(got, want) {
		t.Errorf("golangci-lint finds\n\t%s\nand the command\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// byGolangci returns what golangci-lint finds. It must find something. Left to itself it reports no more than one issue
// a line, three with the same text, and fifty of a linter.
func (p *project) byGolangci(t *testing.T, args ...string) []finding {
	t.Helper()
	all := []string{"--output.json.path=stdout", "--show-stats=false", "--uniq-by-line=false", "--max-same-issues=0", "--max-issues-per-linter=0"}
	stdout, _ := p.golangci(t, 1, append(all, args...)...)
	var report struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename string
				Line     int
			}
		}
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatalf("%v\n%s", err, stdout)
	}
	var findings []finding
	for _, issue := range report.Issues {
		check, _, _ := strings.Cut(issue.Text, ":")
		category := issue.Text[strings.LastIndexByte(issue.Text, '[')+1:]
		if issue.FromLinter != "ctrllint" || !strings.HasPrefix(category, check+"/") || !strings.HasSuffix(category, "]") {
			t.Errorf("unexpected issue %+v", issue)
		}
		findings = append(findings, finding{
			filepath.ToSlash(issue.Pos.Filename), issue.Pos.Line, strings.TrimSuffix(category, "]"), false,
		})
	}
	return findings
}

// byCommand returns what the command finds. It must find something.
func (p *project) byCommand(t *testing.T) []finding {
	t.Helper()
	stdout, _ := run(t, p.dir, 1, p.ctrllint, "-json", "./...")
	var report map[string]map[string][]struct {
		Category, Posn string
		Fixes          []json.RawMessage `json:"suggested_fixes"`
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatalf("%v\n%s", err, stdout)
	}
	var findings []finding
	for _, checks := range report {
		for check, diagnostics := range checks {
			for _, d := range diagnostics {
				f := finding{category: check + "/" + d.Category, fixable: len(d.Fixes) > 0}
				name, place, _ := strings.Cut(d.Posn, ".go:")
				if _, err := fmt.Sscanf(place, "%d:", &f.line); err != nil {
					t.Fatalf("%s: %v", d.Posn, err)
				}
				rel, err := filepath.Rel(p.dir, name+".go")
				if err != nil {
					t.Fatal(err)
				}
				f.file = filepath.ToSlash(rel)
				findings = append(findings, f)
			}
		}
	}
	return findings
}

func TestSameFindings(t *testing.T) {
	p := newProject(t)
	compare(t, p.byGolangci(t), p.byCommand(t))
}

// What has a fix is mended, what has none is still found, and the program still builds.
func TestFix(t *testing.T) {
	p := newProject(t)
	want := map[string]int{}
	fixable := 0
	for _, f := range p.byCommand(t) {
		if f.fixable {
			fixable++
		} else {
			want[f.file+" "+f.category]++
		}
	}
	if fixable == 0 || len(want) == 0 {
		t.Fatalf("%d findings with fixes, and %v without", fixable, want)
	}
	p.golangci(t, 1, "--fix")
	got := map[string]int{}
	for _, f := range p.byCommand(t) {
		got[f.file+" "+f.category]++
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("after --fix, found\n%v\nwant\n%v", got, want)
	}
	run(t, p.dir, 0, "go", "build", "./...")
	if unformatted, _ := run(t, p.dir, 0, "gofmt", "-l", "."); unformatted != "" {
		t.Errorf("not formatted: %s", unformatted)
	}
}

func TestNolint(t *testing.T) {
	p := newProject(t)
	all := p.byCommand(t)
	// One that has its line to itself, with no comment there.
	i := slices.IndexFunc(all, func(f finding) bool {
		line := strings.Split(p.read(t, f.file), "\n")[f.line-1]
		return !strings.Contains(line, "//") && !slices.ContainsFunc(all, func(g finding) bool { return g != f && g.file == f.file && g.line == f.line })
	})
	if i < 0 {
		t.Fatal("every line has several findings, or a comment")
	}
	silenced := all[i]
	lines := strings.Split(p.read(t, silenced.file), "\n")
	lines[silenced.line-1] += " //nolint:ctrllint // for this test"
	p.write(t, silenced.file, strings.Join(lines, "\n"))
	compare(t, p.byGolangci(t), slices.Delete(all, i, i+1))
}

func TestWrongSettings(t *testing.T) {
	for name, c := range map[string]struct{ old, wrong, want string }{
		"setting":  {"generated: false", "genrated: false", `unknown setting "genrated"`},
		"check":    {"checks: []", "checks: [nosuch]", `unknown check "nosuch"`},
		"category": {"disable: []", "disable: [directive.nosuch]", `unknown category "nosuch"`},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t)
			p.replace(t, ".golangci.yml", c.old, c.wrong)
			_, stderr := p.golangci(t, 3)
			if !strings.Contains(stderr, c.want) || !strings.Contains(stderr, "known are") {
				t.Errorf("no %q, and what is known, in\n%s", c.want, stderr)
			}
		})
	}
}

// golangci-lint keeps what it found and the facts of packages from run to run. When a helper in one package changes,
// what is found in those that call it changes too, there and back.
func TestSecondRun(t *testing.T) {
	const helper, old, mended = "internal/kubeutil/names.go", "\to := obj.(metav1.Object)\n", `	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = gone.Obj
	}
	o, ok := obj.(metav1.Object)
	if !ok {
		return types.NamespacedName{}
	}
`
	p := newProject(t)
	caller := func(findings []finding) bool {
		return slices.ContainsFunc(findings, func(f finding) bool {
			return f.file == "internal/builds/running.go" && f.category == "tombstone/panic"
		})
	}
	check := func(found bool) {
		t.Helper()
		got := p.byGolangci(t)
		compare(t, got, p.byCommand(t))
		if caller(got) != found {
			t.Errorf("the caller's finding: %v, want %v", !found, found)
		}
	}
	check(true)
	bad := p.read(t, helper)
	p.replace(t, helper, old, mended)
	p.replace(t, helper, "import (\n", "import (\n\t\"k8s.io/client-go/tools/cache\"\n")
	check(false)
	p.write(t, helper, bad)
	check(true)
}

// A settings file counts below golangci-lint's own settings, and golangci-lint, which knows nothing of it, doesn't give
// what an older one said.
func TestSettingsFile(t *testing.T) {
	p := newProject(t)
	all := p.byCommand(t)
	for _, text := range []string{"disable: [tombstone/panic]\n", "exclude: [internal/p*]\n", "disable: [staleread, projection]\n"} {
		p.write(t, ".ctrllint.yml", text)
		want := p.byCommand(t)
		if len(want) == len(all) {
			t.Fatalf("%q changes nothing", text)
		}
		compare(t, p.byGolangci(t), want)
	}
	p.write(t, ".ctrllint.yml", "disable: [nosuch]\n")
	if _, stderr := p.golangci(t, 3); !strings.Contains(stderr, `ctrllint: .ctrllint.yml:1: disable: unknown check "nosuch"; known are`) {
		t.Errorf("not told of the file's line:\n%s", stderr)
	}
	if err := os.Remove(filepath.Join(p.dir, ".ctrllint.yml")); err != nil {
		t.Fatal(err)
	}
	compare(t, p.byGolangci(t), all)
}

// What the README says of a golangci-lint that was built without the plugin.
func TestWithoutPlugin(t *testing.T) {
	p := newProject(t)
	plain := filepath.Join(t.TempDir(), "golangci-lint")
	run(t, ".", 0, "go", "build", "-o", plain, "github.com/golangci/golangci-lint/v2/cmd/golangci-lint")
	_, stderr := run(t, p.dir, 3, plain, "run", "--allow-parallel-runners")
	if want := `plugin(ctrllint): plugin "ctrllint" not found`; !strings.Contains(stderr, want) {
		t.Errorf("no %q in\n%s", want, stderr)
	}
}

// The example for "golangci-lint custom" names the release that is tested here.
func TestCustomExample(t *testing.T) {
	version, _ := run(t, ".", 0, "go", "list", "-m", "-f", "{{.Version}}", "github.com/golangci/golangci-lint/v2")
	text, err := os.ReadFile("../../.custom-gcl.example.yml")
	if err != nil {
		t.Fatal(err)
	}
	if want := "\nversion: " + strings.TrimSpace(version) + " "; !strings.Contains(string(text), want) {
		t.Errorf("no %q in\n%s", want, text)
	}
	for _, want := range []string{"module: github.com/ctrllint/ctrllint\n", "import: github.com/ctrllint/ctrllint/gclplugin\n"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
