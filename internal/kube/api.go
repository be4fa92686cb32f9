package kube

import (
	"go/types"
	"strings"
)

// A Verb is what a call does with objects of the API.
type Verb uint8

// The verbs. VerbCreateOrUpdate and VerbCreateOrPatch read first, and then write.
const (
	NoVerb Verb = iota
	VerbGet
	VerbList
	VerbWatch
	VerbCreate
	VerbUpdate
	VerbPatch
	VerbApply
	VerbDelete
	VerbDeleteAll
	VerbCreateOrUpdate
	VerbCreateOrPatch
)

var verbNames = [...]string{"", "Get", "List", "Watch", "Create", "Update", "Patch", "Apply", "Delete", "DeleteAllOf", "CreateOrUpdate", "CreateOrPatch"}

func (v Verb) String() string { return verbNames[v] }

// Reads tells whether the verb reads objects.
func (v Verb) Reads() bool {
	return v == VerbGet || v == VerbList || v == VerbWatch || v >= VerbCreateOrUpdate
}

// Writes tells whether the verb changes what the API server holds.
func (v Verb) Writes() bool { return v >= VerbCreate }

// Via is what kind of client or reader an operation goes through. Whether a read is answered from a cache hangs on it,
// and, for Client, on where the client comes from.
type Via uint8

// The kinds of clients.
const (
	NoVia       Via = iota
	Client          // controller-runtime's client, reader or cache
	Subresource     // what Status() and SubResource() of such a client return: always live
	Clientset       // a typed client that client-gen made: always live
	Dynamic         // client-go's dynamic client: always live, unstructured
	Metadata        // client-go's metadata client: always live, only metadata
	Lister          // a lister: always cached
	Store           // client-go's cache.Store or Indexer: always cached
)

// An Operation is what one call does at the API server or in a cache. Indexes count the call's arguments without the
// receiver; -1 stands for none.
type Operation struct {
	Verb   Verb
	Via    Via
	Object int    // the object that is written or filled, or the list
	Key    int    // the key or name
	Client int    // the client, where it is an argument and not the receiver
	Opts   int    // the first of the options
	Sub    string // the method's name after the verb: Status in UpdateStatus; nothing for Subresource, nor where it is an argument
	// Type is the type of the objects, where the method's receiver determines it; nil where the object does.
	Type types.Type
}

const (
	crClient     = "sigs.k8s.io/controller-runtime/pkg/client"
	crRoot       = "sigs.k8s.io/controller-runtime"
	crUtil       = "sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	crFinalizer  = "sigs.k8s.io/controller-runtime/pkg/finalizer"
	crManager    = "sigs.k8s.io/controller-runtime/pkg/manager"
	crCluster    = "sigs.k8s.io/controller-runtime/pkg/cluster"
	crCache      = "sigs.k8s.io/controller-runtime/pkg/cache"
	crCacheAPI   = "sigs.k8s.io/controller-runtime/pkg/cache/cacheapi"
	dynamicPkg   = "k8s.io/client-go/dynamic"
	metadataPkg  = "k8s.io/client-go/metadata"
	dynamicList  = "k8s.io/client-go/dynamic/dynamiclister"
	metadataList = "k8s.io/client-go/metadata/metadatalister"
	metaV1       = "k8s.io/apimachinery/pkg/apis/meta/v1"
	unstructPkg  = "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	watchPkg     = "k8s.io/apimachinery/pkg/watch"
)

