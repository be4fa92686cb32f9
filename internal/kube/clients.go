package kube

import (
	"go/constant"
	"go/types"
	"strings"
	"time"
)

// A Provenance is how a function that returns a client or reader decides whether its reads are answered from a cache.
type Provenance uint8

// The provenances.
const (
	NoProvenance  Provenance = iota
	ManagerClient            // cached, but for what the manager's options leave out
	AlwaysCached             // a cache used as a reader: options of the client don't count
	AlwaysLive               // every read goes to the API server
	ByOptions                // client.New: live unless its options name a cache's reader
	Wraps                    // as the client that it is given
	Strong                   // a fake: reads see every write
)

// provenances are the functions and methods that return clients and readers (controller-runtime, the versions are in
// the comments; client.New has options with a cache from 0.15).
var provenances = map[Symbol]Provenance{
	{crManager, "Manager", "GetClient"}:    ManagerClient, // to 0.7
	{crCluster, "Cluster", "GetClient"}:    ManagerClient, // from 0.8
	{crManager, "Manager", "GetAPIReader"}: AlwaysLive,
	{crCluster, "Cluster", "GetAPIReader"}: AlwaysLive,
	{crManager, "Manager", "GetCache"}:     AlwaysCached,
	{crCluster, "Cluster", "GetCache"}:     AlwaysCached,
	{crCache, "", "New"}:                   AlwaysCached,
	{crCache, "", "MultiNamespacedCache"}:  AlwaysCached,

	{crClient, "", "New"}:                        ByOptions,
	{crClient, "", "NewWithWatch"}:               ByOptions,     // from 0.9
	{crClient, "", "NewDelegatingClient"}:        ManagerClient, // 0.7 to 0.14
	{crManager, "", "DefaultNewClient"}:          ManagerClient, // 0.6
	{crCluster, "", "DefaultNewClient"}:          ManagerClient, // 0.9 to 0.14
	{crManager, "ClientBuilder", "Build"}:        ManagerClient, // 0.7
	{crCluster, "ClientBuilder", "Build"}:        ManagerClient, // 0.8
	{crClient, "", "NewNamespacedClient"}:        Wraps,         // from 0.7
	{crClient, "", "NewDryRunClient"}:            Wraps,
	{crClient, "", "WithFieldOwner"}:             Wraps, // from 0.16
	{crClient, "", "WithFieldValidation"}:        Wraps, // from 0.19
	{crClient + "/interceptor", "", "NewClient"}: Wraps, // from 0.15
}

// ProvenanceOf returns how the client or reader that a call of s returns answers reads; NoProvenance if s returns none
// that is known.
func ProvenanceOf(s Symbol) Provenance {
	if strings.HasPrefix(s.Pkg, crClient+"/fake") {
		return Strong
	}
	return provenances[s]
}

// MakesOfOptions tells whether a function with that signature makes a client of its last parameter, the options: one that a
// manager may be told to call (controller-runtime pkg/client, all versions).
func MakesOfOptions(sig *types.Signature) bool {
	n := sig.Params().Len()
	return n > 0 && isType(sig.Params().At(n-1).Type(), crClient, "Options") && sig.Results().Len() == 2 && IsReader(sig.Results().At(0).Type())
}

// IsDryRun tells whether s makes a client whose writes don't persist (controller-runtime pkg/client, all versions).
func IsDryRun(s Symbol) bool { return s == Symbol{crClient, "", "NewDryRunClient"} }

// IsDryRunOption tells whether s is the variable that makes a write a dry run as one of its options: client.DryRunAll
// (controller-runtime pkg/client, all versions).
func IsDryRunOption(s Symbol) bool { return s == Symbol{crClient, "", "DryRunAll"} }

// IsDryRunField tells whether the field of that name of a struct type makes a write a dry run unless it is empty: DryRun
// of the options of controller-runtime's and of typed clients (pkg/client and apimachinery pkg/apis/meta/v1, all
// versions).
func IsDryRunField(t types.Type, field string) bool {
	pkg := namedSymbol(t).Pkg
	return field == "DryRun" && (pkg == crClient || pkg == metaV1)
}

// IsDelegatingClient tells whether t is the struct client.DelegatingClient or DelegatingReader, which reads from a cache
// (controller-runtime 0.6).
func IsDelegatingClient(t types.Type) bool {
	return isType(t, crClient, "DelegatingClient") || isType(t, crClient, "DelegatingReader")
}

// IsReader tells whether values of type t can read objects as controller-runtime's client.Reader does, all versions.
func IsReader(t types.Type) bool {
	get, list := method(t, nil, "Get"), method(t, nil, "List")
	return get != nil && list != nil && get.Params().Len() >= 3 && list.Params().Len() >= 2 && isKey(get.Params().At(1).Type())
}

// IsClient tells whether values of type t can read and write objects, as controller-runtime's client.Client does.
func IsClient(t types.Type) bool {
	return IsReader(t) && method(t, nil, "Update") != nil && method(t, nil, "Status") != nil
}

