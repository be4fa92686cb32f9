package kube

import "go/types"

const toolsCache = "k8s.io/client-go/tools/cache"

// IsToolsCache tells whether a package path is that of client-go's tools/cache, which declares informers, their event
// handlers and the tombstone.
func IsToolsCache(path string) bool { return Path(path) == toolsCache }

// IsTombstone tells whether t is cache.DeletedFinalStateUnknown, which informers deliver by value in place of an
// object whose deletion they missed (client-go tools/cache, all versions).
func IsTombstone(t types.Type) bool { return isType(t, toolsCache, "DeletedFinalStateUnknown") }

// IsTombstonePointer tells whether t is *cache.DeletedFinalStateUnknown, which no informer ever delivers
// (client-go tools/cache, all versions; only field DeletedObject.FinalStateUnknown, from 0.37, has that type).
func IsTombstonePointer(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	return ok && IsTombstone(p.Elem())
}

// IsDeletedObject tells whether t is cache.DeletedObject[T], which typed delete handlers get: its OptionalObj is nil
// for a tombstone without object (client-go tools/cache, from 0.37).
func IsDeletedObject(t types.Type) bool { return isType(t, toolsCache, "DeletedObject") }

// HasTypedHandlers tells whether the imported client-go has the typed event handlers (from 0.37).
func HasTypedHandlers(pkg *types.Package) bool {
	for _, imp := range pkg.Imports() {
		if Path(imp.Path()) == toolsCache {
			return imp.Scope().Lookup("TypedResourceEventHandler") != nil
		}
	}
	return false
}

// IsAboutEvents tells whether the type is one of client-go's event handlers or tombstones, or a generated alias of one.
func IsAboutEvents(t *types.TypeName) bool {
	named, ok := types.Unalias(t.Type()).(*types.Named)
	return ok && (IsHandlerStruct(named) || IsHandlerInterface(named) || IsTombstone(named) || IsDeletedObject(named))
}

// A Role is what an informer uses a function for.
type Role uint8

// The roles of the functions of an event handler. Only Delete and Filter functions ever get a tombstone.
const (
	NoRole Role = iota
	Add
	Update
	Delete
	Filter
	Inner // not a function: the handler behind a filter
)

// handlerFields are the struct types of client-go's tools/cache that make event handlers. The Typed ones exist from
// 0.37, the Detailed ones from 0.27.
var handlerFields = map[string]map[string]Role{
	"ResourceEventHandlerFuncs":              {"AddFunc": Add, "UpdateFunc": Update, "DeleteFunc": Delete},
	"ResourceEventHandlerDetailedFuncs":      {"AddFunc": Add, "UpdateFunc": Update, "DeleteFunc": Delete},
	"FilteringResourceEventHandler":          {"FilterFunc": Filter, "Handler": Inner},
	"TypedResourceEventHandlerFuncs":         {"AddFunc": Add, "UpdateFunc": Update, "DeleteFunc": Delete},
	"TypedResourceEventHandlerDetailedFuncs": {"AddFunc": Add, "UpdateFunc": Update, "DeleteFunc": Delete},
	"TypedFilteringResourceEventHandler":     {"FilterFunc": Filter, "Handler": Inner},
}

// IsHandlerStruct tells whether t is one of client-go's event handler structs.
func IsHandlerStruct(t types.Type) bool { return handlerStruct(t) != nil }

func handlerStruct(t types.Type) map[string]Role {
	if s := typeSymbol(t); s.Pkg == toolsCache {
		return handlerFields[s.Name]
	}
	return nil
}

// FieldRole returns what the field of an event handler struct holds; NoRole if t is no such struct.
func FieldRole(t types.Type, field int) Role {
	roles := handlerStruct(t)
	if roles == nil {
		return NoRole
	}
	return roles[t.Underlying().(*types.Struct).Field(field).Name()]
}

// IsHandlerInterface tells whether t is cache.ResourceEventHandler or its typed form.
func IsHandlerInterface(t types.Type) bool {
	return isType(t, toolsCache, "ResourceEventHandler") || isType(t, toolsCache, "TypedResourceEventHandler")
}

// IsHandler tells whether values of type t, or what they point to, are event handlers, or may be.
func IsHandler(t types.Type) bool {
	named := Named(t)
	return named != nil && (IsHandlerInterface(named) || IsHandlerStruct(named) || HandlerMethods(named) != nil)
}

// HandlerMethods returns the roles of the methods of t when *t implements client-go's ResourceEventHandler: OnAdd with
// one parameter (to 0.26) or two (from 0.27), OnUpdate and OnDelete, all of interface type any; or its typed form, whose
// OnDelete takes a DeletedObject (from 0.37). It matches by shape, since the package that declares a handler need not
// be the one that registers it; where it imports client-go, OnAdd must be as that release has it. Nil if t is no
// handler.
func HandlerMethods(t *types.Named) map[*types.Func]Role {
	if t.Obj().Pkg() == nil || types.IsInterface(t) {
		return nil
	}
	methods := types.NewMethodSet(types.NewPointer(t))
	roles := map[*types.Func]Role{}
	for name, role := range map[string]Role{"OnAdd": Add, "OnUpdate": Update, "OnDelete": Delete} {
		sel := methods.Lookup(t.Obj().Pkg(), name)
		if sel == nil {
			return nil
		}
		roles[sel.Obj().(*types.Func)] = role
	}
	for fn, role := range roles {
		params := fn.Signature().Params()
		objects := 1
		if role == Update {
			objects = 2
		}
		if params.Len() != objects && (role != Add || params.Len() != 2) || role == Add && !addShape(t.Obj().Pkg(), params.Len()) {
			return nil
		}
		typed := role == Delete && IsDeletedObject(params.At(0).Type())
		for i := range objects {
			if !typed && !isEmptyInterface(params.At(i).Type()) && (role == Delete || !typedHandler(methods, t)) {
				return nil
			}
		}
	}
	return roles
}

