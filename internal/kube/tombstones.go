package kube

import (
	"go/token"
	"slices"
	"strings"
)

// A Response is what a function of the libraries does when it is given a tombstone.
type Response uint8

// The responses to a tombstone.
const (
	Unlisted Response = iota // not in the table
	Fails                    // returns zero values and an error
	Unwraps                  // deals with tombstones
	Rejects                  // returns false
	All                      // a filter combinator: rejects when one of its filters does
	Any                      // a filter combinator: rejects when all of its filters do
	Mirrors                  // returns what says which type it has, or its Kind
	Panics                   // asks that for what only a pointer has
)

const (
	apimeta   = "k8s.io/apimachinery/pkg/api/meta"
	knativeRc = "knative.dev/pkg/reconciler"
	knativeCt = "knative.dev/pkg/controller"
)

// responses holds what functions do with a tombstone as any of their parameters. cache and meta: all versions, the
// ObjectName forms from client-go 0.30 (measured on 0.28, 0.33, 0.35 and 0.37).
var responses = map[Symbol]Response{
	{Pkg: toolsCache, Name: "MetaNamespaceKeyFunc"}:                     Fails,
	{Pkg: toolsCache, Name: "ObjectToName"}:                             Fails,
	{Pkg: apimeta, Name: "Accessor"}:                                    Fails,
	{Pkg: apimeta, Name: "CommonAccessor"}:                              Fails,
	{Pkg: apimeta, Name: "TypeAccessor"}:                                Fails,
	{Pkg: toolsCache, Name: "MetaNamespaceIndexFunc"}:                   Fails,
	{Pkg: toolsCache, Name: "DeletionHandlingMetaNamespaceKeyFunc"}:     Unwraps,
	{Pkg: toolsCache, Name: "DeletionHandlingObjectToName"}:             Unwraps,
	{Pkg: "k8s.io/kubernetes/pkg/controller", Name: "KeyFunc"}:          Unwraps, // a variable
	{Pkg: "knative.dev/pkg/kmeta", Name: "DeletionHandlingAccessor"}:    Unwraps,
	{Pkg: "istio.io/istio/pkg/kube/controllers", Name: "Extract"}:       Unwraps,
	{Pkg: "istio.io/istio/pkg/kube/controllers", Name: "ExtractObject"}: Unwraps,
	{Pkg: "reflect", Name: "TypeOf"}:                                    Mirrors,
	{Pkg: "reflect", Name: "ValueOf"}:                                   Mirrors,
	{Pkg: "reflect", Recv: "Value", Name: "Type"}:                       Mirrors,
	{Pkg: "reflect", Recv: "Value", Name: "Kind"}:                       Mirrors,
	{Pkg: "reflect", Recv: "Type", Name: "Kind"}:                        Mirrors,
	{Pkg: "reflect", Recv: "Value", Name: "Elem"}:                       Panics, // as for every struct that is no pointer
	{Pkg: "reflect", Recv: "Type", Name: "Elem"}:                        Panics,
}

// paramResponses overrides responses for one parameter.
var paramResponses = map[Symbol]map[int]Response{
	// As(oldObj, newObj) looks for a tombstone in oldObj only (k8s.io/kubernetes, pkg/scheduler/util/utils.go).
	{Pkg: "k8s.io/kubernetes/pkg/scheduler/util", Name: "As"}: {0: Unwraps, 1: Fails},
}

// filterMakers return filter functions. knative.dev/pkg's look for metav1.Object, which a tombstone is not.
var filterMakers = map[Symbol]Response{
	{Pkg: knativeCt, Name: "FilterController"}:           Rejects,
	{Pkg: knativeCt, Name: "FilterControllerGK"}:         Rejects,
	{Pkg: knativeCt, Name: "FilterControllerGVK"}:        Rejects,
	{Pkg: knativeCt, Name: "FilterWithName"}:             Rejects,
	{Pkg: knativeCt, Name: "FilterWithNameAndNamespace"}: Rejects,
	{Pkg: knativeRc, Name: "LabelExistsFilterFunc"}:      Rejects,
	{Pkg: knativeRc, Name: "LabelFilterFunc"}:            Rejects,
	{Pkg: knativeRc, Name: "AnnotationFilterFunc"}:       Rejects,
	{Pkg: knativeRc, Name: "NameFilterFunc"}:             Rejects,
	{Pkg: knativeRc, Name: "NamespaceFilterFunc"}:        Rejects,
	{Pkg: knativeRc, Name: "ChainFilterFuncs"}:           All,
	{Pkg: knativeRc, Name: "And"}:                        All,
	{Pkg: knativeRc, Name: "Or"}:                         Any,
}

// OnTombstone returns what the function or function variable s does when its parameter of that index is a tombstone.
func OnTombstone(s Symbol, param int) Response {
	if r, ok := paramResponses[s][param]; ok {
		return r
	}
	return responses[s]
}

// MadeFilter returns what a filter function that s returned does with a tombstone.
func MadeFilter(s Symbol) Response { return filterMakers[s] }

// nameFilters are those of them that go by the name of the object, and the parameter that has it.
var nameFilters = map[Symbol]int{
	{Pkg: knativeCt, Name: "FilterWithName"}:             0,
	{Pkg: knativeCt, Name: "FilterWithNameAndNamespace"}: 1,
	{Pkg: knativeRc, Name: "NameFilterFunc"}:             0,
}

// FiltersName returns which argument of s is the name of the objects that the filter function lets through which s returns.
func FiltersName(s Symbol) (arg int, ok bool) {
	arg, ok = nameFilters[s]
	return arg, ok
}