// IsStatusWriter tells whether t is client.StatusWriter, by that name: from controller-runtime 0.14 on it is another one of
// SubResourceWriter, and says that it is the status which the author writes by it.
func IsStatusWriter(t types.Type) bool {
	var name *types.TypeName
	switch t := t.(type) {
	case *types.Alias:
		name = t.Obj()
	case *types.Named:
		name = t.Obj()
	default:
		return false
	}
	return SymbolOf(name) == Symbol{Pkg: crClient, Name: "StatusWriter"}
}

// isKey tells whether t is types.NamespacedName, of which client.ObjectKey is an alias.
func isKey(t types.Type) bool { return isType(t, "k8s.io/apimachinery/pkg/types", "NamespacedName") }

// IsKey tells whether t is the key of an object: types.NamespacedName or client.ObjectKey, or cache.ObjectName (client-go, from 0.27).
func IsKey(t types.Type) bool { return isKey(t) || isType(t, toolsCache, "ObjectName") }

// IsRequest tells whether t is reconcile.Request.
func IsRequest(t types.Type) bool {
	return isType(t, "sigs.k8s.io/controller-runtime/pkg/reconcile", "Request")
}

// IsResult tells whether t is reconcile.Result, which is zero where the reconcile is done until the next event.
func IsResult(t types.Type) bool {
	return isType(t, "sigs.k8s.io/controller-runtime/pkg/reconcile", "Result")
}

// soon is a time in which a cache often has not heard of a write yet.
const soon = time.Second

// ComesBackSoon tells whether a field of a reconcile.Result that is set to a constant brings the reconcile back at once, or later; the
// time counts, where both are set (controller-runtime, all versions). What a requeue waits is some milliseconds at first.
func ComesBackSoon(field string, value constant.Value) (at, later bool) {
	switch {
	case value == nil:
		return false, field == "RequeueAfter" // whenever that is
	case field == "Requeue" && value.Kind() == constant.Bool:
		return constant.BoolVal(value), false
	case field == "RequeueAfter" && value.Kind() == constant.Int:
		after, exact := constant.Int64Val(value)
		return exact && after > 0 && time.Duration(after) < soon, after >= int64(soon)
	}
	return false, false
}

// Reconciles tells whether t has a Reconcile method that returns a reconcile.Result and an error
// (controller-runtime pkg/reconcile; without ctx before 0.7, with any request from 0.19).
func Reconciles(t types.Type) bool {
	sig := method(t, nil, "Reconcile")
	if sig == nil {
		if _, isPointer := types.Unalias(t).(*types.Pointer); !isPointer {
			sig = method(types.NewPointer(t), nil, "Reconcile")
		}
	}
	return sig != nil && sig.Results().Len() == 2 && IsResult(sig.Results().At(0).Type())
}

// A ClientOption is what a field of the options of a manager, cluster, cache or client says about reads.
type ClientOption uint8

// The options.
const (
	NoClientOption     ClientOption = iota
	Uncached                        // a list of objects of the kinds that are read live
	CachesUnstructured              // unstructured reads are cached too
	OwnClient                       // a function that makes the manager's client
	ReadYourWrites                  // reads wait for the client's own writes
	CacheReader                     // the cache that the client reads from
	Uncopied                        // reads return what the cache holds, in place of copies
	UncopiedByObject                // a map by object which says for kinds whether they do
	UncopiedOfKind                  // whether they do, of the kind that it is set for in such a map
)

// clientOptions are struct fields and, with an empty field name, functions and methods whose arguments say it.
var clientOptions = map[Symbol]ClientOption{
	{crClient, "CacheOptions", "DisableFor"}:                      Uncached,           // from 0.15
	{crManager, "Options", "ClientDisableCacheFor"}:               Uncached,           // 0.7 to 0.15
	{crCluster, "Options", "ClientDisableCacheFor"}:               Uncached,           // 0.8 to 0.15
	{crClient, "NewDelegatingClientInput", "UncachedObjects"}:     Uncached,           // 0.7 to 0.14
	{crCluster, "ClientOptions", "UncachedObjects"}:               Uncached,           // 0.14
	{crClient, "CacheOptions", "Unstructured"}:                    CachesUnstructured, // from 0.15
	{crClient, "NewDelegatingClientInput", "CacheUnstructured"}:   CachesUnstructured, // 0.7.2 to 0.14
	{crCluster, "ClientOptions", "CacheUnstructured"}:             CachesUnstructured, // 0.14
	{crManager, "Options", "NewClient"}:                           OwnClient,
	{crCluster, "Options", "NewClient"}:                           OwnClient,
	{crManager, "Options", "ClientBuilder"}:                       OwnClient,      // 0.7
	{crCluster, "Options", "ClientBuilder"}:                       OwnClient,      // 0.8
	{crClient, "CacheOptions", "EnableReadYourWritesConsistency"}: ReadYourWrites, // from 0.25
	{crClient, "CacheOptions", "Reader"}:                          CacheReader,    // from 0.15

	{crCache, "Options", "UnsafeDisableDeepCopyByObject"}: UncopiedByObject, // 0.10 to 0.14
	{crCache, "Options", "UnsafeDisableDeepCopy"}:         Uncopied,         // 0.15
	{crCache, "Options", "ByObject"}:                      UncopiedByObject, // from 0.15
	{crCache, "Options", "DefaultUnsafeDisableDeepCopy"}:  Uncopied,         // from 0.16
	{crCache, "ByObject", "UnsafeDisableDeepCopy"}:        UncopiedOfKind,   // from 0.15
}

