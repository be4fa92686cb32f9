package kube

import (
	"go/types"
	"path"
	"slices"
	"strings"
)

// IsKeyOfObject tells whether s returns the key of the object it is given: client.ObjectKeyFromObject
// (controller-runtime, all versions; in 0.6 with an error beside).
func IsKeyOfObject(s Symbol) bool {
	return s == Symbol{crClient, "", "ObjectKeyFromObject"} || s == Symbol{toolsCache, "", "MetaObjectToName"}
}

// OnlyNames tells whether a function takes no more of an object than which one it is: its key, a reference for a log
// (klog, from 2.0), an event about it.
func OnlyNames(obj types.Object) bool {
	s := SymbolOf(obj)
	return IsKeyOfObject(s) || s == Symbol{"k8s.io/klog/v2", "", "KObj"} || strings.Contains(s.Recv, "EventRecorder")
}

// KeepsKey tells whether s returns its receiver's or first argument's key in another form.
func KeepsKey(s Symbol) bool {
	return s.Recv == "NamespacedName" && s.Name == "String" || s.Recv == "ObjectName" && (s.Name == "String" || s.Name == "AsNamespacedName")
}

// SplitsKey tells whether s returns the namespace and the name of a key (client-go tools/cache, all versions).
func SplitsKey(s Symbol) bool { return s == Symbol{toolsCache, "", "SplitMetaNamespaceKey"} }

// keyDeleters are the methods, by package, that delete what is kept under their first argument (all versions).
var keyDeleters = map[string]map[string]bool{
	"sync":                               {"Delete": true, "LoadAndDelete": true},
	toolsCache:                           {"Delete": true},
	"k8s.io/apimachinery/pkg/util/sets":  {"Delete": true},
	"k8s.io/utils/lru":                   {"Remove": true},
	"github.com/hashicorp/golang-lru":    {"Remove": true},
	"github.com/hashicorp/golang-lru/v2": {"Remove": true},
	"github.com/golang/groupcache/lru":   {"Remove": true},
	"github.com/patrickmn/go-cache":      {"Delete": true},
	"github.com/orcaman/concurrent-map":  {"Remove": true},
	"k8s.io/apimachinery/pkg/util/cache": {"Remove": true},
}

// DeletesByKey tells whether s deletes what is kept under the key that it is given.
func DeletesByKey(s Symbol) bool { return s.Recv != "" && keyDeleters[s.Pkg][s.Name] }

// IsPure tells whether s computes a string, or a selector, from its arguments and does nothing else.
func IsPure(s Symbol) bool {
	switch s.Pkg {
	case "k8s.io/apimachinery/pkg/labels", "k8s.io/apimachinery/pkg/fields":
		return true
	case "strings", "strconv", "path", "path/filepath":
		return s.Recv == ""
	case "fmt":
		return strings.HasPrefix(s.Name, "Sprint")
	}
	return false
}

// randomPackages are the last elements of the paths of packages that make random names, or count: whatever they return
// is taken to be another each time.
var randomPackages = map[string]bool{
	"rand": true, "uuid": true, "ksuid": true, "xid": true, "ulid": true, "atomic": true, "maphash": true,
}

// randoms are functions and methods, by package, that return something else each time: the time (standard library,
// apimachinery and k8s.io/utils, all versions), and names that are made up (apiserver, all versions).
var randoms = map[string]map[string]bool{
	"time":                               {"Now": true, "Since": true, "Until": true},
	metaV1:                               {"Now": true, "NowMicro": true},
	"k8s.io/utils/clock":                 {"Now": true, "Since": true},
	"k8s.io/apiserver/pkg/storage/names": {"GenerateName": true},
}

// IsRandom tells whether what s computes differs from call to call, as random names and times do. It is for functions
// whose body can't be seen: those that no table has go by their names.
func IsRandom(s Symbol) bool {
	switch {
	case randomPackages[path.Base(strings.TrimSuffix(s.Pkg, "/v2"))] || randoms[s.Pkg][s.Name]:
		return true
	case randoms[s.Pkg] != nil || IsPure(s) || isQuiet(s.Pkg):
		return false
	}
	return isRandomName(s.Name)
}