// operations are those of controller-runtime (pkg/client, all versions; Apply from 0.22, SubResource from 0.14) and of
// client-go's untyped clients and stores (all versions).
var operations = map[Symbol]Operation{
	{crClient, "Reader", "Get"}:         {Verb: VerbGet, Via: Client, Key: 1, Object: 2, Client: -1, Opts: 3},
	{crClient, "Reader", "List"}:        {Verb: VerbList, Via: Client, Key: -1, Object: 1, Client: -1, Opts: 2},
	{crClient, "Writer", "Create"}:      {Verb: VerbCreate, Via: Client, Key: -1, Object: 1, Client: -1, Opts: 2},
	{crClient, "Writer", "Update"}:      {Verb: VerbUpdate, Via: Client, Key: -1, Object: 1, Client: -1, Opts: 2},
	{crClient, "Writer", "Patch"}:       {Verb: VerbPatch, Via: Client, Key: -1, Object: 1, Client: -1, Opts: 3},
	{crClient, "Writer", "Apply"}:       {Verb: VerbApply, Via: Client, Key: -1, Object: 1, Client: -1, Opts: 2},
	{crClient, "Writer", "Delete"}:      {Verb: VerbDelete, Via: Client, Key: -1, Object: 1, Client: -1, Opts: 2},
	{crClient, "Writer", "DeleteAllOf"}: {Verb: VerbDeleteAll, Via: Client, Key: -1, Object: 1, Client: -1, Opts: 2},

	{crClient, "StatusWriter", "Update"}:      {Verb: VerbUpdate, Via: Subresource, Key: -1, Object: 1, Client: -1, Opts: 2},
	{crClient, "StatusWriter", "Patch"}:       {Verb: VerbPatch, Via: Subresource, Key: -1, Object: 1, Client: -1, Opts: 3},
	{crClient, "SubResourceWriter", "Create"}: {Verb: VerbCreate, Via: Subresource, Key: -1, Object: 1, Client: -1, Opts: 3},
	{crClient, "SubResourceWriter", "Update"}: {Verb: VerbUpdate, Via: Subresource, Key: -1, Object: 1, Client: -1, Opts: 2},
	{crClient, "SubResourceWriter", "Patch"}:  {Verb: VerbPatch, Via: Subresource, Key: -1, Object: 1, Client: -1, Opts: 3},
	{crClient, "SubResourceWriter", "Apply"}:  {Verb: VerbApply, Via: Subresource, Key: -1, Object: 1, Client: -1, Opts: 2},
	{crClient, "SubResourceReader", "Get"}:    {Verb: VerbGet, Via: Subresource, Key: -1, Object: 1, Client: -1, Opts: 3},

	{crUtil, "", "CreateOrUpdate"}: {Verb: VerbCreateOrUpdate, Via: Client, Key: -1, Object: 2, Client: 1, Opts: -1},
	{crUtil, "", "CreateOrPatch"}:  {Verb: VerbCreateOrPatch, Via: Client, Key: -1, Object: 2, Client: 1, Opts: -1},
	{crRoot, "", "CreateOrUpdate"}: {Verb: VerbCreateOrUpdate, Via: Client, Key: -1, Object: 2, Client: 1, Opts: -1}, // a variable
	{crRoot, "", "CreateOrPatch"}:  {Verb: VerbCreateOrPatch, Via: Client, Key: -1, Object: 2, Client: 1, Opts: -1},  // a variable, from 0.23

	{dynamicPkg, "ResourceInterface", "Get"}:              {Verb: VerbGet, Via: Dynamic, Key: 1, Object: -1, Client: -1, Opts: 2},
	{dynamicPkg, "ResourceInterface", "List"}:             {Verb: VerbList, Via: Dynamic, Key: -1, Object: -1, Client: -1, Opts: 1},
	{dynamicPkg, "ResourceInterface", "Watch"}:            {Verb: VerbWatch, Via: Dynamic, Key: -1, Object: -1, Client: -1, Opts: 1},
	{dynamicPkg, "ResourceInterface", "Create"}:           {Verb: VerbCreate, Via: Dynamic, Key: -1, Object: 1, Client: -1, Opts: 2},
	{dynamicPkg, "ResourceInterface", "Update"}:           {Verb: VerbUpdate, Via: Dynamic, Key: -1, Object: 1, Client: -1, Opts: 2},
	{dynamicPkg, "ResourceInterface", "UpdateStatus"}:     {Verb: VerbUpdate, Via: Dynamic, Key: -1, Object: 1, Client: -1, Opts: 2, Sub: "Status"},
	{dynamicPkg, "ResourceInterface", "Patch"}:            {Verb: VerbPatch, Via: Dynamic, Key: 1, Object: -1, Client: -1, Opts: 4},
	{dynamicPkg, "ResourceInterface", "Apply"}:            {Verb: VerbApply, Via: Dynamic, Key: 1, Object: 2, Client: -1, Opts: 3},
	{dynamicPkg, "ResourceInterface", "ApplyStatus"}:      {Verb: VerbApply, Via: Dynamic, Key: 1, Object: 2, Client: -1, Opts: 3, Sub: "Status"},
	{dynamicPkg, "ResourceInterface", "Delete"}:           {Verb: VerbDelete, Via: Dynamic, Key: 1, Object: -1, Client: -1, Opts: 2},
	{dynamicPkg, "ResourceInterface", "DeleteCollection"}: {Verb: VerbDeleteAll, Via: Dynamic, Key: -1, Object: -1, Client: -1, Opts: 1},

	{metadataPkg, "ResourceInterface", "Get"}:              {Verb: VerbGet, Via: Metadata, Key: 1, Object: -1, Client: -1, Opts: 2},
	{metadataPkg, "ResourceInterface", "List"}:             {Verb: VerbList, Via: Metadata, Key: -1, Object: -1, Client: -1, Opts: 1},
	{metadataPkg, "ResourceInterface", "Watch"}:            {Verb: VerbWatch, Via: Metadata, Key: -1, Object: -1, Client: -1, Opts: 1},
	{metadataPkg, "ResourceInterface", "Patch"}:            {Verb: VerbPatch, Via: Metadata, Key: 1, Object: -1, Client: -1, Opts: 4},
	{metadataPkg, "ResourceInterface", "Delete"}:           {Verb: VerbDelete, Via: Metadata, Key: 1, Object: -1, Client: -1, Opts: 2},
	{metadataPkg, "ResourceInterface", "DeleteCollection"}: {Verb: VerbDeleteAll, Via: Metadata, Key: -1, Object: -1, Client: -1, Opts: 1},

	{toolsCache, "GenericLister", "Get"}:           {Verb: VerbGet, Via: Lister, Key: 0, Object: -1, Client: -1, Opts: -1},
	{toolsCache, "GenericLister", "List"}:          {Verb: VerbList, Via: Lister, Key: -1, Object: -1, Client: -1, Opts: -1},
	{toolsCache, "GenericNamespaceLister", "Get"}:  {Verb: VerbGet, Via: Lister, Key: 0, Object: -1, Client: -1, Opts: -1},
	{toolsCache, "GenericNamespaceLister", "List"}: {Verb: VerbList, Via: Lister, Key: -1, Object: -1, Client: -1, Opts: -1},

	{dynamicList, "Lister", "Get"}:            {Verb: VerbGet, Via: Lister, Key: 0, Object: -1, Client: -1, Opts: -1},
	{dynamicList, "Lister", "List"}:           {Verb: VerbList, Via: Lister, Key: -1, Object: -1, Client: -1, Opts: -1},
	{dynamicList, "NamespaceLister", "Get"}:   {Verb: VerbGet, Via: Lister, Key: 0, Object: -1, Client: -1, Opts: -1},
	{dynamicList, "NamespaceLister", "List"}:  {Verb: VerbList, Via: Lister, Key: -1, Object: -1, Client: -1, Opts: -1},
	{metadataList, "Lister", "Get"}:           {Verb: VerbGet, Via: Lister, Key: 0, Object: -1, Client: -1, Opts: -1},
	{metadataList, "Lister", "List"}:          {Verb: VerbList, Via: Lister, Key: -1, Object: -1, Client: -1, Opts: -1},
	{metadataList, "NamespaceLister", "Get"}:  {Verb: VerbGet, Via: Lister, Key: 0, Object: -1, Client: -1, Opts: -1},
	{metadataList, "NamespaceLister", "List"}: {Verb: VerbList, Via: Lister, Key: -1, Object: -1, Client: -1, Opts: -1},

	{toolsCache, "Store", "Get"}:      {Verb: VerbGet, Via: Store, Key: -1, Object: 0, Client: -1, Opts: -1},
	{toolsCache, "Store", "GetByKey"}: {Verb: VerbGet, Via: Store, Key: 0, Object: -1, Client: -1, Opts: -1},
	{toolsCache, "Store", "List"}:     {Verb: VerbList, Via: Store, Key: -1, Object: -1, Client: -1, Opts: -1},
	{toolsCache, "Store", "ListKeys"}: {Verb: VerbList, Via: Store, Key: -1, Object: -1, Client: -1, Opts: -1},
	{toolsCache, "Indexer", "Index"}:  {Verb: VerbList, Via: Store, Key: -1, Object: -1, Client: -1, Opts: -1},

	{toolsCache, "Indexer", "ByIndex"}:   {Verb: VerbList, Via: Store, Key: -1, Object: -1, Client: -1, Opts: -1},
	{toolsCache, "Indexer", "IndexKeys"}: {Verb: VerbList, Via: Store, Key: -1, Object: -1, Client: -1, Opts: -1},
}