// ClientOptionOf returns what the field of a struct type says about reads; NoClientOption if t is none of the options.
func ClientOptionOf(t types.Type, field string) ClientOption {
	of := namedSymbol(t)
	return clientOptions[Symbol{of.Pkg, of.Name, field}]
}

// IsObjectAll tells whether t is the type of the key that stands for all kinds in options by object: cache.ObjectAll
// (controller-runtime 0.10 to 0.14).
func IsObjectAll(t types.Type) bool { return isType(t, crCache, "ObjectAll") }

// UncachedOption returns what the option is called that makes the client of a manager read a kind live, in the
// controller-runtime that the package imports: a field of the manager's options to 0.14, of the client's cache from 0.15.
func UncachedOption(pkg *types.Package) string {
	for _, imp := range pkg.Imports() {
		if Path(imp.Path()) == crClient && imp.Scope().Lookup("CacheOptions") == nil {
			return "ClientDisableCacheFor"
		}
	}
	return "Client.Cache.DisableFor"
}

// MayBeClientOption tells whether an object is a field that says something about reads, or a function whose arguments do:
// a package that uses none says nothing.
func MayBeClientOption(obj types.Object) bool {
	if v, ok := obj.(*types.Var); !ok || !v.IsField() || v.Pkg() == nil {
		return !ok && obj.Name() == withUncached && TakesUncached(SymbolOf(obj))
	}
	pkg := Path(obj.Pkg().Path())
	if !strings.HasPrefix(pkg, crRoot) {
		return false
	}
	for s := range clientOptions {
		if s.Name == obj.Name() && s.Pkg == pkg {
			return true
		}
	}
	return false
}

const withUncached = "WithUncached"

// TakesUncached tells whether the arguments of a call of s are objects of kinds that are read live: WithUncached of the
// client builders (controller-runtime 0.7 and 0.8).
func TakesUncached(s Symbol) bool {
	return s.Name == withUncached && (s.Pkg == crManager || s.Pkg == crCluster)
}

// IsCache tells whether values of type t are controller-runtime's caches: readers that also give informers.
func IsCache(t types.Type) bool { return IsReader(t) && method(t, nil, "GetInformer") != nil }

// ClearsTargets tells whether reads of typed objects at the API server leave nothing of what was in the object before: the client
// of the controller-runtime that the package imports clears it before it decodes the answer (from 0.10; known of those whose Get has
// options, from 0.13).
func ClearsTargets(pkg *types.Package) bool {
	for _, imp := range pkg.Imports() {
		if Path(imp.Path()) == crClient {
			return imp.Scope().Lookup("GetOption") != nil
		}
	}
	return false
}

// HasReadYourWrites tells whether the controller-runtime that the package imports can let reads wait for the client's
// own writes (from 0.25).
func HasReadYourWrites(pkg *types.Package) bool {
	for _, imp := range pkg.Imports() {
		if Path(imp.Path()) != crClient {
			continue
		}
		if tn, ok := imp.Scope().Lookup("CacheOptions").(*types.TypeName); ok {
			if s, ok := tn.Type().Underlying().(*types.Struct); ok {
				for f := range s.Fields() {
					if f.Name() == "EnableReadYourWritesConsistency" {
						return true
					}
				}
			}
		}
	}
	return false
}

// carriers are the packages of which most types hold managers, clusters, caches or clients, or make them.
var carriers = map[string]bool{
	crManager: true, crCluster: true, crCache: true,
	"sigs.k8s.io/controller-runtime/pkg/builder":    true,
	"sigs.k8s.io/controller-runtime/pkg/controller": true,
	"sigs.k8s.io/controller-runtime/pkg/source":     true,
	"sigs.k8s.io/multicluster-runtime/pkg/manager":  true,
	"sigs.k8s.io/multicluster-runtime/pkg/builder":  true,
}

// Carries tells whether values of a type of the libraries can carry a manager, cluster, cache or client from one place
// to another: these themselves, what is made with them, and the options that they are made with.
func Carries(t *types.Named) bool {
	pkg := t.Obj().Pkg()
	if pkg == nil {
		return false
	}
	switch path := Path(pkg.Path()); path {
	case crClient:
		switch t.Obj().Name() {
		case "Options", "CacheOptions", "NewDelegatingClientInput", "NewClientFunc", "FieldIndexer":
			return true
		}
	default:
		if carriers[path] {
			return true
		}
	}
	return IsReader(t)
}
