package footprint_test

import (
	"slices"
	"testing"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
)

func TestMeets(t *testing.T) {
	for _, test := range []struct {
		a, b []string
		want bool
	}{
		{[]string{"Status"}, []string{"Spec", "Labels"}, false},
		{[]string{"Status"}, []string{"Status.Phase"}, true},
		{[]string{"Status.Phase"}, []string{"Status"}, true},
		{[]string{"Status.Phase"}, []string{"Status.Conditions"}, false},
		{[]string{"Spec"}, []string{"SpecHash"}, false},
		{[]string{""}, []string{"Labels"}, true},
		{[]string{"Labels"}, []string{""}, true},
		{nil, []string{""}, false},
	} {
		a, b := footprint.Of(test.a), footprint.Of(test.b)
		if got := a.Meets(b); got != test.want {
			t.Errorf("%q meets %q: %v, want %v", test.a, test.b, got, test.want)
		}
	}
}

func TestInside(t *testing.T) {
	for _, test := range []struct {
		field       string
		paths, want []string
	}{
		{"", []string{"Spec.Size", "Status"}, []string{"Spec.Size", "Status"}},
		{"Status", []string{"Spec.Size", "Status.Phase"}, []string{"Status.Phase"}},
		{"Status", []string{"", "Status.Phase"}, []string{"Status", "Status.Phase"}},
		{"Status", []string{"Labels"}, nil},
	} {
		if got := footprint.Of(test.paths).Inside(test.field).List(); !slices.Equal(got, test.want) {
			t.Errorf("%q inside %s: %q, want %q", test.paths, test.field, got, test.want)
		}
	}
}