// subresourceFields are the fields of an object that its subresources change, by the name of the subresource: those of
// k8s.io/api (all versions; resize from 0.27), and of custom resources, which have status and scale.
var subresourceFields = map[string]string{
	"status": "Status", "approval": "Status", "scale": "Spec", "resize": "Spec", "ephemeralcontainers": "Spec", "binding": "Spec", "finalize": "Spec",
}

// SubresourceField returns the field of an object that a write of the subresource changes, the name of which is written
// in any case; "" for the whole object, where that isn't known.
func SubresourceField(name string) string { return subresourceFields[strings.ToLower(name)] }

// SubresourceName is the name of a subresource as [Operation.Sub] has it.
func SubresourceName(name string) string {
	if strings.EqualFold(name, "status") {
		return "Status"
	}
	return name
}

// TakesSubresources tells whether the last arguments of a write may name a subresource that it is of: those of the patches of
// typed clients, and of all writes through client-go's untyped ones (all versions).
func (op Operation) TakesSubresources() bool {
	return op.Verb.Writes() && (op.Via == Clientset || op.Via == Dynamic || op.Via == Metadata)
}

// OperationOf tells what a call of obj, a function, method or function variable, does at the API server or in a cache.
// recv is the static type of a method's receiver, nil for functions: listers and typed clients are generated, so they
// are known by their shape, wherever they are declared. False if it is no such operation.
func OperationOf(obj types.Object, recv types.Type) (Operation, bool) {
	s := SymbolOf(obj)
	if op, ok := operations[s]; ok {
		return op, true
	}
	fn, ok := obj.(*types.Func)
	if !ok || recv == nil || fn.Signature().Recv() == nil {
		return Operation{}, false
	}
	if op, ok := listerOperation(fn, recv); ok {
		return op, true
	}
	return clientsetOperation(fn, recv)
}

