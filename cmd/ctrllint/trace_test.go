package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// What -debug trace says of the cache of a place doesn't contradict itself.
func TestTrace(t *testing.T) {
	bin, dir := build(t), "../../examples/operator"
	for line, want := range map[string]string{
		"rollout.go:36": "For (here): metadata corev1.Secret is in the cache that is made at main.go:48; in program operator",
		"rollout.go:43": "Get (here): typed corev1.Secret is in the cache that is made at main.go:48; in program operator",
		"rollout.go:60": "Patch (here): typed appsv1.Deployment makes no informer in the cache that is made at main.go:48; in program operator",
	} {
		cmd, stderr, told := exec.Command(bin, "-debug", "trace="+line, "-checks", "projection", "./..."), new(strings.Builder), []string(nil)
		cmd.Dir, cmd.Stderr, cmd.Env = dir, stderr, append(os.Environ(), "GOWORK=off", "GOFLAGS=")
		if err := cmd.Run(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1 { // for the findings
			t.Fatal(err, stderr)
		}
		for said := range strings.Lines(stderr.String()) {
			if _, of, ok := strings.Cut(said, ": projection: "); ok {
				told = append(told, strings.TrimSpace(of))
			}
		}
		if len(told) != 1 || told[0] != want {
			t.Errorf("%s: %q, want %s", line, told, want)
		}
	}
}
