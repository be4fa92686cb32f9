package kube

import (
	"go/types"
	"strings"
)

// Sharing is how what a function returns hangs together with one of its arguments.
type Sharing uint8

// The ways.
const (
	NoSharing Sharing = iota
	Same              // it is the argument, or refers to a part of what that refers to
	Held              // it is what the argument, or a field of what that refers to, refers to
	Shallow           // it refers to a copy of what the argument refers to, whose own references are the same
	HeldTyped         // as Held, unless the argument is an unstructured object, which returns a copy
)

// sharings are functions and methods that return something of the argument, which Receiver may be. Where no version is
// named, all have it.
var sharings = map[Symbol]struct {
	arg int
	how Sharing
}{
	{apimeta, "", "Accessor"}:            {0, Same},
	{apimeta, "", "CommonAccessor"}:      {0, Same},
	{apimeta, "", "TypeAccessor"}:        {0, Same},
	{apimeta, "", "ListAccessor"}:        {0, Same},
	{apimeta, "", "FindStatusCondition"}: {0, Same}, // from apimachinery 0.19

	{metaV1, "", "GetControllerOfNoCopy"}:                {0, Held},
	{metaV1, "ObjectMeta", "GetObjectMeta"}:              {Receiver, Same},
	{metaV1, "ObjectMetaAccessor", "GetObjectMeta"}:      {Receiver, Same},
	{metaV1, "TypeMeta", "GetObjectKind"}:                {Receiver, Same},
	{runtimePkg, "Object", "GetObjectKind"}:              {Receiver, Same},
	{unstructPkg, "Unstructured", "GetObjectKind"}:       {Receiver, Same},
	{unstructPkg, "Unstructured", "UnstructuredContent"}: {Receiver, Held},
	{unstructPkg, "", "NestedFieldNoCopy"}:               {0, Held},

	{"slices", "", "Delete"}:      {0, Same},
	{"slices", "", "DeleteFunc"}:  {0, Same},
	{"slices", "", "Compact"}:     {0, Same},
	{"slices", "", "CompactFunc"}: {0, Same},
	{"slices", "", "Replace"}:     {0, Same},
	{"slices", "", "Clip"}:        {0, Same},
	{"slices", "", "Grow"}:        {0, Shallow},
	{"slices", "", "Insert"}:      {0, Shallow},
	{"slices", "", "Clone"}:       {0, Shallow},
	{"slices", "", "MaxFunc"}:     {0, Held},
	{"slices", "", "MinFunc"}:     {0, Held},
	{"maps", "", "Clone"}:         {0, Shallow},

	{"k8s.io/utils/ptr", "", "Deref"}:     {0, Held}, // of nil another one
	{"k8s.io/utils/pointer", "", "Deref"}: {0, Held},
}

// SharingOf returns how the first result of a call of obj hangs together with which argument; NoSharing if it isn't
// known.
func SharingOf(obj types.Object) (how Sharing, arg int, field string) {
	s := original(SymbolOf(obj))
	if p, ok := sharings[s]; ok {
		return p.how, p.arg, ""
	}
	if s.Pkg == metaV1 && (s.Recv == "ObjectMeta" || s.Recv == "Object") {
		switch field, _ := strings.CutPrefix(s.Name, "Get"); field {
		case "Labels", "Annotations", "Finalizers", "OwnerReferences", "ManagedFields":
			if s.Recv == "Object" {
				return HeldTyped, Receiver, field
			}
			return Held, Receiver, field
		}
	}
	return NoSharing, 0, ""
}

// yields are the functions that return an iterator over their argument, with which value that yields what is in it (Go 1.23).
var yields = map[Symbol]int{
	{"slices", "", "All"}:      1,
	{"slices", "", "Values"}:   0,
	{"slices", "", "Backward"}: 1,
	{"maps", "", "All"}:        1,
	{"maps", "", "Values"}:     0,
}

// YieldsOf tells whether the iterator that s returns yields, as its nth value, what is in the slice or map that s is given, and
// which argument that is.
func YieldsOf(s Symbol, n int) (arg int, ok bool) {
	at, ok := yields[s]
	return 0, ok && at == n
}