func isEmptyInterface(t types.Type) bool {
	iface, ok := types.Unalias(t).(*types.Interface)
	return ok && iface.Empty()
}

func typedHandler(methods *types.MethodSet, t *types.Named) bool {
	fn := methods.Lookup(t.Obj().Pkg(), "OnDelete").Obj().(*types.Func)
	return fn.Signature().Params().Len() == 1 && IsDeletedObject(fn.Signature().Params().At(0).Type())
}

// addShape tells whether an OnAdd with that many parameters fits the client-go that the package imports, if it does.
func addShape(pkg *types.Package, params int) bool {
	for _, imp := range pkg.Imports() {
		if Path(imp.Path()) != toolsCache {
			continue
		}
		if tn, ok := imp.Scope().Lookup("ResourceEventHandler").(*types.TypeName); ok {
			if iface, ok := tn.Type().Underlying().(*types.Interface); ok {
				for m := range iface.Methods() {
					if m.Name() == "OnAdd" {
						return m.Signature().Params().Len() == params
					}
				}
			}
		}
	}
	return true
}

const (
	openshiftFactory         = "github.com/openshift/library-go/pkg/controller/factory"
	clusterManagementFactory = "open-cluster-management.io/sdk-go/pkg/basecontroller/factory"
)

// handlerMakers are functions outside client-go that make an event handler of their function parameters: the role in
// which each is used; the receiver counts. Those of OpenShift's factory take a filter, and put the keys of deletes on a queue
// behind it, those of tombstones too (library-go pkg/controller/factory, syncContext.eventHandler, 2023 to 2026); so does
// the copy of it that Open Cluster Management keeps (sdk-go pkg/basecontroller/factory, v1.2.0).
var handlerMakers = map[Symbol]map[int][]Role{
	{Pkg: "knative.dev/pkg/controller", Name: "HandleAll"}: {0: {Add, Update, Delete}},

	{Pkg: openshiftFactory, Recv: "Factory", Name: "WithFilteredEventsInformers"}:              {1: {Filter}},
	{Pkg: openshiftFactory, Recv: "Factory", Name: "WithFilteredEventsInformersQueueKeyFunc"}:  {2: {Filter}},
	{Pkg: openshiftFactory, Recv: "Factory", Name: "WithFilteredEventsInformersQueueKeysFunc"}: {2: {Filter}},

	{Pkg: clusterManagementFactory, Recv: "Factory", Name: "WithFilteredEventsInformers"}:              {1: {Filter}},
	{Pkg: clusterManagementFactory, Recv: "Factory", Name: "WithFilteredEventsInformersQueueKeysFunc"}: {2: {Filter}},
}

// addsHandler are the methods of informers that are given an event handler as their first argument (client-go, all versions,
// WithOptions from 0.33; controller-runtime, all versions, WithOptions from 0.21, cacheapi from 0.25).
var addsHandler = map[Symbol]bool{
	{toolsCache, "SharedInformer", "AddEventHandler"}:                 true,
	{toolsCache, "SharedInformer", "AddEventHandlerWithResyncPeriod"}: true,
	{toolsCache, "SharedInformer", "AddEventHandlerWithOptions"}:      true,
	{crCache, "Informer", "AddEventHandler"}:                          true,
	{crCache, "Informer", "AddEventHandlerWithResyncPeriod"}:          true,
	{crCache, "Informer", "AddEventHandlerWithOptions"}:               true,
	{crCacheAPI, "Informer", "AddEventHandler"}:                       true,
	{crCacheAPI, "Informer", "AddEventHandlerWithResyncPeriod"}:       true,
	{crCacheAPI, "Informer", "AddEventHandlerWithOptions"}:            true,
}

// AddsHandler tells whether s gives an informer the event handler that is its first argument.
func AddsHandler(s Symbol) bool { return addsHandler[s] }

// HandlerMaker returns the roles of the parameters of a function of another module that makes an event handler of
// them; nil if it is none that we know.
func HandlerMaker(s Symbol) map[int][]Role { return handlerMakers[s] }

// EnqueuesOwn tells whether s puts the key of the object that it is given on the queue of a reconciler of Knative's: Enqueue of
// what NewImpl returns (knative.dev/pkg/controller, 2020 to 2026).
func EnqueuesOwn(s Symbol) bool {
	return s == Symbol{Pkg: knativeCt, Recv: "Impl", Name: "Enqueue"}
}

// IsImpl tells whether t is what NewImpl returns for a reconciler.
func IsImpl(t types.Type) bool { return isType(t, knativeCt, "Impl") }

// ReconciledKind returns the type of the objects that a reconciler of type t is given, if it is one of Knative's that isn't told of
// deleted objects: when the lister doesn't find the object, what is generated around it calls ObserveDeletion, if there is
// that, and does nothing else (knative.dev/pkg/codegen, reconcilerImpl.Reconcile).
func ReconciledKind(t types.Type) types.Type {
	reconciles := method(t, nil, "ReconcileKind")
	if reconciles == nil || reconciles.Params().Len() != 2 || method(t, nil, "ObserveDeletion") != nil {
		return nil
	}
	return reconciles.Params().At(1).Type()
}
