package kube

import "testing"

func TestKindOfResource(t *testing.T) {
	for of, want := range map[[2]string]string{
		{"k8s.io/api/networking/v1", "ingresses"}:                                                 "Ingress",
		{"k8s.io/api/core/v1", "nodes"}:                                                           "Node",
		{"k8s.io/api/core/v1", "configmaps"}:                                                      "",
		{"k8s.io/api/admissionregistration/v1", "validatingadmissionpolicies"}:                    "ValidatingAdmissionPolicy",
		{"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1", "customresourcedefinitions"}: "CustomResourceDefinition",
		{"k8s.io/api/apps/v1", "nodes"}:                                                           "",
		{"shop.example.com/api/core/v1", "nodes"}:                                                 "",
	} {
		if got := KindOfResource(of[0], of[1]); got != want {
			t.Errorf("%v: %q, want %q", of, got, want)
		}
	}
}

func TestPlural(t *testing.T) {
	for kind, want := range map[string]string{
		"NetworkPolicy": "NetworkPolicies", "networkpolicy": "networkpolicies", "Gateway": "Gateways", "Key": "Keys",
		"Ingress": "Ingresses", "Prefix": "Prefixes", "Pod": "Pods", "object": "objects", "y": "ies", "": "s",
	} {
		if got := Plural(kind); got != want {
			t.Errorf("Plural(%q) = %q, want %q", kind, got, want)
		}
	}
}
