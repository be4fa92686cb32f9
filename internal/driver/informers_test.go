package driver

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/fixture"
)

// informersOf runs ctrllint -informers in the fixtures of check projection.
func informersOf(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	t.Chdir(fixture.Module(t, "cr025") + "/projection")
	o := newOptions(config.New(true), nil)
	if err := o.parse(append([]string{"-informers"}, args...)); err != nil {
		t.Fatal(err)
	}
	var out, err strings.Builder
	status = o.run(&out, &err)
	for line := range strings.Lines(err.String()) {
		if !strings.HasPrefix(line, "loading") { // progress, which is told where the machine is slow
			stderr += line
		}
	}
	return status, out.String(), stderr
}

const notSeen = "\nNot seen: informers of dependencies, of kinds chosen at run time, and of client-go's factories.\n"

func TestInformersText(t *testing.T) {
	for _, test := range []struct{ pattern, want string }{
		{"./secrets/operator", `projection/secrets/operator/main.go:10, the manager made in main: 2 informers
    KIND           PROJECTION  STARTS           WHERE                                WHY
!   corev1.Secret  typed       when first read  projection/secrets/vault/vault.go:25  Get in Reconciler.Reconcile
!   corev1.Secret  metadata    at start         projection/secrets/vault/vault.go:19  For in Reconciler.SetupWithManager

! The same kind has two informers, with separate watches, that are never in step: ctrllint -explain projection
` + notSeen},
		{"./secrets/exempt", `projection/secrets/exempt/main.go:15, the manager made in main: 1 informer
    KIND           PROJECTION  STARTS    WHERE                                WHY
    corev1.Secret  metadata    at start  projection/secrets/vault/vault.go:19  For in Reconciler.SetupWithManager
Read from the API server each time: corev1.Secret (Get, projection/secrets/vault/vault.go:25)
` + notSeen},
		{"./across/watch", `In no program that is in view: 1 informer
    KIND               PROJECTION  STARTS    WHERE                                WHY
    appsv1.Deployment  metadata    at start  projection/across/watch/watch.go:18  For in Reconciler.SetupWithManager
` + notSeen},
		{"./helpers/kubeutil", "no informers\n"},
	} {
		t.Run(test.pattern, func(t *testing.T) {
			status, out, stderr := informersOf(t, test.pattern)
			if status != exitClean || stderr != "" {
				t.Errorf("exit status %d, stderr %q", status, stderr)
			}
			if strings.Join(strings.Fields(out), " ") != strings.Join(strings.Fields(test.want), " ") {
				t.Errorf("printed\n%s\nwant\n%s", out, test.want)
			}
		})
	}
}

func TestInformersJSON(t *testing.T) {
	status, out, stderr := informersOf(t, "-f", "json", "./across/...")
	if status != exitClean || stderr != "" {
		t.Errorf("exit status %d, stderr %q", status, stderr)
	}
	var got struct{ Programs []programJSON }
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range got.Programs {
		names = append(names, p.Name)
		if p.Name != "main" {
			continue
		}
		for _, i := range p.Informers {
			if (i.Type == "Deployment") != i.Conflict || i.AtStart != (i.Projection == "metadata" || i.Type == "Service") || len(i.Uses) != 1 {
				t.Errorf("%+v", i)
			}
		}
		if len(p.Informers) != 3 {
			t.Errorf("%d informers: %+v", len(p.Informers), p.Informers)
		}
	}
	// The two commands of one program have a manager each; what one function sets up belongs to its manager.
	if want := "main watchCommand readCommand"; strings.Join(names, " ") != want {
		t.Errorf("programs %q, want %q", names, want)
	}
}

func TestInformersFormat(t *testing.T) {
	if status, _, stderr := informersOf(t, "-f", "sarif", "."); status != exitTrouble || !strings.Contains(stderr, "-informers does not go with -f sarif") {
		t.Errorf("exit status %d, stderr %q", status, stderr)
	}
}
