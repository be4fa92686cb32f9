package kube

import (
	"go/types"
	"strings"
)

// A Surface is what a function is to the library that calls it when an event comes.
type Surface uint8

// The surfaces. All of them run in the goroutine that delivers the events, one event after the other; a SourceFunc runs
// once, when the controller starts.
const (
	NoSurface       Surface = iota
	InformerHandler         // of client-go: AddFunc, OnAdd
	InformerFilter          // of client-go: FilterFunc
	EventHandler            // of controller-runtime, with a work queue
	Predicate
	MapFunction
	SourceFunc
	ChangeHandler // of wrangler: OnChange, OnRemove; it runs in a worker, and is run again if it fails
	IndexFunction // of an informer, or of controller-runtime's field indexer: it runs when the store gets an object
)

var surfaceNames = [...]string{
	InformerHandler: "an informer's event handler", InformerFilter: "an informer's event filter", EventHandler: "an event handler",
	Predicate: "a predicate", MapFunction: "a map function", SourceFunc: "a source", ChangeHandler: "a handler of a wrangler controller",
	IndexFunction: "an index function",
}

// String names the surface in messages: "an event handler".
func (s Surface) String() string { return surfaceNames[s] }

const (
	crHandler   = "sigs.k8s.io/controller-runtime/pkg/handler"
	crPredicate = "sigs.k8s.io/controller-runtime/pkg/predicate"
	crSource    = "sigs.k8s.io/controller-runtime/pkg/source"
	crEvent     = "sigs.k8s.io/controller-runtime/pkg/event"
	mcHandler   = "sigs.k8s.io/multicluster-runtime/pkg/handler"
)

// eventStructs are controller-runtime's structs of event functions: Funcs in all versions, and an alias of an instance
// of TypedFuncs from 0.18.
var eventStructs = map[Symbol]Surface{
	{Pkg: crHandler, Name: "Funcs"}:        EventHandler,
	{Pkg: crHandler, Name: "TypedFuncs"}:   EventHandler,
	{Pkg: crPredicate, Name: "Funcs"}:      Predicate,
	{Pkg: crPredicate, Name: "TypedFuncs"}: Predicate,
	{Pkg: mcHandler, Name: "TypedFuncs"}:   EventHandler,
}

// eventFuncs are function types whose values are event functions. A function that is passed where one of them is
// wanted is converted to it: EnqueueRequestsFromMapFunc takes a MapFunc (from 0.7, generic from 0.18).
var eventFuncs = map[Symbol]Surface{
	{Pkg: crHandler, Name: "ToRequestsFunc"}: MapFunction, // 0.6
	{Pkg: crHandler, Name: "MapFunc"}:        MapFunction,
	{Pkg: crHandler, Name: "TypedMapFunc"}:   MapFunction,
	{Pkg: mcHandler, Name: "TypedMapFunc"}:   MapFunction,
	{Pkg: crSource, Name: "Func"}:            SourceFunc,
	{Pkg: crSource, Name: "TypedFunc"}:       SourceFunc, // from 0.19
}

// eventMakers make predicates of the function that they are given.
var eventMakers = map[Symbol]Surface{
	{Pkg: crPredicate, Name: "NewPredicateFuncs"}:      Predicate,
	{Pkg: crPredicate, Name: "NewTypedPredicateFuncs"}: Predicate, // from 0.18
}

// KeepsChanges tells whether s, a type or a function that makes it, is a predicate that lets pass every update of an object whose
// labels and annotations stay as they are, if it lets any pass: it goes by these, or by the version (controller-runtime, all versions;
// cluster-api util/predicates, from 0.3.11).
func KeepsChanges(s Symbol) bool {
	switch s.Pkg {
	case crPredicate:
		return s.Name == "ResourceVersionChangedPredicate" || s.Name == "TypedResourceVersionChangedPredicate" || s.Name == "LabelSelectorPredicate"
	case "sigs.k8s.io/cluster-api/util/predicates":
		switch s.Name {
		case "ResourceNotPaused", "ResourceHasFilterLabel", "ResourceNotPausedAndHasFilterLabel", "ResourceIsNotExternallyManaged", "ResourceIsTopologyOwned":
			return true
		}
	}
	return false
}

// IsKeeper tells whether values of type t are such predicates.
func IsKeeper(t types.Type) bool { return KeepsChanges(namedSymbol(t)) }

// GivesPredicates tells whether s makes an option of a watch of predicates, its arguments (controller-runtime pkg/builder, all versions).
func GivesPredicates(s Symbol) bool { return s == Symbol{Pkg: crBuilder, Name: "WithPredicates"} }