// collects are the functions that return a slice of what an iterator yields (Go 1.23).
var collects = map[Symbol]bool{
	{"slices", "", "Collect"}:          true,
	{"slices", "", "SortedFunc"}:       true,
	{"slices", "", "SortedStableFunc"}: true,
}

// Collects tells whether s returns a slice of what the iterator yields that it is given.
func Collects(s Symbol) bool { return collects[s] }

// Chooses tells whether s returns one of its arguments (Go 1.22).
func Chooses(s Symbol) bool { return s == Symbol{"cmp", "", "Or"} }

// CopiesNestedMap tells whether s returns a deep copy of a map in an unstructured object (apimachinery
// pkg/apis/meta/v1/unstructured, all versions).
func CopiesNestedMap(s Symbol) bool {
	return s.Pkg == unstructPkg && s.Recv == "" && (s.Name == "NestedMap" || s.Name == "NestedStringMap")
}

// GetsMap tells whether a method of metav1.Object of that name returns a map (apimachinery pkg/apis/meta/v1, all versions).
func GetsMap(method string) bool { return method == "GetLabels" || method == "GetAnnotations" }

// MentionsUnstructured tells whether obj has to do with unstructured objects: whoever names it may be given such. The
// functions for nested fields are for whatever has been decoded (apimachinery, all versions).
func MentionsUnstructured(obj types.Object) bool {
	return obj.Pkg() != nil && untyped[Path(obj.Pkg().Path())] && !strings.Contains(obj.Name(), "Nested")
}

// untyped are the packages whose objects are unstructured.
var untyped = map[string]bool{
	unstructPkg: true, dynamicPkg: true, dynamicList: true, dynamicPkg + "/dynamicinformer": true,
}

// storeMakers are the functions that make stores which no informer fills (client-go tools/cache, all versions).
var storeMakers = map[string]bool{
	"NewStore": true, "NewIndexer": true, "NewTTLStore": true, "NewExpirationStore": true, "NewFakeExpirationStore": true, "NewFIFO": true,
	"NewDeltaFIFO": true, "NewUndeltaStore": true, "NewThreadSafeStore": true,
}

// MakesStore tells whether s makes a store that no informer fills, unless whoever made it gives it to a reflector.
func MakesStore(s Symbol) bool { return s.Pkg == toolsCache && s.Recv == "" && storeMakers[s.Name] }

// ListsOf returns the argument of a function that makes a lister which says what that reads: a store, or a lister of the same
// store (generated ones are given a cache.Indexer in all versions; what they are made of is from client-go 0.31).
func ListsOf(obj types.Object) (arg int, ok bool) {
	fn, ok := obj.(*types.Func)
	if !ok || fn.Signature().Recv() != nil || fn.Signature().Params().Len() == 0 || fn.Signature().Results().Len() != 1 {
		return 0, false
	}
	named := Named(fn.Signature().Results().At(0).Type())
	switch s := SymbolOf(fn); {
	case s.Pkg == listersPkg:
		return 0, s.Name == "New" || s.Name == "NewNamespaced"
	case named == nil || !isListerName(named.Obj().Name()):
		return 0, false
	}
	return 0, isType(fn.Signature().Params().At(0).Type(), toolsCache, "Indexer")
}

// FeedsStore tells whether s, a method, puts objects in a store, as a reflector does for an informer (client-go
// tools/cache, all versions).
func FeedsStore(s Symbol) bool {
	return s.Pkg == toolsCache && s.Recv == "Store" && (s.Name == "Add" || s.Name == "Update" || s.Name == "Replace")
}

// MayHandOut tells whether s hands out what is in a store, if it is called on one: stores are not all that has such a method
// (client-go tools/cache, all versions).
func MayHandOut(s Symbol) bool {
	return s == Symbol{Pkg: toolsCache, Recv: "KeyGetter", Name: "GetByKey"}
}

// IsStore tells whether t is what informers have their objects in (client-go tools/cache, all versions).
func IsStore(t types.Type) bool {
	return isType(t, toolsCache, "Store") || isType(t, toolsCache, "Indexer")
}

