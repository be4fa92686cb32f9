package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Kinds that nothing names are told of; kinds that are no kinds are errors.
func TestUncached(t *testing.T) {
	bin, dir := build(t), "../../examples/operator-fixed"
	run := func(status int, args ...string) string {
		t.Helper()
		cmd, stderr := exec.Command(bin, args...), new(strings.Builder)
		cmd.Dir, cmd.Stderr, cmd.Env = dir, stderr, append(os.Environ(), "GOWORK=off", "GOFLAGS=")
		if err := cmd.Run(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != status {
			t.Fatal(args, err, stderr)
		}
		return stderr.String()
	}
	known := "v1/Secret,core/v1/Secret,corev1.Secret,k8s.io/api/core/v1.Secret,apps/v1/Deployment,web.example.com/v1alpha1/Website"
	const warning = "ctrllint: warning: uncached: nothing here has a kind "
	for _, by := range [][]string{{"-checks=tombstone", "./..."}, {"-informers", "./..."}} {
		told := run(0, append([]string{"-staleread.uncached=v1/Secert,apps/v1/Secret,k8s.io/api/core/v1.secret.Secret," + known}, by...)...)
		for _, name := range []string{"v1/Secert", "apps/v1/Secret", "k8s.io/api/core/v1.secret.Secret"} {
			if !strings.Contains(told, warning+name+"; is it misspelt?\n") {
				t.Errorf("%s: nothing is said of %s: %s", by, name, told)
			}
		}
		if n := strings.Count(told, warning); n != 3 {
			t.Errorf("%s: %d warnings: %s", by, n, told)
		}
	}
	// A part of the module need not name what the settings of all of it do.
	if told := run(0, "-staleread.uncached=v1/Secert", "-checks=tombstone", "./internal/publish"); strings.Contains(told, warning) {
		t.Error(told)
	}
	file := filepath.Join(t.TempDir(), "settings.yml")
	for _, name := range []string{"Secret", "v1/secret", "V1/Secret", "apps/Deployment", "v1:Secret"} {
		if err := os.WriteFile(file, []byte("uncached: ['"+name+"']\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, flag := range []string{"-staleread.uncached=" + name, "-config=" + file} {
			if told := run(2, flag, "./..."); !strings.Contains(told, `"`+name+`" is no kind; write v1/Secret`) {
				t.Errorf("%s: %s", flag, told)
			}
		}
	}
}
