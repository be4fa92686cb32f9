package client

import (
	"testing"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
)

func TestKindsFlag(t *testing.T) {
	var f kinds
	if err := f.Set("v1/Secret, apps/v1/Deployment,cert-manager.io/v1/Issuer,example.com/api/v1.Widget"); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		kind kind.Kind
		want bool
	}{
		{kind.Kind{Pkg: "k8s.io/api/core/v1", Name: "Secret"}, true},
		{kind.Kind{Pkg: "k8s.io/api/core/v1", Name: "ConfigMap"}, false},
		{kind.Kind{Pkg: "k8s.io/api/apps/v1", Name: "Deployment"}, true},
		{kind.Kind{Pkg: "k8s.io/api/apps/v1beta1", Name: "Deployment"}, false},
		{kind.Kind{Pkg: "example.com/api/v1", Name: "Widget"}, true},
		{kind.Kind{Pkg: "example.com/api/v2", Name: "Widget"}, false},
	} {
		if got := f.has(test.kind); got != test.want {
			t.Errorf("has(%v) = %v, want %v", test.kind, got, test.want)
		}
	}
	for _, wrong := range []string{"Secret", "secrets", "v1/secret", "v1/Secret;v1/Pod"} {
		if err := f.Set(wrong); err == nil {
			t.Errorf("Set(%q) has no error", wrong)
		}
	}
}

func TestChoiceFlag(t *testing.T) {
	c := unknownClient
	if err := c.Set("live"); err != nil || c.value != assumeLive {
		t.Errorf("Set(live): %v, value %s", err, c.value)
	}
	if err := c.Set("cached"); err == nil {
		t.Error("Set(cached) has no error")
	}
}