// EventField returns the surface of the functions in a field of one of the libraries' structs, and the field's name;
// NoSurface if t is no such struct.
func EventField(t types.Type, field int) (Surface, string) {
	switch FieldRole(t, field) {
	case Add, Update, Delete:
		return InformerHandler, t.Underlying().(*types.Struct).Field(field).Name()
	case Filter:
		return InformerFilter, "FilterFunc"
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || field >= s.NumFields() {
		return NoSurface, ""
	}
	name := s.Field(field).Name()
	if surface := eventStructs[typeSymbol(t)]; surface != NoSurface && strings.HasSuffix(name, "Func") {
		return surface, name
	}
	if isType(t, toolsCache, "Config") && strings.HasPrefix(name, "Process") {
		return InformerHandler, name
	}
	return NoSurface, ""
}

// EventFunc returns the surface of the functions of type t.
func EventFunc(t types.Type) (Surface, string) {
	s := typeSymbol(t)
	return eventFuncs[s], s.Name
}

// EventMaker returns the surface of the functions that s is given.
func EventMaker(s Symbol) Surface { return eventMakers[s] }

func typeSymbol(t types.Type) Symbol {
	if isPointer(t) {
		return Symbol{}
	}
	return namedSymbol(t)
}

// EventMethod returns the surface of a method of a type that is controller-runtime's EventHandler, Predicate or, in
// 0.6, Mapper. It goes by the events in the signature: a predicate answers with a bool, a handler is given a queue.
func EventMethod(fn *types.Func) Surface {
	sig := fn.Signature()
	if sig.Recv() == nil {
		return NoSurface
	}
	params := sig.Params()
	switch fn.Name() {
	case "Create", "Update", "Delete", "Generic":
		event := -1
		for i := range params.Len() {
			if s := typeSymbol(params.At(i).Type()); s.Pkg == crEvent && strings.HasSuffix(s.Name, fn.Name()+"Event") {
				event = i
			}
		}
		switch {
		case event < 0:
		case params.Len() == 1 && sig.Results().Len() == 1 && types.Identical(sig.Results().At(0).Type(), types.Typ[types.Bool]):
			return Predicate
		case event == params.Len()-2 && sig.Results().Len() == 0 && method(params.At(event+1).Type(), nil, "AddRateLimited") != nil:
			return EventHandler
		}
	case "Map":
		if params.Len() == 1 && typeSymbol(params.At(0).Type()) == (Symbol{Pkg: crHandler, Name: "MapObject"}) {
			return MapFunction
		}
	}
	return NoSurface
}

// NamesEvents tells whether obj, which a package uses, is one of the types and functions by which event functions are
// made or registered.
func NamesEvents(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.TypeName:
		if IsAboutEvents(obj) {
			return true
		}
		s := typeSymbol(obj.Type())
		return eventStructs[s] != NoSurface || eventFuncs[s] != NoSurface || s.Pkg == crEvent || s == (Symbol{Pkg: toolsCache, Name: "Config"})
	case *types.Func:
		s := SymbolOf(obj)
		return eventMakers[s] != NoSurface || HandlerMaker(s) != nil || s.Pkg == crHandler && strings.Contains(s.Name, "MapFunc")
	}
	return false
}

// privateInformers are the functions that make an informer with one event handler, which runs in the very loop that
// fills the store (client-go tools/cache; the Transforming ones from 0.23). The handler is parameter 3.
var privateInformers = map[string]bool{
	"NewInformer": true, "NewIndexerInformer": true, "NewTransformingInformer": true, "NewTransformingIndexerInformer": true,
}

// PrivateHandler returns the index of the parameter of s that is the event handler of a private informer; -1 if s makes
// none.
func PrivateHandler(s Symbol) int {
	if s.Pkg == toolsCache && s.Recv == "" && privateInformers[s.Name] {
		return 3
	}
	return -1
}

// IsPrivateOption tells whether the field of struct t is the event handler of a private informer: InformerOptions.Handler
// (client-go tools/cache, from 0.31).
func IsPrivateOption(t types.Type, field int) bool {
	if !isType(t, toolsCache, "InformerOptions") {
		return false
	}
	s, ok := t.Underlying().(*types.Struct)
	return ok && s.Field(field).Name() == "Handler"
}

// IsEventChannel tells whether t is a channel of controller-runtime's generic events, which a source.Channel empties
// into a buffer of its own.
func IsEventChannel(t types.Type) bool {
	c, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	s := typeSymbol(c.Elem())
	return s.Pkg == crEvent && strings.HasSuffix(s.Name, "GenericEvent")
}

// EventObject returns the index of the parameter of an event function, registered as that surface in that role, that is
// the object as the cache holds it now, or the event that has it; -1 if it has none. The receiver is not among the
// parameters. What is deleted is in no cache any more, and where generic events come from can't be known.
func EventObject(surface Surface, role string, params []types.Type) int {
	switch surface {
	case InformerHandler, InformerFilter:
		n := 0
		switch {
		case strings.Contains(role, "Delete") || strings.HasPrefix(role, "Process"):
			return -1
		case strings.Contains(role, "Update"):
			n = 1
		}
		if n < len(params) {
			return n
		}
	case EventHandler, Predicate, MapFunction:
		for n, t := range params {
			s := typeSymbol(t)
			switch {
			case s.Pkg == crEvent && (strings.HasSuffix(s.Name, "CreateEvent") || strings.HasSuffix(s.Name, "UpdateEvent")):
				return n
			case surface != EventHandler && (IsObject(t) || s == Symbol{Pkg: crHandler, Name: "MapObject"}):
				return n
			}
		}
	}
	return -1
}

// IsEvent tells whether t is one of controller-runtime's events.
func IsEvent(t types.Type) bool {
	s := typeSymbol(t)
	return s.Pkg == crEvent || s == Symbol{Pkg: crHandler, Name: "MapObject"}
}

// IsEventObject tells whether a field of an event is the object as a cache has it now, or was its metadata (controller-runtime before
// 0.7).
func IsEventObject(field string) bool {
	switch field {
	case "Object", "ObjectNew", "Meta", "MetaNew":
		return true
	}
	return false
}

// IsOldObject tells whether a field of an update event is the object as it was before, which the cache holds no more.
func IsOldObject(field string) bool { return field == "ObjectOld" || field == "MetaOld" }
