package kube

import (
	"go/types"
	"path"
	"slices"
	"strings"
)

// remotes are calls that go to the API server through something other than a client for objects.
var remotes = map[Symbol]Verb{
	{"k8s.io/client-go/scale", "ScaleInterface", "Get"}:    VerbGet,
	{"k8s.io/client-go/scale", "ScaleInterface", "Update"}: VerbUpdate,
	{"k8s.io/client-go/scale", "ScaleInterface", "Patch"}:  VerbPatch,
	// The eviction subresource: policy/v1 from client-go 0.22.
	{"k8s.io/client-go/kubernetes/typed/policy/v1", "EvictionExpansion", "Evict"}:      VerbDelete,
	{"k8s.io/client-go/kubernetes/typed/policy/v1beta1", "EvictionExpansion", "Evict"}: VerbDelete,
	{"k8s.io/client-go/kubernetes/typed/core/v1", "PodExpansion", "Evict"}:             VerbDelete,
	{"k8s.io/client-go/kubernetes/typed/core/v1", "PodExpansion", "EvictV1"}:           VerbDelete, // from 0.22
	{"k8s.io/client-go/kubernetes/typed/core/v1", "PodExpansion", "EvictV1beta1"}:      VerbDelete, // from 0.22
	{"k8s.io/client-go/kubernetes/typed/core/v1", "PodExpansion", "Bind"}:              VerbUpdate,
	// Helpers that patch an object and its status.
	{"sigs.k8s.io/cluster-api/util/patch", "Helper", "Patch"}:                    VerbPatch,
	{"github.com/fluxcd/pkg/runtime/patch", "Helper", "Patch"}:                   VerbPatch,
	{"github.com/fluxcd/pkg/runtime/patch", "SerialPatcher", "Patch"}:            VerbPatch,
	{"sigs.k8s.io/cluster-api/util/patch/v1beta1", "Helper", "Patch"}:            VerbPatch,
	{"sigs.k8s.io/cluster-api/util/deprecated/v1beta1/patch", "Helper", "Patch"}: VerbPatch, // from 1.11
}

// helperPatch returns the package of a helper that patches an object and its status by the difference to what the object was
// when the helper was made; empty for other symbols. Neither is what it sends the object itself, nor does that get the answer
// (cluster-api, all versions; fluxcd/pkg/runtime, all versions).
func helperPatch(s Symbol) string {
	if s.Recv == "Helper" && s.Name == "Patch" && remotes[s] == VerbPatch {
		return s.Pkg
	}
	return ""
}

// IsHelperPatch tells whether s sends the difference of its argument 1 to what that was when its receiver was made, a helper.
func IsHelperPatch(s Symbol) bool { return helperPatch(s) != "" }

// MakesHelper tells whether s makes such a helper of its argument 0, and copies that.
func MakesHelper(s Symbol) bool {
	return s.Recv == "" && s.Name == "NewHelper" && helperPatch(Symbol{s.Pkg, "Helper", "Patch"}) != ""
}

// reviews are the ends of the names of the kinds of the reviewGroups that the API server answers and does not keep:
// creating one is a question.
var reviews = []string{"AccessReview", "RulesReview", "TokenReview", "TokenRequest", "SelfSubjectReview"}

// reviewGroups are the folders, in k8s.io/api, github.com/openshift/api and client-go's typed clients, of the API groups
// that have reviews.
var reviewGroups = map[string]bool{"authentication": true, "authorization": true}

// isReviewGroup tells whether a package, of kinds or of a typed client, is a version of a group that has reviews.
func isReviewGroup(pkg string) bool { return reviewGroups[path.Base(path.Dir(pkg))] }

// IsReview tells whether t is, or points to, a kind that the API server answers and does not keep.
func IsReview(t types.Type) bool {
	named := Named(t)
	if named == nil || named.Obj().Pkg() == nil || !isReviewGroup(named.Obj().Pkg().Path()) {
		return false
	}
	return slices.ContainsFunc(reviews, func(r string) bool { return strings.HasSuffix(named.Obj().Name(), r) })
}

// RemoteOf returns what a call of s does at the API server, for the functions and methods that [OperationOf] does not
// know; NoVerb if nothing.
func RemoteOf(s Symbol) Verb {
	if s.Pkg == "k8s.io/client-go/discovery" && (strings.HasPrefix(s.Name, "Server") || strings.HasPrefix(s.Name, "OpenAPI")) && s.Recv != "" {
		return VerbGet
	}
	if strings.HasPrefix(s.Pkg, "k8s.io/client-go/kubernetes/typed/") && isReviewGroup(s.Pkg) && strings.HasPrefix(s.Name, "Create") {
		return VerbGet // a review, which the server answers and does not keep
	}
	return remotes[s]
}
