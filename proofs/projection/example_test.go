package projection

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestExample compares the tables that ctrllint prints of the example operator and of its mended twin with the
// informers that the cache makes when they run.
func TestExample(t *testing.T) {
	for _, example := range []string{"operator", "operator-fixed"} {
		t.Run(example, func(t *testing.T) {
			dir, err := filepath.Abs(filepath.Join("..", "..", "examples", example))
			if err != nil {
				t.Fatal(err)
			}
			var printed []string
			for _, p := range informers(t, dir, "./...") {
				for _, i := range p.Informers {
					printed = append(printed, i.Package+"."+i.Type+" "+i.Projection)
				}
			}
			slices.Sort(printed)
			if made := run(t, dir, example); !slices.Equal(printed, made) {
				t.Errorf("the table has\n%s\nand the cache\n%s", strings.Join(printed, "\n"), strings.Join(made, "\n"))
			}
		})
	}
}

// run runs an example, with a test put into its package main, and returns the informers that its manager's cache made.
func run(t *testing.T, dir, example string) []string {
	t.Helper()
	test, err := os.ReadFile(filepath.Join("testdata", "informers_test.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	tmp := t.TempDir()
	file, out, overlay := filepath.Join(tmp, "informers_test.go"), filepath.Join(tmp, "informers"), filepath.Join(tmp, "overlay.json")
	source := strings.ReplaceAll(string(test), "/examples/operator/", "/examples/"+example+"/")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(dir, "informers_test.go"): file}})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{file: source, overlay: string(replace)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "test", "-overlay", overlay, "-count=1", "-run", "^TestInformers$", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "INFORMERS="+out)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, text)
	}
	made, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(made), "\n")
}
