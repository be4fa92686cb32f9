package kube

import "testing"

func TestMarkedStatus(t *testing.T) {
	for _, test := range []struct {
		lines       []string
		isKind, has bool
	}{
		{[]string{"// +kubebuilder:object:root=true", "// +kubebuilder:subresource:status"}, true, true},
		{[]string{"//+kubebuilder:subresource:status"}, true, true},
		{[]string{"// +kubebuilder:subresource:scale:specpath=.spec.replicas", "// +kubebuilder:resource:scope=Cluster"}, true, false},
		{[]string{"// +kubebuilder:object:root=false"}, false, false},
		{[]string{"// Widget has no +kubebuilder:subresource:status."}, false, false},
		{nil, false, false},
	} {
		if isKind, has := MarkedStatus(test.lines); isKind != test.isKind || has != test.has {
			t.Errorf("%q: a kind %v, with the status apart %v; want %v, %v", test.lines, isKind, has, test.isKind, test.has)
		}
	}
}

func TestBuiltInStatus(t *testing.T) {
	for _, test := range []struct {
		pkg, name    string
		builtIn, has bool
	}{
		{"k8s.io/api/core/v1", "Pod", true, true},
		{"k8s.io/api/core/v1", "ConfigMap", true, false},
		{"k8s.io/api/apps/v1beta2", "Deployment", true, true},
		{"k8s.io/api/batch/v1", "Pod", true, false},
		{"example.com/api/core/v1", "Pod", false, false},
	} {
		if builtIn, has := BuiltInStatus(test.pkg, test.name); builtIn != test.builtIn || has != test.has {
			t.Errorf("%s.%s: built in %v, with the status apart %v; want %v, %v", test.pkg, test.name, builtIn, has, test.builtIn, test.has)
		}
	}
}