// OwnInterfaceOperation knows the methods of interfaces that users declare to have less than controller-runtime's
// client.Client: they have the names and parameters of its methods, so that it implements them. Something else may
// implement them too: it is an operation only if what is called is known to be a client.
func OwnInterfaceOperation(obj types.Object, recv types.Type) (Operation, bool) {
	fn, ok := obj.(*types.Func)
	if !ok || recv == nil || !types.IsInterface(recv) || fn.Pkg() == nil || IsLibrary(fn.Pkg().Path()) {
		return Operation{}, false
	}
	op, ok := operations[Symbol{crClient, "Reader", fn.Name()}]
	if !ok {
		op, ok = operations[Symbol{crClient, "Writer", fn.Name()}]
	}
	params := fn.Signature().Params()
	if !ok || op.Object >= params.Len() || params.Len() > op.Opts+1 {
		return Operation{}, false
	}
	named := Named(params.At(op.Object).Type())
	return op, named != nil && named.Obj().Pkg() != nil && types.IsInterface(named) && isClientPackage(Path(named.Obj().Pkg().Path())) &&
		strings.HasPrefix(named.Obj().Name(), "Object")
}

// isClientPackage tells whether a package declares client.Object: from controller-runtime 0.25 on, as an alias.
func isClientPackage(path string) bool { return path == crClient || path == crCacheAPI }

