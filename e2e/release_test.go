package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// release is the project as it is now, as if it were released.
var release = module.Version{Path: "github.com/ctrllint/ctrllint", Version: "v0.1.0"}

// zipRelease writes the release as the module proxy would have it.
func zipRelease(t *testing.T, file string) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := zip.CreateFromDir(f, release, ".."); err != nil {
		t.Fatal(err)
	}
}

// useProxy has the go command take the release from a module proxy in a folder, and all else from where it came from.
// Nothing is left in the user's module cache.
func useProxy(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	versions := filepath.Join(dir, release.Path, "@v")
	if err := os.MkdirAll(versions, 0o777); err != nil {
		t.Fatal(err)
	}
	zipRelease(t, filepath.Join(versions, release.Version+".zip"))
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"list":                    release.Version + "\n",
		release.Version + ".info": fmt.Sprintf(`{"Version": %q}`, release.Version),
		release.Version + ".mod":  string(mod),
	} {
		if err := os.WriteFile(filepath.Join(versions, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, _ := run(t, ".", 0, "go", "env", "GOMODCACHE", "GOPROXY")
	env := strings.Split(strings.TrimSpace(out), "\n")
	downloaded := filepath.ToSlash(filepath.Join(env[0], "cache", "download"))
	t.Setenv("GOPROXY", "file://"+filepath.ToSlash(dir)+",file://"+downloaded+","+env[1])
	t.Setenv("GONOSUMDB", release.Path)
	t.Setenv("GOMODCACHE", t.TempDir())
	// So that what is built can be removed, and is not built anew for each folder of modules.
	t.Setenv("GOFLAGS", "-modcacherw -trimpath")
}

// checkVersion checks what -version prints: the release, Go's, and the newest libraries that the fixtures have.
func checkVersion(t *testing.T, printed string) {
	t.Helper()
	fixtures, err := filepath.Glob("../testdata/src/cr*/go.mod") // cr006 to cr025, or newer
	if err != nil || len(fixtures) == 0 {
		t.Fatal(fixtures, err)
	}
	file := fixtures[len(fixtures)-1]
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	fixture, err := modfile.Parse(file, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	minor := map[string]string{}
	for _, r := range fixture.Require {
		minor[r.Mod.Path] = regexp.MustCompile(`^v\d+\.\d+`).FindString(r.Mod.Version)
	}
	want := fmt.Sprintf("ctrllint %s\nbuilt with %s\nmade for releases up to client-go %s, controller-runtime %s\n",
		release.Version, runtime.Version(), minor["k8s.io/client-go"], minor["sigs.k8s.io/controller-runtime"])
	if printed != want {
		t.Errorf("-version prints\n%s\nwant\n%s", printed, want)
	}
}

// newModule returns the folder of a module that requires nothing: with the module cache empty, dependencies would be
// compiled anew.
func newModule(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/x\n\ngo 1.26\n", "x.go": "package x\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The command can be installed from a tag, and knows it.
func TestGoInstall(t *testing.T) {
	useProxy(t)
	bin := t.TempDir()
	t.Setenv("GOBIN", bin)
	run(t, t.TempDir(), 0, "go", "install", release.Path+"/cmd/ctrllint@latest")
	ctrllint := filepath.Join(bin, "ctrllint")
	printed, _ := run(t, ".", 0, ctrllint, "-version")
	checkVersion(t, printed)
	run(t, newModule(t), 0, ctrllint, "./...")
}

// A project can have the command as a tool in its go.mod, and run it in both ways.
func TestGoGetTool(t *testing.T) {
	useProxy(t)
	dir := newModule(t)
	run(t, dir, 0, "go", "get", "-tool", release.Path+"/cmd/ctrllint@"+release.Version)
	printed, _ := run(t, dir, 0, "go", "tool", "ctrllint", "-version")
	checkVersion(t, printed)
	run(t, dir, 0, "go", "tool", "ctrllint", "./...")
	tool, _ := run(t, dir, 0, "go", "tool", "-n", "ctrllint")
	run(t, dir, 0, "go", "vet", "-vettool="+strings.TrimSpace(tool), "./...")
}

// Two who build a release get the same bytes, wherever they build it.
func TestReproducible(t *testing.T) {
	file := filepath.Join(t.TempDir(), "release.zip")
	zipRelease(t, file)
	var builds [2][]byte
	for i := range builds {
		dir := filepath.Join(t.TempDir(), strings.Repeat("deeper/", i), "src")
		if err := zip.Unzip(dir, release, file); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(t.TempDir(), "ctrllint")
		cmd := exec.Command("go", "build", "-trimpath", "-o", out, "./cmd/ctrllint")
		cmd.Dir = dir
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		binary, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		builds[i] = binary
	}
	if !bytes.Equal(builds[0], builds[1]) {
		t.Error("the same source in two folders gives different programs")
	}
}