// namesOnly are the functions of packages that make random names which return the same for the same arguments
// (github.com/google/uuid and kin, apimachinery pkg/util/rand, all versions).
var namesOnly = map[string]bool{
	"NewSHA1": true, "NewMD5": true, "NewHash": true, "NewV3": true, "NewV5": true, "Parse": true, "ParseBytes": true, "MustParse": true,
	"FromString": true, "FromStringOrNil": true, "FromBytes": true, "FromBytesOrNil": true, "SafeEncodeString": true,
}

// IsUnique tells whether what s returns is another text each time, however soon it is called again: a time is often the same, and
// so is a hash.
func IsUnique(s Symbol) bool {
	pkg := path.Base(s.Pkg)
	if strings.Trim(pkg, "v0123456789") == "" { // the major version
		pkg = path.Base(path.Dir(s.Pkg))
	}
	switch pkg {
	case "rand", "uuid", "ksuid", "xid", "ulid":
		return !namesOnly[s.Name]
	}
	return s == Symbol{"k8s.io/apiserver/pkg/storage/names", s.Recv, "GenerateName"} || s.Pkg == "k8s.io/apimachinery/pkg/util/uuid"
}

// IsLasting tells whether a field of an object of that name never changes: it only tells which object it is, and of which kind
// (apimachinery pkg/apis/meta/v1, all versions).
func IsLasting(field string) bool {
	switch field {
	case "UID", "Name", "Namespace", "CreationTimestamp", "Kind", "APIVersion", "ObjectKind":
		return true
	}
	return false
}

// settableMetadata are the fields of an object's metadata that can be set while it keeps its name and is the version that it
// is (apimachinery pkg/apis/meta/v1.Object, all versions).
var settableMetadata = []string{"Labels", "Annotations", "Finalizers", "OwnerReferences", "ManagedFields", "GenerateName"}

// SettableMetadata returns what a function whose body can't be seen may set in an object of which it sees the metadata only;
// see [IsMetadataOnly]. The version is set by those alone who mean to overwrite what others have written.
func SettableMetadata() []string { return settableMetadata }

// IsMetadataField tells whether an object's metadata has a field of that name which writes set (apimachinery
// pkg/apis/meta/v1, all versions).
func IsMetadataField(field string) bool {
	return slices.Contains(settableMetadata, field) || field == "ResourceVersion" || IsLasting(field)
}

// onlyRead are functions and methods that set nothing in what they are given and keep nothing of it, though their names
// don't say so. Of apimachinery and controller-runtime: all versions.
var onlyRead = map[Symbol]bool{
	{"encoding/json", "", "Marshal"}:              true,
	{"encoding/json", "", "MarshalIndent"}:        true,
	{"fmt", "", "Errorf"}:                         true,
	{"reflect", "", "DeepEqual"}:                  true,
	{"reflect", "", "TypeOf"}:                     true,
	{"github.com/google/go-cmp/cmp", "", "Equal"}: true,
	{"github.com/google/go-cmp/cmp", "", "Diff"}:  true,
	{"sigs.k8s.io/yaml", "", "Marshal"}:           true,
	{"k8s.io/apimachinery/third_party/forked/golang/reflect", "Equalities", "DeepEqual"}:      true,
	{"k8s.io/apimachinery/third_party/forked/golang/reflect", "Equalities", "DeepDerivative"}: true,
	{metaV1, "", "NewControllerRef"}:                          true,
	{metaV1, "", "IsControlledBy"}:                            true,
	{metaV1, "", "GetControllerOf"}:                           true, // a copy
	{metaV1, "", "HasAnnotation"}:                             true,
	{metaV1, "", "HasLabel"}:                                  true,
	{crUtil, "", "ContainsFinalizer"}:                         true,
	{crUtil, "", "HasOwnerReference"}:                         true,
	{crUtil, "", "HasControllerReference"}:                    true,
	{apimeta, "", "IsStatusConditionTrue"}:                    true,
	{apimeta, "", "IsStatusConditionFalse"}:                   true,
	{apimeta, "", "IsStatusConditionPresentAndEqual"}:         true,
	{"k8s.io/apimachinery/pkg/labels", "", "SelectorFromSet"}: true,
	{"k8s.io/apimachinery/pkg/labels", "", "FormatLabels"}:    true,
}

// OnlyReads tells whether s sets nothing in what it is given and keeps nothing of it.
func OnlyReads(s Symbol) bool {
	return onlyRead[s] || IsPure(s) || IsKeyOfObject(s) || s.Pkg == toolsCache && responses[s] != Unlisted || s.Pkg == "fmt" && strings.HasPrefix(s.Name, "Print")
}

