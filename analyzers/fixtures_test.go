package analyzers_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/analyzers"
	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/fixture"
)

// TestFixtures runs each check, with all of its categories, on the folder of its name in each fixture module:
// -run TestFixtures/cr025/staleread is one. A module is loaded once for all checks, and let go of before the next.
func TestFixtures(t *testing.T) {
	for _, a := range analyzers.All() {
		for _, c := range diag.CategoriesOf(a) {
			switchOn(t, a, c)
		}
	}
	for _, module := range fixture.Modules(t) {
		t.Run(module, func(t *testing.T) {
			of := map[string][]*packages.Package{} // by check
			for _, p := range fixture.Packages(t, module, "./...") {
				check := checkOf(strings.TrimPrefix(p.PkgPath, p.Module.Path+"/"))
				of[check] = append(of[check], p)
			}
			for _, a := range analyzers.All() {
				if pkgs := of[a.Name]; len(pkgs) > 0 {
					t.Run(a.Name, func(t *testing.T) { fixture.Run(t, a, pkgs) })
					delete(of, a.Name)
				}
			}
			for folder := range of {
				t.Errorf("%s: there is no check %s", module, folder)
			}
		})
	}
}

// checkOf returns the name of the check that a folder of a fixture module is for.
func checkOf(folder string) string {
	switch folder {
	case "directives/silenced":
		return "tombstone"
	case "directives/problems":
		return "directive"
	}
	name, _, _ := strings.Cut(folder, "/")
	return name
}