// listerOperation knows the methods of generated listers: interface or struct types named *Lister or *NamespaceLister
// with Get(name) (*T, error) and List(selector) ([]*T, error) (client-go's lister-gen, all versions; from 0.31 they
// embed listers.ResourceIndexer), and of what they are made of, which says of what type it is by its type argument.
func listerOperation(fn *types.Func, recv types.Type) (Operation, bool) {
	if MakesLister(recv) {
		if sig := method(recv, fn.Pkg(), fn.Name()); sig != nil {
			return listerMethod(fn.Name(), sig)
		}
		return Operation{}, false
	}
	named := Named(recv)
	if named == nil || !isListerName(named.Obj().Name()) {
		return Operation{}, false
	}
	return listerMethod(fn.Name(), fn.Signature())
}

// OwnListerOperation knows the methods of interfaces that users declare to have less than a generated lister: they have
// the parameters and results of its methods. Something else may implement them too: it is an operation only if what is
// called is known to be a lister.
func OwnListerOperation(obj types.Object, recv types.Type) (Operation, bool) {
	fn, ok := obj.(*types.Func)
	if !ok || recv == nil || !types.IsInterface(recv) || fn.Pkg() == nil || IsLibrary(fn.Pkg().Path()) {
		return Operation{}, false
	}
	return listerMethod(fn.Name(), fn.Signature())
}

// listersPkg declares what generated listers are made of (client-go, from 0.31).
const listersPkg = "k8s.io/client-go/listers"

// MakesLister tells whether t is what generated listers are made of: listers.ResourceIndexer.
func MakesLister(t types.Type) bool { return isType(t, listersPkg, "ResourceIndexer") }

// listerMethod knows Get(name) (*T, error) and List(selector) ([]*T, error).
func listerMethod(name string, sig *types.Signature) (Operation, bool) {
	if sig.Results().Len() != 2 || sig.Params().Len() != 1 {
		return Operation{}, false
	}
	result := types.Unalias(sig.Results().At(0).Type())
	switch name {
	case "Get":
		if IsObject(result) && isString(sig.Params().At(0).Type()) {
			return Operation{Verb: VerbGet, Via: Lister, Key: 0, Object: -1, Client: -1, Opts: -1, Type: result}, true
		}
	case "List":
		if slice, ok := result.(*types.Slice); ok && IsObject(slice.Elem()) {
			return Operation{Verb: VerbList, Via: Lister, Key: -1, Object: -1, Client: -1, Opts: -1, Type: slice.Elem()}, true
		}
	}
	return Operation{}, false
}

// clientsetVerbs are the beginnings of the names of typed clients' methods, what follows is the subresource.
var clientsetVerbs = []struct {
	prefix string
	verb   Verb
}{
	{"DeleteCollection", VerbDeleteAll}, {"Delete", VerbDelete}, {"Create", VerbCreate}, {"Update", VerbUpdate}, {"Patch", VerbPatch},
	{"Apply", VerbApply}, {"Get", VerbGet}, {"List", VerbList}, {"Watch", VerbWatch}, {"Evict", VerbDelete}, {"Bind", VerbUpdate},
}