// Identifies tells whether a field of an object's metadata, or what the getter of that name returns, tells it from others of
// its kind (apimachinery pkg/apis/meta/v1, all versions).
func Identifies(name string) bool {
	name = strings.TrimPrefix(name, "Get")
	return name == "Name" || name == "UID"
}

const coreV1 = "k8s.io/api/core/v1"

// references are the fields that have the name of another object: of an owner, or of what is referred to (apimachinery and k8s.io/api,
// all releases; of the API versions those that are served today).
var references = map[Symbol]bool{
	{metaV1, "OwnerReference", "Name"}: true,

	{coreV1, "ObjectReference", "Name"}:                                  true,
	{coreV1, "LocalObjectReference", "Name"}:                             true,
	{coreV1, "TypedLocalObjectReference", "Name"}:                        true,
	{coreV1, "SecretReference", "Name"}:                                  true,
	{coreV1, "PodSpec", "NodeName"}:                                      true,
	{coreV1, "PodSpec", "ServiceAccountName"}:                            true,
	{coreV1, "PodSpec", "PriorityClassName"}:                             true,
	{coreV1, "PodSpec", "RuntimeClassName"}:                              true,
	{coreV1, "SecretVolumeSource", "SecretName"}:                         true,
	{coreV1, "PersistentVolumeClaimVolumeSource", "ClaimName"}:           true,
	{coreV1, "PersistentVolumeClaimSpec", "VolumeName"}:                  true,
	{coreV1, "PersistentVolumeClaimSpec", "StorageClassName"}:            true,
	{coreV1, "PersistentVolumeSpec", "StorageClassName"}:                 true,
	{"k8s.io/api/discovery/v1", "Endpoint", "NodeName"}:                  true,
	{"k8s.io/api/networking/v1", "IngressServiceBackend", "Name"}:        true,
	{"k8s.io/api/networking/v1", "IngressSpec", "IngressClassName"}:      true,
	{"k8s.io/api/networking/v1", "IngressTLS", "SecretName"}:             true,
	{"k8s.io/api/storage/v1", "VolumeAttachmentSpec", "NodeName"}:        true,
	{"k8s.io/api/autoscaling/v2", "CrossVersionObjectReference", "Name"}: true,
}

// RefersByName tells whether a field of a struct, or of what a pointer of that type points to, is the name of another object.
func RefersByName(t types.Type, field string) bool {
	named := Named(t)
	return named != nil && named.Obj().Pkg() != nil && references[Symbol{Path(named.Obj().Pkg().Path()), named.Obj().Name(), field}]
}

// ownLabels are labels that have the name of the very object (k8s.io/api core/v1 and apps/v1, which give them to each).
var ownLabels = map[string]bool{
	"statefulset.kubernetes.io/pod-name": true,
	"kubernetes.io/metadata.name":        true,
	"kubernetes.io/hostname":             true,
}

// LabelsItself tells whether the label of that name has the name of the object that has it.
func LabelsItself(label string) bool { return ownLabels[label] }

// IsMember tells whether s tells whether a set has something (apimachinery pkg/util/sets, all versions).
func IsMember(s Symbol) bool { return s.Pkg == "k8s.io/apimachinery/pkg/util/sets" && s.Name == "Has" }

// AsksForElement tells whether s tells whether the list that is its first argument has the second.
func AsksForElement(s Symbol) bool { return s == Symbol{Pkg: "slices", Name: "Contains"} }

// AsksForCondition tells whether s tells something of a condition of a list, false or nil if it isn't there (apimachinery
// pkg/api/meta, from 0.19).
func AsksForCondition(s Symbol) bool {
	return s.Pkg == apimeta && (strings.HasPrefix(s.Name, "IsStatusCondition") || s.Name == "FindStatusCondition")
}

// ReadsEnvironment tells whether s reads a variable of the process's environment (package os, all versions).
func ReadsEnvironment(s Symbol) bool {
	return s.Pkg == "os" && (s.Name == "Getenv" || s.Name == "LookupEnv")
}

// ListsSet tells whether s lists the elements of a set (apimachinery pkg/util/sets, all versions).
func ListsSet(s Symbol) bool {
	return s.Pkg == "k8s.io/apimachinery/pkg/util/sets" && (s.Name == "List" || s.Name == "UnsortedList")
}

