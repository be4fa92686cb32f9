package kube

import "go/types"

const schemaPkg = "k8s.io/apimachinery/pkg/runtime/schema"

// IsAPIVersion tells whether the last element of a package path names a version of an API: v1, v1beta2.
func IsAPIVersion(name string) bool { return apiVersion.MatchString(name) }

// IsGroupVersion tells whether t is schema.GroupVersion (apimachinery, all versions).
func IsGroupVersion(t types.Type) bool { return isType(t, schemaPkg, "GroupVersion") }

// IsGroupVersionKind tells whether t is schema.GroupVersionKind (apimachinery, all versions).
func IsGroupVersionKind(t types.Type) bool { return isType(t, schemaPkg, "GroupVersionKind") }

// A KindMaker is how a function that returns a schema.GroupVersionKind, or a schema.GroupVersionResource, comes to it.
type KindMaker uint8

// The ways.
const (
	NoKindMaker  KindMaker = iota
	WithKind               // receiver is the GroupVersion, the first argument the kind's name
	FromStrings            // arguments are the apiVersion and the kind's name
	OfObject               // the first argument is the object, all that comes with the scheme
	KindOfObject           // the receiver is the object, its TypeMeta or its ObjectKind
	WithResource           // as WithKind, for a schema.GroupVersionResource
)

// kindMakers are in apimachinery and controller-runtime, all versions.
var kindMakers = map[Symbol]KindMaker{
	{schemaPkg, "GroupVersion", "WithKind"}:                                   WithKind,
	{schemaPkg, "GroupVersion", "WithResource"}:                               WithResource,
	{schemaPkg, "", "FromAPIVersionAndKind"}:                                  FromStrings,
	{"sigs.k8s.io/controller-runtime/pkg/client/apiutil", "", "GVKForObject"}: OfObject,
	{schemaPkg, "ObjectKind", "GroupVersionKind"}:                             KindOfObject,
	{metaV1, "TypeMeta", "GroupVersionKind"}:                                  KindOfObject,
	{unstructPkg, "Unstructured", "GroupVersionKind"}:                         KindOfObject,
	{unstructPkg, "UnstructuredList", "GroupVersionKind"}:                     KindOfObject,
}

// IsTypeOf tells whether s is reflect.TypeOf, by which authors name the kinds of their types.
func IsTypeOf(s Symbol) bool { return s == Symbol{Pkg: "reflect", Name: "TypeOf"} }

// KindMakerOf returns how s comes to the schema.GroupVersionKind that it returns; NoKindMaker if it is not known.
func KindMakerOf(s Symbol) KindMaker { return kindMakers[s] }

// A Starter is how a call of a library makes an informer. Indexes count the call's arguments without the receiver; -1
// stands for none.
type Starter struct {
	As     StarterKind
	Object int  // the object, or FirstObject
	Source int  // the source of events, whose object it is
	Kind   int  // the schema.GroupVersionKind
	Opts   int  // the first of the builder's options, among which may be OnlyMetadata
	Cache  int  // the cache, where it is an argument; Receiver where it is the receiver
	Meta   bool // the informer holds metadata whatever the object is
}

// FirstObject and Receiver stand for arguments that are not at the same place in all versions.
const (
	FirstObject = -2
	Receiver    = -3
)

// StarterKind is what the author asked for that makes the informer.
type StarterKind uint8

// The kinds of starters.
const (
	NoStarter StarterKind = iota
	For
	Owns
	Watches
	WatchesMetadata
	WatchesRawSource
	Watch
	SourceKind
	GetInformer
	GetInformerForKind
	IndexField
)

var starterNames = [...]string{"", "For", "Owns", "Watches", "WatchesMetadata", "WatchesRawSource", "Watch", "source.Kind", "GetInformer", "GetInformerForKind", "IndexField"}

func (s StarterKind) String() string { return starterNames[s] }

const (
	crBuilder    = "sigs.k8s.io/controller-runtime/pkg/builder"
	crController = "sigs.k8s.io/controller-runtime/pkg/controller"
	crReconcile  = "sigs.k8s.io/controller-runtime/pkg/reconcile"
	capiBuilder  = "sigs.k8s.io/cluster-api/util/controller"
	mcBuilder    = "sigs.k8s.io/multicluster-runtime/pkg/builder"
	mcController = "sigs.k8s.io/multicluster-runtime/pkg/controller"
	mcSource     = "sigs.k8s.io/multicluster-runtime/pkg/source"
)

