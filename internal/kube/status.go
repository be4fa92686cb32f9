package kube

import (
	"go/types"
	"strings"
)

// statusKinds are the kinds of k8s.io/api, by the name of the API group's folder, of which the API server keeps the
// status apart: a write of the object leaves the status as it is, and one of the status leaves the spec (Kubernetes, all
// versions of these groups). Labels, annotations and finalizers are stored by the writes of the status of some of them.
var statusKinds = map[string][]string{
	"admissionregistration": {"ValidatingAdmissionPolicy"},
	"apps":                  {"DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"},
	"autoscaling":           {"HorizontalPodAutoscaler"},
	"batch":                 {"CronJob", "Job"},
	"certificates":          {"CertificateSigningRequest"},
	"core":                  {"Namespace", "Node", "PersistentVolume", "PersistentVolumeClaim", "Pod", "ReplicationController", "ResourceQuota", "Service"},
	"extensions":            {"DaemonSet", "Deployment", "Ingress", "ReplicaSet"},
	"flowcontrol":           {"FlowSchema", "PriorityLevelConfiguration"},
	"networking":            {"Ingress", "ServiceCIDR"},
	"policy":                {"PodDisruptionBudget"},
	"resource":              {"ResourceClaim"},
	"storage":               {"VolumeAttachment"},
	"apiextensions":         {"CustomResourceDefinition"},
	"apiregistration":       {"APIService"},
}

// builtInFolders are the folders below which the types of the API server's own kinds are declared.
var builtInFolders = []string{"k8s.io/api/", "k8s.io/apiextensions-apiserver/pkg/apis/", "k8s.io/kube-aggregator/pkg/apis/"}

// BuiltInStatus tells whether a type of that package and name is a kind of the API server's own, and whether the server
// keeps its status apart.
func BuiltInStatus(pkg, name string) (builtIn, has bool) {
	for _, folder := range builtInFolders {
		rest, ok := strings.CutPrefix(pkg, folder)
		if !ok {
			continue
		}
		group, _, _ := strings.Cut(rest, "/")
		for _, kind := range statusKinds[group] {
			has = has || kind == name
		}
		return true, has
	}
	return false, false
}

// IsConditions tells whether t points to a list of metav1.Condition, as of those that set one (apimachinery, from 0.19).
func IsConditions(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	s, ok := p.Elem().Underlying().(*types.Slice)
	return ok && isType(s.Elem(), metaV1, "Condition")
}

// CreatesWithStatus tells whether the API server stores the status of a new object of its own kinds, though it keeps that
// apart afterwards: of a Node, which registers itself so (Kubernetes, all versions).
func CreatesWithStatus(pkg, name string) bool {
	return name == "Node" && strings.HasPrefix(pkg, "k8s.io/api/core/")
}

// IsEventKind tells whether a kind is the one that tells users what happens: nothing hangs on it (k8s.io/api, all versions).
func IsEventKind(pkg, name string) bool {
	return name == "Event" && (pkg == "k8s.io/api/core/v1" || strings.HasPrefix(pkg, "k8s.io/api/events/"))
}

// EndsWithGrace tells whether objects of a kind are there for a grace period after they were deleted, at the API server too:
// those for which kubelets have something to end (k8s.io/api, all versions).
func EndsWithGrace(pkg, name string) bool { return pkg == "k8s.io/api/core/v1" && name == "Pod" }

// IsGracePeriod tells whether a field, a type of options or a function that makes them, of that name, is for the grace period
// of a delete (apimachinery and controller-runtime, all versions).
func IsGracePeriod(name string) bool {
	return name == "GracePeriodSeconds" || name == "NewDeleteOptions"
}

// IsAggregated tells whether the kinds of a package are served by an API server of their own, and are no custom
// resources: what that stores of a write of the status is its own affair (openshift/api, all versions).
func IsAggregated(pkg string) bool {
	rest, ok := strings.CutPrefix(pkg, "github.com/openshift/api/")
	if !ok {
		return strings.HasPrefix(pkg, "k8s.io/")
	}
	group, _, _ := strings.Cut(rest, "/")
	return aggregated[group]
}

var aggregated = map[string]bool{
	"apps": true, "authorization": true, "build": true, "image": true, "oauth": true, "project": true, "quota": true, "route": true,
	"security": true, "template": true, "user": true,
}

// Markers in the comment of a type by which controller-gen makes its CustomResourceDefinition (all versions).
const (
	markerPrefix = "+kubebuilder:"
	statusMarker = "+kubebuilder:subresource:status"
)

// rootMarkers are those of which one is on every kind.
var rootMarkers = []string{"+kubebuilder:object:root=true", "+kubebuilder:resource", "+kubebuilder:storageversion", "+kubebuilder:printcolumn"}

// MarkedStatus says what the comments of a type tell: whether they are a kind's, for which controller-gen makes a
// definition, and whether that has the status as a subresource.
func MarkedStatus(lines []string) (isKind, has bool) {
	for _, line := range lines {
		marker := strings.TrimSpace(strings.TrimPrefix(line, "//"))
		if !strings.HasPrefix(marker, markerPrefix) {
			continue
		}
		if rest, ok := strings.CutPrefix(marker, statusMarker); ok && (rest == "" || strings.HasPrefix(rest, " ")) {
			return true, true
		}
		for _, root := range rootMarkers {
			isKind = isKind || strings.HasPrefix(marker, root)
		}
	}
	return isKind, false
}

// KindOfResource returns the kind of a package of the API server's own of which the server names the objects so in its paths, if it
// keeps the status of that apart; empty if there is none.
func KindOfResource(pkg, resource string) string {
	for _, folder := range builtInFolders {
		rest, ok := strings.CutPrefix(pkg, folder)
		if !ok {
			continue
		}
		group, _, _ := strings.Cut(rest, "/")
		for _, kind := range statusKinds[group] {
			if Plural(strings.ToLower(kind)) == resource {
				return kind
			}
		}
	}
	return ""
}

// Plural returns how several objects of a kind are called: in lower case, it is how the API server's own resources are named
// after their kinds (k8s.io/api, all versions).
func Plural(kind string) string {
	stem, ends := strings.CutSuffix(kind, "y")
	switch {
	case ends && !strings.ContainsAny(stem[max(len(stem)-1, 0):], "aeiou"):
		return stem + "ies"
	case strings.HasSuffix(kind, "s"), strings.HasSuffix(kind, "x"):
		return kind + "es"
	}
	return kind + "s"
}

// IsApplyPatch tells whether s is the patch that sends an object to be applied (controller-runtime, all versions).
func IsApplyPatch(s Symbol) bool { return s == Symbol{crClient, "", "Apply"} }

// AppliesUnstructured tells whether s makes an apply configuration of an unstructured object (controller-runtime, from 0.22).
func AppliesUnstructured(s Symbol) bool {
	return s == Symbol{crClient, "", "ApplyConfigurationFromUnstructured"}
}

// SetsNested tells whether s sets a field, whose path its last arguments are, in the map of an unstructured object that it is given
// (apimachinery, all versions).
func SetsNested(s Symbol) bool {
	return s.Pkg == unstructPkg && s.Recv == "" && strings.HasPrefix(s.Name, "SetNested")
}
