package driver

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// A check that is switched off does not run because another one looks at it.
func TestRuleOut(t *testing.T) {
	helper := &analysis.Analyzer{Name: "helper"}
	off := &analysis.Analyzer{Name: "off"}
	on := &analysis.Analyzer{Name: "on"}
	looks := &analysis.Analyzer{Name: "looks", Requires: []*analysis.Analyzer{helper, off, on}}
	o := &options{all: []*analysis.Analyzer{looks, off, on}, enabled: map[string]bool{"off": false}}
	if err := o.choose(); err != nil {
		t.Fatal(err)
	}
	selected := o.selected
	o.ruleOut(selected)
	if want := []*analysis.Analyzer{looks, on}; !slices.Equal(selected, want) {
		t.Errorf("selected %v, want %v", selected, want)
	}
	if want := []*analysis.Analyzer{helper, on}; !slices.Equal(looks.Requires, want) {
		t.Errorf("%v requires %v, want %v", looks, looks.Requires, want)
	}
}
