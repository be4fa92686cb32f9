package kube

import (
	"go/types"
	"reflect"
	"slices"
	"strings"
)

// serversFields are the fields of an object that say which object it is, or that the API server sets: what is sent of
// them is not there to be stored (apimachinery pkg/apis/meta/v1, all versions).
var serversFields = map[string]bool{
	"Name": true, "Namespace": true, "GenerateName": true, "Kind": true, "APIVersion": true, "TypeMeta": true, "GroupVersionKind": true,
	"UID": true, "ResourceVersion": true, "Generation": true, "CreationTimestamp": true, "DeletionTimestamp": true,
	"DeletionGracePeriodSeconds": true, "SelfLink": true, "ManagedFields": true, "ClusterName": true,
}

// IsServersField tells whether a field of an object of that name says which object it is, or is set by the API server.
func IsServersField(name string) bool { return serversFields[name] }

// givenWhenStored are the fields of an object's metadata that the API server gives it when it stores it first, so that they
// are empty until then (apimachinery pkg/apis/meta/v1, all versions).
var givenWhenStored = []string{"UID", "ResourceVersion", "CreationTimestamp", "Generation"}

// GivenWhenStored returns the fields of an object's metadata that are empty until the API server has stored it.
func GivenWhenStored() []string { return slices.Clone(givenWhenStored) }

// IsGivenWhenStored tells whether the field of that name is one of them.
func IsGivenWhenStored(field string) bool { return slices.Contains(givenWhenStored, field) }

// mergeFroms are the functions that make a patch of the difference to the object that is their first argument
// (controller-runtime pkg/client: MergeFrom all versions, the others from 0.7).
var mergeFroms = map[Symbol]bool{
	{crClient, "", "MergeFrom"}:            true,
	{crClient, "", "MergeFromWithOptions"}: true,
	{crClient, "", "StrategicMergeFrom"}:   true,
}

// IsMergeFrom tells whether s makes a patch of the difference to the object that is its first argument.
func IsMergeFrom(s Symbol) bool { return mergeFroms[s] }

// IsPatch tells whether a type is the interface of patches (controller-runtime pkg/client Patch, from 0.2 on).
func IsPatch(t types.Type) bool { return namedSymbol(t) == Symbol{Pkg: crClient, Name: "Patch"} }

// MergesAll tells whether s makes a merge patch, which has each list that differs as a whole (controller-runtime
// pkg/client, all versions): a strategic one has the elements that differ, of the lists whose types say so.
func MergesAll(s Symbol) bool { return mergeFroms[s] && s.Name != "StrategicMergeFrom" }

// IsPatchType tells whether t says in which form a patch is (apimachinery pkg/types PatchType, all versions).
func IsPatchType(t types.Type) bool { return isType(t, "k8s.io/apimachinery/pkg/types", "PatchType") }

// MergesLists tells whether the server merges the lists of a patch of that form into those of an object, whose types say how, element
// by element (all versions; server-side apply from 1.16).
func MergesLists(form string) bool {
	return strings.HasSuffix(form, "strategic-merge-patch+json") || strings.HasPrefix(form, "application/apply-patch+")
}

// HasMergeKey tells whether the tag of a field says that it is such a list, and by which field its elements are told from each other
// (k8s.io/api, all versions).
func HasMergeKey(tag string) bool { return reflect.StructTag(tag).Get("patchMergeKey") != "" }

// IsSharedList tells whether a field of an object, by its path, is a list to which several controllers add of their own.
func IsSharedList(path string) bool {
	return path == "Finalizers" || path == "OwnerReferences" || path == "Status.Conditions" || strings.HasPrefix(path, "Status.Conditions.")
}

// fixedSpecs are the kinds of which the API server refuses a change of the spec, or of the greater part of it (k8s.io/api, all
// versions).
var fixedSpecs = map[string]bool{
	"k8s.io/api/core/v1.Pod": true, "k8s.io/api/core/v1.PersistentVolume": true, "k8s.io/api/core/v1.PersistentVolumeClaim": true,
	"k8s.io/api/batch/v1.Job": true,
}

// fixedFields are fields that never change in an object that is there (k8s.io/api, all versions).
var fixedFields = map[string]bool{"RoleRef": true, "Type": true, "Spec.Selector": true, "Spec.VolumeClaimTemplates": true, "Spec.ServiceName": true, "Spec.ClusterIP": true}

