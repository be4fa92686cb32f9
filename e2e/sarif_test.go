// Package e2e tests the command with what it is used with: schemas and tools that the root module need not require.
package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"
)

// sarifSchema returns OASIS's schema, https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	schema, err := c.Compile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func validate(schema *jsonschema.Schema, log []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(log))
	if err != nil {
		return err
	}
	return schema.Validate(v)
}

// build builds the command and returns its file.
func build(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "ctrllint")
	cmd := exec.Command("go", "build", "-o", file, "./cmd/ctrllint")
	cmd.Dir = ".."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

// What the command prints is SARIF by the published schema: findings, none, and what can't be analysed.
func TestSARIF(t *testing.T) {
	schema, ctrllint := sarifSchema(t), build(t)
	broken := t.TempDir()
	for name, src := range map[string]string{
		"go.mod": "module example.com/broken\n\ngo 1.26\n",
		"b.go":   "package broken\n\nfunc F() int { return \"x\" }\n",
	} {
		if err := os.WriteFile(filepath.Join(broken, name), []byte(src), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name   string
		args   []string
		status int
		has    []string // properties, among others
	}{
		{"findings", []string{"-C", "../examples/operator", "./..."}, 1, []string{"results", "relatedLocations", "endColumn", "fixes"}},
		{"no findings", []string{"-C", "../examples/operator-fixed", "./..."}, 0, nil},
		{"broken", []string{"-C", broken, "."}, 2, []string{"toolExecutionNotifications", "locations"}},
		{"no module", []string{"-C", t.TempDir(), "."}, 2, []string{"toolExecutionNotifications"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var stderr bytes.Buffer
			cmd := exec.Command(ctrllint, append([]string{"-f", "sarif"}, tt.args...)...)
			cmd.Stderr = &stderr
			log, err := cmd.Output()
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			if got := cmd.ProcessState.ExitCode(); got != tt.status {
				t.Fatalf("exit status %d, want %d\n%s", got, tt.status, &stderr)
			}
			if err := validate(schema, log); err != nil {
				t.Errorf("%v\n%s", err, log)
			}
			for _, property := range tt.has {
				if !bytes.Contains(log, []byte(`"`+property+`": `)) {
					t.Errorf("no %s in\n%s", property, log)
				}
			}
		})
	}
}

// The logs that the driver's own tests expect are valid, too; they have parts that real checks seldom fill.
func TestGoldenSARIF(t *testing.T) {
	schema := sarifSchema(t)
	archive, err := txtar.ParseFile("../internal/driver/testdata/script/sarif.txtar")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, f := range archive.Files {
		if strings.HasPrefix(string(f.Data), "{") {
			found++
			if err := validate(schema, f.Data); err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
		}
	}
	if found != 2 {
		t.Errorf("%d logs, want 2", found)
	}
}

// The schema takes no offence at what it doesn't look at. It looks at what matters.
func TestSchema(t *testing.T) {
	schema := sarifSchema(t)
	const good = `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "columnKind": "utf16CodeUnits", "results": []}]}`
	if err := validate(schema, []byte(good)); err != nil {
		t.Error(err)
	}
	for old, bad := range map[string]string{
		`"2.1.0"`:          `"2.0.0"`,
		`"name"`:           `"nmae"`,
		`"utf16CodeUnits"`: `"bytes"`,
		`[]}`:              `null}`,
	} {
		log := strings.Replace(good, old, bad, 1)
		if !json.Valid([]byte(log)) {
			t.Fatal(log)
		}
		if validate(schema, []byte(log)) == nil {
			t.Errorf("valid: %s", log)
		}
	}
}
