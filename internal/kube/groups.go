package kube

import "go/types"

// groups are the packages of groups whose packages are always the same (k8s.io/api, all versions, and what is served
// beside it).
var groups = map[string]string{
	"":                             "k8s.io/api/core",
	"admissionregistration.k8s.io": "k8s.io/api/admissionregistration",
	"apps":                         "k8s.io/api/apps",
	"authentication.k8s.io":        "k8s.io/api/authentication",
	"authorization.k8s.io":         "k8s.io/api/authorization",
	"autoscaling":                  "k8s.io/api/autoscaling",
	"batch":                        "k8s.io/api/batch",
	"certificates.k8s.io":          "k8s.io/api/certificates",
	"coordination.k8s.io":          "k8s.io/api/coordination",
	"discovery.k8s.io":             "k8s.io/api/discovery",
	"events.k8s.io":                "k8s.io/api/events",
	"extensions":                   "k8s.io/api/extensions",
	"flowcontrol.apiserver.k8s.io": "k8s.io/api/flowcontrol",
	"networking.k8s.io":            "k8s.io/api/networking",
	"node.k8s.io":                  "k8s.io/api/node",
	"policy":                       "k8s.io/api/policy",
	"rbac.authorization.k8s.io":    "k8s.io/api/rbac",
	"resource.k8s.io":              "k8s.io/api/resource",
	"scheduling.k8s.io":            "k8s.io/api/scheduling",
	"storage.k8s.io":               "k8s.io/api/storage",
	"storagemigration.k8s.io":      "k8s.io/api/storagemigration",
	"apiextensions.k8s.io":         "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions",
	"apiregistration.k8s.io":       "k8s.io/kube-aggregator/pkg/apis/apiregistration",
	"gateway.networking.k8s.io":    "sigs.k8s.io/gateway-api/apis",
}

// GroupPackage returns the package of the Go types of an API group in a version, as [Path] gives it; empty if it isn't
// always the same.
func GroupPackage(group, version string) string {
	dir, ok := groups[group]
	if !ok || !IsAPIVersion(version) {
		return ""
	}
	return dir + "/" + version
}

// GroupConstants are what API packages call the constant that holds the group's name.
var GroupConstants = []string{"GroupName", "Group", "GROUP", "APIGroup", "APIGroupName"}

// IsGroupVersionVariable tells whether a package-level variable is the group and version of the API that its package
// declares: by client-gen's and controller-gen's names.
func IsGroupVersionVariable(v types.Object) bool {
	return (v.Name() == "SchemeGroupVersion" || v.Name() == "GroupVersion") && IsGroupVersion(v.Type())
}

// OftenUncached tells whether operators often leave a kind, by its package and name, out of the manager's cache: there may
// be many large ones.
func OftenUncached(pkg, name string) bool {
	return pkg == groups[""]+"/v1" && (name == "Secret" || name == "ConfigMap")
}