// clientsetOperation knows the methods of typed clients, which client-gen makes: they have Get, which returns the
// object, and Watch (all versions; without ctx and options before client-go 0.18).
func clientsetOperation(fn *types.Func, recv types.Type) (Operation, bool) {
	object := clientsetObject(recv, fn.Pkg())
	if object == nil {
		return Operation{}, false
	}
	for _, v := range clientsetVerbs {
		sub, ok := strings.CutPrefix(fn.Name(), v.prefix)
		if !ok {
			continue
		}
		op := Operation{Verb: v.verb, Via: Clientset, Object: -1, Key: -1, Client: -1, Opts: -1, Sub: sub, Type: object}
		params := fn.Signature().Params()
		for i := range params.Len() {
			t := params.At(i).Type()
			switch {
			case op.Object < 0 && op.Key < 0 && isString(t):
				op.Key = i
			case op.Object < 0 && v.verb.Writes() && (types.Identical(t, object) || v.verb == VerbApply && isPointer(t)):
				op.Object = i
			case op.Opts < 0 && isOptions(t):
				op.Opts = i
			}
		}
		return op, true
	}
	return Operation{}, false
}

// clientsetObject returns the type of the objects of a typed client, nil if recv is none.
func clientsetObject(recv types.Type, pkg *types.Package) types.Type {
	watch := method(recv, pkg, "Watch")
	get := method(recv, pkg, "Get")
	if watch == nil || get == nil || watch.Results().Len() != 2 || get.Results().Len() != 2 {
		return nil
	}
	if !isType(watch.Results().At(0).Type(), watchPkg, "Interface") {
		return nil
	}
	if t := types.Unalias(get.Results().At(0).Type()); isPointer(t) && IsObject(t) {
		return t
	}
	return nil
}

func method(recv types.Type, pkg *types.Package, name string) *types.Signature {
	obj, _, _ := types.LookupFieldOrMethod(recv, true, pkg, name)
	if fn, ok := obj.(*types.Func); ok {
		return fn.Signature()
	}
	return nil
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.String && types.Identical(types.Unalias(t), types.Typ[types.String])
}

func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

func isOptions(t types.Type) bool {
	s := namedSymbol(t)
	return s.Pkg == metaV1 && strings.HasSuffix(s.Name, "Options")
}

// IsObject tells whether values of type t are API objects: a pointer to a struct that has a runtime.Object's methods
// and metadata, or an interface that requires them; or may be for a caller, as pointers to a type parameter may.
func IsObject(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok && IsTypeParam(p.Elem()) {
		return true
	}
	return method(t, nil, "GetObjectKind") != nil && (method(t, nil, "GetResourceVersion") != nil || types.IsInterface(t))
}

// IsObjectValue tells whether t is a struct type to which only a pointer is an object.
func IsObjectValue(t types.Type) bool {
	_, isStruct := t.Underlying().(*types.Struct)
	return isStruct && IsObject(types.NewPointer(t)) && types.NewMethodSet(t).Lookup(nil, "GetObjectKind") == nil
}

// IsTypeParam tells whether t is a type parameter of a generic function: what it is, the function's callers say.
func IsTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// IsMetadata tells whether values of type t are objects, or pointers to the metadata of one.
func IsMetadata(t types.Type) bool { return method(t, nil, "GetResourceVersion") != nil }

// IsData tells whether t is a pointer to an API object or to a part of one: to a struct for which deepcopy-gen made a
// method.
func IsData(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok || IsTime(p.Elem()) {
		return false
	}
	_, ok = p.Elem().Underlying().(*types.Struct)
	return ok && (IsObject(t) || method(t, nil, "DeepCopyInto") != nil)
}

// IsMetadataOnly tells whether values of type t are interfaces by which nothing but the metadata of an object is to be seen, such
// as metav1.Object.
func IsMetadataOnly(t types.Type) bool { return types.IsInterface(t) && IsMetadata(t) && !IsObject(t) }

