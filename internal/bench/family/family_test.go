package family_test

import (
	"go/format"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/internal/bench/family"
	"github.com/ctrllint/ctrllint/internal/fixture"
)

// Each source compiles, and twice the size is about twice the length.
func TestSources(t *testing.T) {
	base, err := family.Base(fixture.Module(t, "cr025"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, f := range family.All() {
		if names[f.Name] {
			t.Errorf("%s is there twice", f.Name)
		}
		names[f.Name] = true
		var sizes []int
		for _, n := range []int{f.Size, 8 * f.Size, 16 * f.Size} {
			var p *packages.Package
			if p, err = family.Package(base, f, n); err != nil {
				t.Errorf("%s of %d: %v\n%s", f.Name, n, err, f.Source(n))
			} else if p.Name != "shape" {
				t.Errorf("%s: package %s", f.Name, p.Name)
			}
			if _, err := format.Source(f.Source(n)); err != nil {
				t.Errorf("%s of %d: %v", f.Name, n, err)
			}
			sizes = append(sizes, len(f.Source(n)))
		}
		if grown := float64(sizes[2]) / float64(sizes[1]); grown > 2.15 {
			t.Errorf("%s: twice the size is %.2f times the length", f.Name, grown)
		}
	}
	if !slices.IsSorted(family.Imports()) || len(names) < 20 {
		t.Errorf("%d families, which import %v", len(names), family.Imports())
	}
}
