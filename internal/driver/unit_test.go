package driver

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/ctrllint/ctrllint/internal/config"
)

func writeFile(t *testing.T, name, content string) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// runTool runs one of TestMain's commands on the configuration and returns its exit status and what it printed.
func runTool(t *testing.T, tool string, cfg unitchecker.Config, flags ...string) (int, string) {
	t.Helper()
	data, err := json.Marshal(cfg)
	if err != nil {
		t.Fatal(err)
	}
	file := writeFile(t, filepath.Join(t.TempDir(), "unit.cfg"), string(data))
	cmd := exec.Command(command(t, tool), append(flags, file)...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// Facts files that the one driver writes are read by the other.
func TestFactsFiles(t *testing.T) {
	dir := t.TempDir()
	a := writeFile(t, filepath.Join(dir, "a.go"), `package a

type T struct{ BadField int }

func (T) BadMethod() {}

func BadFunc() {}
`)
	b := writeFile(t, filepath.Join(dir, "b.go"), `package b

import "example.com/a"

func b(t a.T) { t.BadMethod(); _ = t.BadField; a.BadFunc() }
`)
	exportData := filepath.Join(dir, "a.a")
	compile(t, "example.com/a", exportData, a)
	cfgB := func(facts string) unitchecker.Config {
		return unitchecker.Config{
			ID: "example.com/b", ImportPath: "example.com/b", GoFiles: []string{b}, ModulePath: "example.com",
			ImportMap:   map[string]string{"example.com/a": "example.com/a"},
			PackageVetx: map[string]string{"example.com/a": facts},
		}
	}
	withExportData := func(cfg unitchecker.Config) unitchecker.Config {
		cfg.PackageFile = map[string]string{"example.com/a": exportData}
		return cfg
	}

	for _, writer := range []string{"ctrllint", "unitchecker"} {
		facts := filepath.Join(dir, writer+".vetx")
		status, out := runTool(t, writer, unitchecker.Config{
			ID: "example.com/a", ImportPath: "example.com/a", GoFiles: []string{a}, ModulePath: "example.com",
			VetxOnly: true, VetxOutput: facts,
		})
		if status != 0 || out != "" {
			t.Fatalf("%s writes facts: exit status %d\n%s", writer, status, out)
		}
		for _, reader := range []struct {
			way, tool string
			cfg       unitchecker.Config
		}{
			{"our driver", "ctrllint", withExportData(cfgB(facts))},
			{"our driver without export data", "ctrllint", cfgB(facts)},
			{"unitchecker", "unitchecker", cfgB(facts)},
		} {
			status, out := runTool(t, reader.tool, reader.cfg)
			if status != 1 {
				t.Errorf("%s reads what %s wrote: exit status %d", reader.way, writer, status)
			}
			for _, want := range []string{"BadMethod (BadMethod)", "BadField (BadField)", "BadFunc (BadFunc)"} {
				if !strings.Contains(out, "use of marked "+want) {
					t.Errorf("%s reads what %s wrote: no use of %s in\n%s", reader.way, writer, want, out)
				}
			}
		}
	}

	// A dependency has types, for whoever needs them, but no facts.
	for _, flags := range [][]string{nil, {"-fix"}} {
		facts := filepath.Join(dir, "dep.vetx")
		status, out := runTool(t, "ctrllint", unitchecker.Config{
			ID: "example.com/a", ImportPath: "example.com/a", GoFiles: []string{a},
			ModulePath: "example.com", ModuleVersion: "v1.0.0", VetxOnly: true, VetxOutput: facts,
		}, flags...)
		if status != 0 || out != "" {
			t.Fatalf("dependency %v: exit status %d\n%s", flags, status, out)
		}
		if status, out := runTool(t, "unitchecker", cfgB(facts)); status != 0 || out != "" {
			t.Errorf("importer of a dependency %v: exit status %d\n%s", flags, status, out)
		}
	}

	// Types alone don't suffice for findings: the test above would notice if facts were lost.
	empty := writeFile(t, filepath.Join(dir, "empty.vetx"), "")
	if status, out := runTool(t, "ctrllint", withExportData(cfgB(empty))); status != 0 || out != "" {
		t.Errorf("without facts: exit status %d\n%s", status, out)
	}
	// A dependency that could not be analysed has no file.
	cfg := withExportData(cfgB(empty))
	cfg.PackageVetx = nil
	if status, out := runTool(t, "ctrllint", cfg); status != 0 || out != "" {
		t.Errorf("without a facts file: exit status %d\n%s", status, out)
	}
	for name, content := range map[string]string{
		"is not a facts file": "what is this, then?",
		"is cut short":        vetxMagic + "\x10\x00\x00\x00\x00\x00\x00\x00",
	} {
		file := writeFile(t, filepath.Join(dir, "bad.vetx"), content)
		status, out := runTool(t, "ctrllint", withExportData(cfgB(file)))
		if status != 1 || !strings.Contains(out, file+" "+name) {
			t.Errorf("facts file that %s: exit status %d\n%s", name, status, out)
		}
	}
}

// What sources import is looked up under the name that the configuration maps it to.
func TestImportMap(t *testing.T) {
	dir := t.TempDir()
	const path = "example.com/m/vendor/dep"
	dep := writeFile(t, filepath.Join(dir, "dep.go"), "package dep\n\nfunc BadFunc() {}\n")
	exportData, facts := filepath.Join(dir, "dep.a"), filepath.Join(dir, "vetx")
	compile(t, path, exportData, dep)
	status, out := runTool(t, "ctrllint", unitchecker.Config{
		ID: path, ImportPath: path, GoFiles: []string{dep}, ModulePath: "example.com/m", VetxOnly: true, VetxOutput: facts,
	})
	if status != 0 {
		t.Fatal(out)
	}
	source := writeFile(t, filepath.Join(dir, "p.go"), "package p\n\nimport \"dep\"\n\nvar X = dep.BadFunc\n")
	status, out = runTool(t, "ctrllint", unitchecker.Config{
		ID: "example.com/m/p", ImportPath: "example.com/m/p", GoFiles: []string{source}, ModulePath: "example.com/m",
		ImportMap:   map[string]string{"dep": path},
		PackageFile: map[string]string{path: exportData},
		PackageVetx: map[string]string{path: facts},
	})
	if want := "p.go:5:13: error: use of marked BadFunc"; status != 1 || !strings.Contains(out, want) {
		t.Errorf("exit status %d, no %q in\n%s", status, want, out)
	}
}

// compile makes the export data of a package that imports nothing.
func compile(t *testing.T, path, exportData, source string) {
	t.Helper()
	cmd := exec.Command("go", "tool", "compile", "-p="+path, "-o", exportData, source)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// A dependency is asked for facts and not even its sources are read.
func TestDependencies(t *testing.T) {
	imports := map[string]string{"fmt": "fmt", "unsafe": "unsafe"}
	files := map[string]string{"fmt": "nosuch.a"}
	for _, test := range []struct {
		name string
		cfg  unitchecker.Config
		ours bool
	}{
		{"standard library", unitchecker.Config{}, false},
		{"dependency", unitchecker.Config{ModulePath: "m", ModuleVersion: "v1.0.0"}, false},
		{"dependency, newer form", unitchecker.Config{Module: &analysis.Module{Path: "m", Version: "v1.0.0"}}, false},
		{"main module", unitchecker.Config{ModulePath: "m"}, true},
		{"main module, newer form", unitchecker.Config{Module: &analysis.Module{Path: "m"}}, true},
	} {
		output := filepath.Join(t.TempDir(), "vetx")
		cfg := test.cfg
		cfg.ID, cfg.ImportPath, cfg.GoFiles, cfg.ImportMap = "m/p", "m/p", []string{"nosuch.go"}, imports
		cfg.VetxOnly, cfg.VetxOutput, cfg.PackageFile = true, output, files
		status, out := runTool(t, "ctrllint", cfg)
		data, err := os.ReadFile(output)
		if skipped := status == 0 && err == nil && len(data) == 0; skipped == test.ours {
			t.Errorf("%s: exit status %d, file %q, %v\n%s", test.name, status, data, err, out)
		}

		// Where there is no export data, or when unitchecker applies fixes, importers need its types.
		if status, _ := runTool(t, "ctrllint", cfg, "-fix"); status == 0 {
			t.Errorf("%s: sources are not read under -fix", test.name)
		}
		cfg.PackageFile = nil
		if status, _ := runTool(t, "ctrllint", cfg); status == 0 {
			t.Errorf("%s: sources are not read without export data", test.name)
		}
		cfg.PackageFile, cfg.VetxOnly = files, false
		if status, _ := runTool(t, "ctrllint", cfg); status == 0 {
			t.Errorf("%s: sources are not read when findings are asked for", test.name)
		}
	}
}

// What the configuration says reaches the pass.
func TestPass(t *testing.T) {
	dir := t.TempDir()
	var got *analysis.Pass
	check := &analysis.Analyzer{Name: "check", Doc: "check", URL: "https://example.com/check", Run: func(pass *analysis.Pass) (any, error) {
		copied := *pass
		got = &copied
		pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Name.Pos(), Message: "here"})
		return nil, nil
	}}
	cfg := &unitchecker.Config{
		ID: "m/p", ImportPath: "m/p", GoVersion: "go1.21",
		GoFiles:      []string{writeFile(t, filepath.Join(dir, "p.go"), "package p\n")},
		NonGoFiles:   []string{"p.s"},
		IgnoredFiles: []string{"ignored.go"},
		Stdout:       filepath.Join(dir, "stdout"),
		ModulePath:   "m",
	}
	o := newUnitOptions(config.New(true), []*analysis.Analyzer{check})
	if err := o.parse([]string{"-json"}); err != nil {
		t.Fatal(err)
	}
	if status, err := analyseUnit(cfg, o); status != 0 || err != nil {
		t.Fatal(status, err)
	}
	if !slices.Equal(got.OtherFiles, cfg.NonGoFiles) || !slices.Equal(got.IgnoredFiles, cfg.IgnoredFiles) {
		t.Errorf("other files %q, ignored files %q", got.OtherFiles, got.IgnoredFiles)
	}
	if want := (&analysis.Module{Path: "m", GoVersion: "go1.21"}); !reflect.DeepEqual(got.Module, want) {
		t.Errorf("module is %+v, not %+v", got.Module, want)
	}
	if v := got.Pkg.GoVersion(); v != "go1.21" {
		t.Errorf("Go version is %q", v)
	}
	if data, err := os.ReadFile(cfg.Stdout); err != nil || !strings.Contains(string(data), `"message": "here"`) {
		t.Errorf("stdout is %q, %v", data, err)
	}

	module := &analysis.Module{
		Path: "m", Version: "v1", Main: true, Dir: "d", GoMod: "g", GoVersion: "1.26", Indirect: true,
		Replace: &analysis.Module{Path: "r"}, Error: &analysis.ModuleError{Err: "e"},
	}
	cfg.Module = module
	if _, err := analyseUnit(cfg, o); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got.Module, module) {
		t.Errorf("module is %+v, not %+v", got.Module, module)
	}
}