// Namespaced tells whether obj is the method of a typed client's or lister's getter that chooses the namespace, such as
// Pods(namespace).
func Namespaced(fn *types.Func) bool {
	sig := fn.Signature()
	if sig.Recv() == nil || sig.Params().Len() != 1 || sig.Results().Len() != 1 || !isString(sig.Params().At(0).Type()) {
		return false
	}
	t := sig.Results().At(0).Type()
	named := Named(t)
	return clientsetObject(t, fn.Pkg()) != nil || named != nil && isListerName(named.Obj().Name()) || MakesLister(t) ||
		isType(t, dynamicPkg, "ResourceInterface") || isType(t, metadataPkg, "ResourceInterface")
}

// IsList tells whether values of type t are lists of API objects.
func IsList(t types.Type) bool {
	named := Named(t)
	return named != nil && strings.HasSuffix(named.Obj().Name(), "List") && method(t, nil, "GetObjectKind") != nil &&
		(method(t, nil, "GetResourceVersion") != nil || method(t, nil, "GetContinue") != nil || hasListMeta(named))
}

func hasListMeta(named *types.Named) bool {
	s, ok := named.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if f.Embedded() && f.Name() == "ListMeta" {
			return true
		}
	}
	return false
}

// IsPartialMetadata tells whether t is metav1.PartialObjectMetadata or its list.
func IsPartialMetadata(t types.Type) bool {
	return isType(t, metaV1, "PartialObjectMetadata") || isType(t, metaV1, "PartialObjectMetadataList")
}

// IsUnstructured tells whether t is unstructured.Unstructured or its list.
func IsUnstructured(t types.Type) bool {
	return isType(t, unstructPkg, "Unstructured") || isType(t, unstructPkg, "UnstructuredList")
}

// MayOperate tells, cheaply, whether obj may be a function, method or function variable that [OperationOf] knows.
func MayOperate(obj types.Object) bool {
	name := obj.Name()
	if name == "CreateOrUpdate" || name == "CreateOrPatch" {
		return true
	}
	switch fn, ok := obj.(*types.Func); {
	case !ok || fn.Signature().Recv() == nil:
		return false
	default:
		for _, v := range clientsetVerbs {
			if strings.HasPrefix(name, v.prefix) {
				return takesClient(fn)
			}
		}
		return name == "ByIndex" || name == "Index" || name == "IndexKeys"
	}
}

// takesClient tells whether the receiver is a client, lister or store, by its package or name.
func takesClient(fn *types.Func) bool {
	s := SymbolOf(fn)
	if _, ok := operations[s]; ok || IsHelperPatch(s) {
		return true
	}
	if _, ok := OwnInterfaceOperation(fn, fn.Signature().Recv().Type()); ok {
		return true
	}
	return isListerName(s.Recv) || MakesLister(fn.Signature().Recv().Type()) || strings.HasSuffix(s.Recv, "Interface")
}

// AppliedKind returns the package and name of the kind that an apply configuration, a generated struct, is of: that of
// k8s.io/client-go/applyconfigurations/GROUP/VERSION is declared in k8s.io/api/GROUP/VERSION. Empty for other types, and
// for other packages, whose API packages can't be told.
func AppliedKind(t types.Type) (pkg, name string) {
	s := namedSymbol(t)
	name, ok := strings.CutSuffix(s.Name, "ApplyConfiguration")
	version, ok2 := strings.CutPrefix(s.Pkg, applyConfigurations)
	if !ok || !ok2 {
		return "", ""
	}
	return "k8s.io/api/" + version, name
}

// applyConfigurations is the folder of the apply configurations that client-go has (from 0.21).
const applyConfigurations = "k8s.io/client-go/applyconfigurations/"

// Configures tells whether s is a generated function that begins an apply configuration, given the name and, if there is one,
// the namespace of the object, or a method that adds to one.
func Configures(s Symbol) bool { return strings.HasPrefix(s.Pkg, applyConfigurations) }