// PutsIn tells whether s puts its arguments in a set, its receiver (apimachinery pkg/util/sets, all versions).
func PutsIn(s Symbol) bool { return s.Pkg == "k8s.io/apimachinery/pkg/util/sets" && s.Name == "Insert" }

// Absorbs tells whether s writes its arguments into its receiver, or all but its first into that: a hash, a buffer, or whatever else
// text is made in.
func Absorbs(s Symbol) bool {
	switch s.Pkg {
	case "io":
		return s.Name == "Write" || s.Name == "WriteString"
	case "fmt":
		return strings.HasPrefix(s.Name, "Fprint")
	case "strings", "bytes":
		return (s.Recv == "Builder" || s.Recv == "Buffer") && strings.HasPrefix(s.Name, "Write")
	}
	return false
}

// IsBuffer tells whether t is, or points to, a buffer that text is made in.
func IsBuffer(t types.Type) bool {
	named := Named(t)
	return named != nil && (isType(named, "strings", "Builder") || isType(named, "bytes", "Buffer"))
}

// TakesOut tells whether s takes the elements out of a slice, its first argument, of which its second says so.
func TakesOut(s Symbol) bool { return s == Symbol{Pkg: "slices", Name: "DeleteFunc"} }

// HasFinalizer tells whether s tells whether an object has a finalizer.
func HasFinalizer(s Symbol) bool { return s == Symbol{Pkg: crUtil, Name: "ContainsFinalizer"} }

// ComparesDeeply tells whether s tells whether its two arguments are deeply equal.
func ComparesDeeply(s Symbol) bool {
	return onlyRead[s] && (s.Name == "DeepEqual" || s.Name == "Equal")
}

// DiffBase returns the index of the argument of s with which the patch that it returns compares the object that is
// patched: client.MergeFrom and kin (controller-runtime, all versions; MergeFromWithOptions from 0.7, StrategicMergeFrom
// from 0.8). -1 if s makes no such patch.
func DiffBase(s Symbol) int {
	if s.Pkg == crClient && s.Recv == "" && (strings.HasPrefix(s.Name, "MergeFrom") || strings.HasPrefix(s.Name, "StrategicMergeFrom")) {
		return 0
	}
	return -1
}

// PatchData returns the index of the argument of s which is what the patch that it returns sends: client.RawPatch and
// ConstantPatch (controller-runtime, all versions; ConstantPatch is deprecated). -1 if s makes no such patch.
func PatchData(s Symbol) int {
	if s.Pkg == crClient && s.Recv == "" && (s.Name == "RawPatch" || s.Name == "ConstantPatch") {
		return 1
	}
	return -1
}

// DiffsJSON tells whether s returns the patch that makes its second argument, an object as JSON, of its first (apimachinery
// pkg/util/strategicpatch, github.com/evanphx/json-patch and gomodules.xyz/jsonpatch, all versions).
func DiffsJSON(s Symbol) bool {
	switch s.Pkg {
	case "k8s.io/apimachinery/pkg/util/strategicpatch":
		return s.Recv == "" && s.Name == "CreateTwoWayMergePatch"
	case "github.com/evanphx/json-patch", "github.com/evanphx/json-patch/v5", "gopkg.in/evanphx/json-patch.v4":
		return s.Recv == "" && s.Name == "CreateMergePatch"
	case "gomodules.xyz/jsonpatch/v2", "gomodules.xyz/jsonpatch/v3", "github.com/mattbaird/jsonpatch":
		return s.Recv == "" && s.Name == "CreatePatch"
	}
	return false
}

// MakesUnstructured tells whether s returns the content of an unstructured object that is like its argument, an object of a type
// of its own, and has nothing of that (apimachinery pkg/runtime, all versions).
func MakesUnstructured(s Symbol) bool {
	return s.Pkg == runtimePkg && s.Name == "ToUnstructured"
}

// EncodesJSON tells whether s returns its argument as JSON, for a patch's data (standard library, and apimachinery
// pkg/util/json, all versions).
func EncodesJSON(s Symbol) bool {
	return s.Name == "Marshal" && s.Recv == "" && (s.Pkg == "encoding/json" || s.Pkg == "k8s.io/apimachinery/pkg/util/json")
}

// IsUID tells whether t is the type of the UIDs of objects.
func IsUID(t types.Type) bool { return isType(t, "k8s.io/apimachinery/pkg/types", "UID") }