// SharesRead tells whether t is the type of the option by which a read returns what the cache holds, in place of copies
// of it: that of client.UnsafeDisableDeepCopy (controller-runtime, for lists from 0.14, for single objects from 0.22).
func SharesRead(t types.Type) bool {
	return isType(t, crClient, "UnsafeDisableDeepCopyOption")
}

// SharesReadField tells whether the field of that name of a struct type is that option in its other form.
func SharesReadField(t types.Type, field string) bool {
	named := Named(t)
	return field == "UnsafeDisableDeepCopy" && named != nil && named.Obj().Pkg() != nil && Path(named.Obj().Pkg().Path()) == crClient
}

// IsReadOptions tells whether values of type t are lists of the options of reads through a client of controller-runtime.
func IsReadOptions(t types.Type) bool {
	list, ok := t.Underlying().(*types.Slice)
	return ok && (isType(list.Elem(), crClient, "ListOption") || isType(list.Elem(), crClient, "GetOption"))
}

// IsTime tells whether t is a time: what it refers to nobody can change.
func IsTime(t types.Type) bool {
	return isType(t, "time", "Time") || isType(t, metaV1, "Time") || isType(t, metaV1, "MicroTime")
}

// wranglerPkg declares the controllers and caches that wrangler generates code for (from wrangler 1.1), by the major
// version in the path.
const wranglerPkg = "github.com/rancher/wrangler"

// inWrangler tells whether s is declared in wrangler's package generic, of whatever major version.
func inWrangler(s Symbol) bool {
	rest, ok := strings.CutPrefix(s.Pkg, wranglerPkg)
	return ok && (rest == "/pkg/generic" || rest == "/v2/pkg/generic" || rest == "/v3/pkg/generic")
}

// wranglerTypes are the types that have wrangler's caches and controllers as methods.
var (
	wranglerCaches      = map[string]bool{"CacheInterface": true, "NonNamespacedCacheInterface": true, "Cache": true, "NonNamespacedCache": true}
	wranglerControllers = map[string]bool{"ControllerInterface": true, "NonNamespacedControllerInterface": true, "Controller": true, "NonNamespacedController": true}
)

// HandsOut returns what a method hands out of a cache as it is there, by something else than client-go's listers and
// stores: an object, or a list of them; NoVerb if nothing.
func HandsOut(s Symbol) Verb {
	if !inWrangler(s) || !wranglerCaches[s.Recv] {
		return NoVerb
	}
	switch s.Name {
	case "Get":
		return VerbGet
	case "List", "GetByIndex":
		return VerbList
	}
	return NoVerb
}

// HandlesChanges returns the index of the argument of a method which is a function that is run for each change of an
// object, with the object as the cache has it, and of that one's parameter; false if there is none (wrangler's OnChange
// and OnRemove).
func HandlesChanges(s Symbol) (function, object int, ok bool) {
	if inWrangler(s) && wranglerControllers[s.Recv] && (s.Name == "OnChange" || s.Name == "OnRemove") {
		return 2, 1, true
	}
	return 0, 0, false
}

// indexers are the arguments that say by what the objects of an informer are indexed: a function, or several by their names
// (client-go tools/cache and controller-runtime, all versions).
var indexers = map[Symbol]int{
	{crClient, "FieldIndexer", "IndexField"}:           3,
	{crCacheAPI, "FieldIndexer", "IndexField"}:         3, // from 0.25
	{crCache, "Informer", "AddIndexers"}:               0,
	{crCacheAPI, "Informer", "AddIndexers"}:            0, // from 0.25
	{toolsCache, "SharedIndexInformer", "AddIndexers"}: 0,
	{toolsCache, "", "NewSharedIndexInformer"}:         3,
}

// Indexes returns the index of the argument of s which is the functions that the objects of an informer are indexed by, each
// called with an object as the cache has it; false if there is none.
func Indexes(s Symbol) (arg int, ok bool) {
	arg, ok = indexers[s]
	return arg, ok
}

// IsBookkeeping tells whether an annotation of that key is there for a client of the API which takes notes of what it has applied,
// and for nobody else: kubectl apply's (k8s.io/api/core/v1 LastAppliedConfigAnnotation, all versions).
func IsBookkeeping(key string) bool { return key == "kubectl.kubernetes.io/last-applied-configuration" }