// IsKeyFunc tells whether s derives a key or an accessor from an object, so that its failure mis-keys the event.
func IsKeyFunc(s Symbol) bool { return s.Pkg == toolsCache || s.Pkg == apimeta }

// DeletionHandling returns the name of the key function of package cache that deals with tombstones and otherwise
// does what s does; empty if there is none.
func DeletionHandling(s Symbol) string {
	if s.Pkg == toolsCache && (s.Name == "MetaNamespaceKeyFunc" || s.Name == "ObjectToName") {
		return "DeletionHandling" + s.Name
	}
	return ""
}

// MakesKey tells whether s makes the key of an object, of one in a tombstone or not.
func MakesKey(s Symbol) bool {
	s.Name = strings.TrimPrefix(s.Name, "DeletionHandling")
	return DeletionHandling(s) != ""
}

// KeyOfDeleted tells whether s returns the key or the name of the object in a cache.DeletedObject, the receiver, of one in a
// tombstone or not (client-go tools/cache, from 0.37).
func KeyOfDeleted(s Symbol) bool {
	return s.Pkg == toolsCache && s.Recv == "DeletedObject" && (s.Name == "GetKey" || s.Name == "GetObjectName")
}

// An Effect is what a call of a function outside the package under analysis may do to the world.
type Effect uint8

// The effects, in the order of their strength.
const (
	NoEffect  Effect = iota // computes, logs, counts or locks: nothing a user would miss
	MayEffect               // not known
	HasEffect               // enqueues, stores, sends, writes
)

// quietPackages compute, count or lock. A path that ends in a slash stands for all packages below it. Loggers, which are
// quiet too, have a table of their own.
var quietPackages = []string{
	"fmt", "strings", "strconv", "sort", "slices", "maps", "time", "reflect", "math", "math/", "bytes", "unicode",
	"unicode/", "path", "path/", "regexp", "context", "runtime", "runtime/", "encoding/", "hash", "hash/",
	"crypto/", "sync", "cmp", "iter", "net/netip", "net/url", "text/", "unsafe", "testing",
	"github.com/prometheus/", "go.opentelemetry.io/", "go.opencensus.io/", "github.com/google/go-cmp/",
	"github.com/davecgh/go-spew/",
	"k8s.io/component-base/metrics", "k8s.io/component-base/metrics/", "k8s.io/utils/", "k8s.io/api/",
	"k8s.io/apimachinery/pkg/api/", "k8s.io/apimachinery/pkg/apis/", "k8s.io/apimachinery/pkg/labels", "k8s.io/apimachinery/pkg/fields",
	"k8s.io/apimachinery/pkg/types", "k8s.io/apimachinery/pkg/util/runtime", "k8s.io/apimachinery/pkg/runtime",
	"k8s.io/apimachinery/pkg/runtime/", "k8s.io/apimachinery/pkg/util/errors", "k8s.io/apimachinery/pkg/util/intstr",
	"k8s.io/apimachinery/pkg/conversion", "k8s.io/apimachinery/pkg/selection", "k8s.io/apimachinery/pkg/util/json",
}

// isQuiet tells whether the functions of a package compute, log, count or lock.
func isQuiet(pkg string) bool {
	logs, _ := logs(pkg)
	return logs || IsErrorPackage(pkg) || slices.ContainsFunc(quietPackages, func(path string) bool { return isAt(pkg, path) })
}

// stirs are the functions of quiet packages with which something is done by others, or later, or kept or forgotten.
var stirs = map[Symbol]bool{
	{"time", "", "AfterFunc"}: true, {"time", "Timer", "Reset"}: true, {"time", "Ticker", "Reset"}: true,
	{"context", "", "AfterFunc"}: true,
	{"sync", "Cond", "Signal"}:   true, {"sync", "Cond", "Broadcast"}: true,
	{"k8s.io/utils/lru", "Cache", "Add"}: true, {"k8s.io/utils/lru", "Cache", "Remove"}: true, {"k8s.io/utils/lru", "Cache", "Clear"}: true,
}

// EffectOf returns what a call of s, a function outside the package under analysis, may do.
func EffectOf(s Symbol) Effect {
	if e := queueEffect(s); e != NoEffect {
		return e
	}
	switch {
	case s.Pkg == "sync" && s.Recv == "Map" && (s.Name == "Store" || strings.HasPrefix(s.Name, "Delete") || strings.HasSuffix(s.Name, "Delete")):
		return HasEffect
	case s.Pkg == "sync" && (s.Recv == "Once" || s.Recv == "WaitGroup" || s.Recv == "Map"):
		return MayEffect
	case stirs[s]:
		return MayEffect
	case responses[s] != Unlisted || paramResponses[s] != nil || isQuiet(s.Pkg) || Ignores(s) != NoTest:
		return NoEffect
	case token.IsExported(s.Name) && quietNames.takes(s.Name):
		return NoEffect
	}
	return MayEffect
}

// NeverNil tells whether s returns a single value that is never nil, such as an error.
func NeverNil(s Symbol) bool {
	switch {
	case IsErrorPackage(s.Pkg):
		return strings.HasPrefix(s.Name, "New") || s.Name == "Errorf"
	case s.Pkg == "fmt":
		return s.Name == "Errorf"
	}
	return s.Pkg == "k8s.io/apimachinery/pkg/api/errors" && len(s.Name) > 3 && s.Name[:3] == "New"
}
