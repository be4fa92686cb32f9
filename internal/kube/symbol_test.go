package kube

import (
	"go/types"
	"path"
	"testing"
)

func TestQualifier(t *testing.T) {
	qualify := Qualifier(types.NewPackage("example.com/self", "self"))
	for p, want := range map[string]string{
		"k8s.io/api/core/v1":                             "corev1",
		"k8s.io/apimachinery/pkg/apis/meta/v1":           "metav1",
		"example.com/apis/clickhouse.altinity.com/v1":    "clickhousev1",
		"example.com/apis/network-policy/v1alpha1":       "networkpolicyv1alpha1",
		"k8s.io/client-go/tools/cache":                   "cache",
		"example.com/vendor/k8s.io/client-go/kubernetes": "kubernetes",
	} {
		if got := qualify(types.NewPackage(p, path.Base(p))); got != want {
			t.Errorf("%s is called %s, want %s", p, got, want)
		}
	}
	if got := qualify(types.NewPackage("example.com/other", "self")); got != "self" {
		t.Errorf("another package of that name is called %q", got)
	}
}

func TestPath(t *testing.T) {
	for path, want := range map[string]string{
		"k8s.io/client-go/tools/cache":                                                   "k8s.io/client-go/tools/cache",
		"example.com/x/vendor/k8s.io/client-go/tools/cache":                              "k8s.io/client-go/tools/cache",
		"example.com/x/third_party/sigs.k8s.io/controller-runtime/pkg/client":            "sigs.k8s.io/controller-runtime/pkg/client",
		"example.com/x/vendor/example.com/y/third_party/k8s.io/client-go/util/workqueue": "k8s.io/client-go/util/workqueue",
		"example.com/x/vendor/knative.dev/pkg/controller":                                "knative.dev/pkg/controller",
		"example.com/k8s.io/other":                                                       "example.com/k8s.io/other",
	} {
		if got := Path(path); got != want {
			t.Errorf("Path(%q) = %q, want %q", path, got, want)
		}
	}
}
