package client

import (
	"testing"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
)

// Users name kinds as kubectl does, or by package and type.
func TestUncachedAsSaid(t *testing.T) {
	o := Options{said: []string{"v1/Secret", "apps/v1/Deployment", "cert-manager.io/v1/Issuer", "example.com/api/v1.Widget"}}
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
		if got := o.IsUncached(test.kind); got != test.want {
			t.Errorf("IsUncached(%v) = %v, want %v", test.kind, got, test.want)
		}
	}
}
