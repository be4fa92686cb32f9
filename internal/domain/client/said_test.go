package client

import (
	"testing"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
)

// What users say of kinds names them as kubectl does, by type, or as messages do.
func TestNames(t *testing.T) {
	secret, deployment := kind.Kind{Pkg: "k8s.io/api/core/v1", Name: "Secret"}, kind.Kind{Pkg: "k8s.io/api/apps/v1", Name: "Deployment"}
	own, unstructured := kind.Kind{Pkg: "my.domain/op/api/v1", Name: "Widget"}, kind.Kind{Pkg: "my.domain/v1", Name: "Widget"}
	for _, test := range []struct {
		said string
		of   kind.Kind
		want bool
	}{
		{"v1/Secret", secret, true},
		{"core/v1/Secret", secret, true},
		{"corev1.Secret", secret, true},
		{"k8s.io/api/core/v1.Secret", secret, true},
		{"v2/Secret", secret, false},
		{"apps/v1/Secret", secret, false},
		{"v1/Deployment", deployment, false},
		{"apps/v1/Deployment", deployment, true},
		{"my.domain/v1/Widget", own, true},
		{"my.domain/op/api/v1.Widget", own, true},
		{"my.domain/v1/Widget", unstructured, true},
		{"my.domain/v2/Widget", unstructured, false},
	} {
		if got := names([]string{test.said}, test.of); got != test.want {
			t.Errorf("%s, of %v: %t", test.said, test.of, got)
		}
	}
}