// builders are the types with the methods of controller-runtime's builder: TypedBuilder from controller-runtime 0.19,
// of which Builder is an alias since; cluster-api's from 1.13; multicluster-runtime's, all versions.
var builders = map[Symbol]bool{
	{Pkg: crBuilder, Name: "Builder"}: true, {Pkg: crBuilder, Name: "TypedBuilder"}: true,
	{Pkg: capiBuilder, Name: "Builder"}: true,
	{Pkg: mcBuilder, Name: "Builder"}:   true, {Pkg: mcBuilder, Name: "TypedBuilder"}: true,
}

// builderMethods are the builder's methods that make watches.
var builderMethods = map[string]Starter{
	"For":              {As: For, Object: 0, Source: -1, Kind: -1, Opts: 1, Cache: -1},
	"ForType":          {As: For, Object: 0, Source: -1, Kind: -1, Opts: -1, Cache: -1}, // 0.6
	"Owns":             {As: Owns, Object: 0, Source: -1, Kind: -1, Opts: 1, Cache: -1},
	"Watches":          {As: Watches, Object: 0, Source: 0, Kind: -1, Opts: 2, Cache: -1}, // a source to 0.14, an object from 0.15
	"WatchesMetadata":  {As: WatchesMetadata, Object: 0, Source: -1, Kind: -1, Opts: -1, Cache: -1, Meta: true},
	"WatchesRawSource": {As: WatchesRawSource, Object: -1, Source: 0, Kind: -1, Opts: 2, Cache: -1}, // options from 0.15 to 0.17 only
}

// starters are the other functions and methods that make informers (controller-runtime; cacheapi from 0.25, TypedKind
// and TypedController from 0.19, Kind is a struct to 0.14).
var starters = map[Symbol]Starter{
	{crController, "Controller", "Watch"}:      {As: Watch, Object: -1, Source: 0, Kind: -1, Opts: -1, Cache: -1},
	{crController, "TypedController", "Watch"}: {As: Watch, Object: -1, Source: 0, Kind: -1, Opts: -1, Cache: -1},
	{mcController, "Controller", "Watch"}:      {As: Watch, Object: -1, Source: 0, Kind: -1, Opts: -1, Cache: -1},
	{mcController, "TypedController", "Watch"}: {As: Watch, Object: -1, Source: 0, Kind: -1, Opts: -1, Cache: -1},

	{crSource, "", "Kind"}:             {As: SourceKind, Object: 1, Source: -1, Kind: -1, Opts: -1, Cache: 0},
	{crSource, "", "TypedKind"}:        {As: SourceKind, Object: 1, Source: -1, Kind: -1, Opts: -1, Cache: 0},
	{crSource, "", "NewKindWithCache"}: {As: SourceKind, Object: 0, Source: -1, Kind: -1, Opts: -1, Cache: 1}, // to 0.14
	{mcSource, "", "Kind"}:             {As: SourceKind, Object: FirstObject, Source: -1, Kind: -1, Opts: -1, Cache: -1},
	{mcSource, "", "TypedKind"}:        {As: SourceKind, Object: FirstObject, Source: -1, Kind: -1, Opts: -1, Cache: -1},

	{crCache, "Informers", "GetInformer"}:           {As: GetInformer, Object: FirstObject, Source: -1, Kind: -1, Opts: -1, Cache: Receiver},
	{crCacheAPI, "Informers", "GetInformer"}:        {As: GetInformer, Object: FirstObject, Source: -1, Kind: -1, Opts: -1, Cache: Receiver},
	{crCache, "Informers", "GetInformerForKind"}:    {As: GetInformerForKind, Object: -1, Source: -1, Kind: 1, Opts: -1, Cache: Receiver},
	{crCacheAPI, "Informers", "GetInformerForKind"}: {As: GetInformerForKind, Object: -1, Source: -1, Kind: 1, Opts: -1, Cache: Receiver},
	{crClient, "FieldIndexer", "IndexField"}:        {As: IndexField, Object: FirstObject, Source: -1, Kind: -1, Opts: -1, Cache: Receiver},
	{crCacheAPI, "FieldIndexer", "IndexField"}:      {As: IndexField, Object: FirstObject, Source: -1, Kind: -1, Opts: -1, Cache: Receiver},
}

// StarterOf returns how a call of s makes an informer; false if it makes none.
func StarterOf(s Symbol) (Starter, bool) {
	if s.Recv != "" && builders[Symbol{Pkg: s.Pkg, Name: s.Recv}] {
		starter, ok := builderMethods[s.Name]
		return starter, ok
	}
	starter, ok := starters[s]
	return starter, ok
}

// GivesInformer tells whether t has the method by which what informer-gen makes of a kind, such as a PodInformer, gives out the informer
// whose lister it gives too (k8s.io/code-generator, all versions).
func GivesInformer(t types.Type) bool {
	method, _, _ := types.LookupFieldOrMethod(t, true, nil, "Informer")
	_, ok := method.(*types.Func)
	return ok
}