// IsFixed tells whether the API server refuses a change of the field with that path in an object of a kind.
func IsFixed(pkg, name, path string) bool {
	first, rest, _ := strings.Cut(path, ".")
	second, _, _ := strings.Cut(rest, ".")
	return first == "Spec" && fixedSpecs[pkg+"."+name] || pkg == "k8s.io/api/storage/v1" || fixedFields[first] || strings.HasPrefix(pkg, "k8s.io/api/") && fixedFields[first+"."+second]
}

// setOnce are fields that the API server lets nobody change once an object is there, by the kind (k8s.io/api, all versions of
// these groups).
var setOnce = map[string][]string{
	"k8s.io/api/apps/v1.DaemonSet":             {"Spec.Selector"},
	"k8s.io/api/apps/v1.Deployment":            {"Spec.Selector"},
	"k8s.io/api/apps/v1.ReplicaSet":            {"Spec.Selector"},
	"k8s.io/api/apps/v1.StatefulSet":           {"Spec.Selector", "Spec.ServiceName", "Spec.VolumeClaimTemplates"},
	"k8s.io/api/batch/v1.Job":                  {"Spec.Selector"},
	"k8s.io/api/core/v1.PersistentVolumeClaim": {"Spec.StorageClassName", "Spec.AccessModes", "Spec.VolumeMode"},
	"k8s.io/api/core/v1.Secret":                {"Type"},
	"k8s.io/api/rbac/v1.ClusterRoleBinding":    {"RoleRef"},
	"k8s.io/api/rbac/v1.RoleBinding":           {"RoleRef"},
	"k8s.io/api/scheduling/v1.PriorityClass":   {"Value"},
	"k8s.io/api/storage/v1.StorageClass":       {"Provisioner", "Parameters", "ReclaimPolicy", "VolumeBindingMode"},
	"k8s.io/api/storage/v1.VolumeAttachment":   {"Spec"},
}

// IsSetOnce tells whether the field with that path, or the field that it is in, is the same in an object of a kind from when
// it is created on. Unlike [IsFixed] it leaves out what can be changed in part.
func IsSetOnce(pkg, name, path string) bool {
	return slices.ContainsFunc(setOnce[pkg+"."+name], func(field string) bool { return path == field || strings.HasPrefix(path, field+".") })
}

// SendsField tells whether an object of a type, or what a pointer of that type points to, has the field of that path,
// embedded structs left out of it, and it goes into the object's JSON, the form in which every client sends it. A path
// beyond a map or slice is not asked after.
func SendsField(t types.Type, path string) bool {
	for step := range strings.SplitSeq(path, ".") {
		if s, ok := pointee(t).Underlying().(*types.Struct); !ok || s.NumFields() == 0 {
			return true // of what is in a map or slice
		}
		field, index, _ := types.LookupFieldOrMethod(t, true, nil, step)
		v, ok := field.(*types.Var)
		if !ok || isKeptBack(t, index) {
			return false
		}
		t = v.Type()
	}
	return true
}

// pointee returns what pointers of a type point to, or the type if it isn't one of pointers.
func pointee(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// isKeptBack tells whether the tag of a field, to which the indices lead, or of a struct that it is embedded in, keeps it
// from JSON. What a struct makes of its fields that has a method for it isn't known: runtime.RawExtension has the JSON of
// its Object (apimachinery, all versions).
func isKeptBack(t types.Type, indices []int) bool {
	for _, i := range indices {
		s, ok := pointee(t).Underlying().(*types.Struct)
		if !ok {
			return false
		}
		if marshal, _, _ := types.LookupFieldOrMethod(pointee(t), true, nil, "MarshalJSON"); marshal != nil {
			return false
		}
		if reflect.StructTag(s.Tag(i)).Get("json") == "-" {
			return true
		}
		t = s.Field(i).Type()
	}
	return false
}

// IsBesideObject tells whether t is a struct type that has an API object embedded in it, and a field of that name beside it, which is
// never sent.
func IsBesideObject(t types.Type, name string) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok || !hasField(s, name) {
		return false
	}
	for field := range s.Fields() {
		of := field.Type()
		if _, isPointer := types.Unalias(of).(*types.Pointer); !isPointer {
			of = types.NewPointer(of)
		}
		if field.Embedded() && !types.IsInterface(field.Type()) && IsObject(of) {
			return true
		}
	}
	return false
}

// hasField tells whether a struct has a field of that name that isn't embedded.
func hasField(s *types.Struct, name string) bool {
	for field := range s.Fields() {
		if field.Name() == name && !field.Embedded() {
			return true
		}
	}
	return false
}