// IsKindSource tells whether t is the struct source.Kind, whose field Type is the object (controller-runtime to 0.14).
func IsKindSource(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if !isType(t, crSource, "Kind") {
		return false
	}
	_, isStruct := t.Underlying().(*types.Struct)
	return isStruct
}

// IsSource tells whether t is an interface that sources of events have (controller-runtime pkg/source).
func IsSource(t types.Type) bool {
	return isType(t, crSource, "Source") || isType(t, crSource, "TypedSource") || isType(t, crSource, "SyncingSource") || isType(t, crSource, "TypedSyncingSource")
}

// IsOnlyMetadata tells whether s is the option by which a builder watches metadata (controller-runtime from 0.6.4).
func IsOnlyMetadata(s Symbol) bool { return s == Symbol{Pkg: crBuilder, Name: "OnlyMetadata"} }

// IsBuilder tells whether t is, or points to, a builder of controllers.
func IsBuilder(t types.Type) bool {
	named := Named(t)
	return named != nil && builders[typeSymbol(named)]
}

// TakesReconciler tells whether s makes the controller of a builder, its receiver, with the reconciler that is its argument; and
// FiltersEvents whether it has the builder pass over events, of all that it watches (controller-runtime, all versions). Other
// libraries' builders have predicates of their own.
func TakesReconciler(s Symbol) bool {
	return isBuilderMethod(s) && (s.Name == "Complete" || s.Name == "Build")
}

// FiltersEvents is described at [TakesReconciler].
func FiltersEvents(s Symbol) bool { return isBuilderMethod(s) && s.Name == "WithEventFilter" }

func isBuilderMethod(s Symbol) bool {
	return s.Pkg == crBuilder && builders[Symbol{Pkg: s.Pkg, Name: s.Recv}]
}

// MakesBuilder tells whether s makes a builder of controllers for the manager that is its first argument: ctrl's is a
// variable.
func MakesBuilder(s Symbol) bool {
	return s.Recv == "" && (s.Name == "ControllerManagedBy" || s.Name == "NewControllerManagedBy" || s.Name == "TypedControllerManagedBy") &&
		(s.Pkg == crRoot || builders[Symbol{Pkg: s.Pkg, Name: "Builder"}] || s.Pkg == "sigs.k8s.io/multicluster-runtime")
}

// IsBuilderOption tells whether t is an option of a watch, or the interface of such options: ForOption, OwnsOption,
// WatchesOption (controller-runtime pkg/builder, all versions).
func IsBuilderOption(t types.Type) bool {
	if namedSymbol(t).Pkg != crBuilder {
		return false
	}
	named := Named(t)
	return method(named, nil, "ApplyToFor") != nil || method(named, nil, "ApplyToOwns") != nil || method(named, nil, "ApplyToWatches") != nil
}

// IsAsReconciler tells whether s is the function whose reconciler first gets an object of its type parameter through
// the client that is its first argument (controller-runtime from 0.17).
func IsAsReconciler(s Symbol) bool { return s == Symbol{Pkg: crReconcile, Name: "AsReconciler"} }

// IsOptOut tells whether t is the option by which a call does without reading one's own writes (controller-runtime from
// 0.25).
func IsOptOut(t types.Type) bool {
	named := Named(t)
	return named != nil && named.Obj().Pkg() != nil && Path(named.Obj().Pkg().Path()) == crClient && named.Obj().Name() == "disableReadYourWritesConsistency"
}

// MakesManager tells whether a call of s makes a manager, which has a cache of its own.
func MakesManager(s Symbol) bool {
	switch s.Pkg {
	case crRoot: // a variable
		return s.Name == "NewManager" && s.Recv == ""
	case crManager, "sigs.k8s.io/multicluster-runtime/pkg/manager", "sigs.k8s.io/multicluster-runtime":
		return (s.Name == "New" || s.Name == "NewManager" || s.Name == "WithMultiCluster") && s.Recv == ""
	}
	return false
}

// IsManager tells whether t is the interface of managers.
func IsManager(t types.Type) bool {
	return isType(t, crManager, "Manager") || isType(t, "sigs.k8s.io/multicluster-runtime/pkg/manager", "Manager")
}

// IsCluster tells whether t is the interface of clusters, which have caches of their own (controller-runtime from 0.8).
func IsCluster(t types.Type) bool { return isType(t, crCluster, "Cluster") }

// MakesCache tells whether a call of s makes a cache, or a cluster with one, that is not a manager's.
func MakesCache(s Symbol) bool {
	return s.Recv == "" && (ProvenanceOf(s) == AlwaysCached || s == Symbol{crCluster, "", "New"})
}
