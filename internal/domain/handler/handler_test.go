package handler_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/handler"
	"github.com/ctrllint/ctrllint/internal/fixture"
	"github.com/ctrllint/ctrllint/internal/model"
	"github.com/ctrllint/ctrllint/internal/scenario"
)

const prelude = `
import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

type funcs = cache.ResourceEventHandlerFuncs

var (
	pods cache.SharedIndexInformer
	b    bool
	_    context.Context
	_    client.Object
	_    event.DeleteEvent
	_    = predicate.NewPredicateFuncs
)

func add(handler cache.ResourceEventHandler) { pods.AddEventHandler(handler) }
func gone(obj any)      { _, _ = obj.(*corev1.Pod) }
func lost(obj any)      { _, _ = obj.(*corev1.Node) }
func mine(obj any) bool { return b }
`

// TestHandlers asks, for each of these packages, which functions are called with deleted objects, and behind which
// filters.
func TestHandlers(t *testing.T) {
	sources := map[string]string{}
	for name, test := range handlers {
		sources[name] = "package " + name + "\n" + prelude + test.source
	}
	for name, result := range fixture.Analyze(t, "cr025", "./oneshot/runtime", sources, model.Analyzer) {
		if got := describe(result.(*model.Package).Handlers); got != handlers[name].want {
			t.Errorf("%s: %q, want %q", name, got, handlers[name].want)
		}
	}
}

func describe(found *handler.Handlers) string {
	var all []string
	for _, h := range found.List {
		text := names(h.Delete)
		for _, f := range h.Filters {
			text += " behind " + names(f.Funcs)
		}
		if h.Any {
			text += " of anybody"
		}
		all = append(all, strings.TrimSpace(text))
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

func names(closures []*scenario.Closure) string {
	var all []string
	for _, c := range closures {
		all = append(all, name(c.Fn))
	}
	slices.Sort(all)
	return strings.Join(all, "|")
}

// name is that of the function in the source: of a literal, with that of the function around it.
func name(fn *ssa.Function) string { return handler.Source(fn).Name() }

var handlers = map[string]struct{ source, want string }{
	"plain":    {`func f() { add(funcs{DeleteFunc: gone}) }`, "gone"},
	"adds":     {`func f() { add(funcs{AddFunc: gone}) }`, ""},
	"literal":  {`func f() { add(funcs{DeleteFunc: func(obj any) { gone(obj) }}) }`, "f$1"},
	"assigned": {`func f() { h := funcs{}; h.DeleteFunc = gone; add(h) }`, "gone"},
	"pointer":  {`func f() { h := &funcs{}; h.DeleteFunc = gone; add(h) }`, "gone"},
	"either":   {`func f() { g := gone; if b { g = lost }; add(funcs{DeleteFunc: g}) }`, "gone|lost"},
	"loop":     {`func f() { g := gone; for b { add(funcs{DeleteFunc: g}); g = lost } }`, "gone|lost"},
	"captured": {`func f() { g := gone; func() { add(funcs{DeleteFunc: g}) }() }`, "gone"},
	"method":   {`type t struct{}; func (t) g(any) {}; func f() { add(funcs{DeleteFunc: t{}.g}) }`, "g"},
	"adapter":  {`func wrap(g func(any)) func(any) { return func(obj any) { g(obj) } }; func f() { add(funcs{DeleteFunc: wrap(gone)}) }`, "wrap$1"},
	"helper":   {`func on(g func(any)) { add(funcs{DeleteFunc: g}) }; func f() { on(gone) }`, "gone"},
	"helpers":  {`func on(g func(any)) { add(funcs{DeleteFunc: g}) }; func p(g func(any)) { on(g) }; func q(g func(any)) { p(g) }; func f() { q(gone) }`, "gone"},
	"circle":   {`func on(g func(any)) { p(g); add(funcs{DeleteFunc: g}) }; func p(g func(any)) { if b { on(g) } }; func f() { p(gone) }`, "gone"},
	"generic":  {`func on[T any](g func(T), to func(any) T) { add(funcs{DeleteFunc: func(obj any) { g(to(obj)) }}) }; func f() { on(gone, func(obj any) any { return obj }) }`, "on$1, on$1"}, // of the function and its instance
	"own":      {`type t struct{}; func (t) OnAdd(any, bool) {}; func (t) OnUpdate(_, _ any) {}; func (t) OnDelete(any) {}`, "OnDelete"},
	"promoted": {`type t struct{ cache.ResourceEventHandlerFuncs }; func f() { h := &t{}; h.DeleteFunc = gone; add(h) }`, "gone"},
	"within":   {`type t struct{ h funcs }; func (v *t) f() { v.h.AddFunc = gone; v.h.DeleteFunc = lost }`, "lost"},
	"replaced": {`type t struct{ funcs }; func (t) OnDelete(any) {}; func f() { h := &t{}; h.DeleteFunc = gone; add(h) }`, "OnDelete"},
	"embedded": {`type t struct{ funcs }; func f() { add(&t{funcs{DeleteFunc: gone}}) }`, "gone"},
	"guarded":  {`type t struct{ funcs }; func (t) OnDelete(any) {}; func f() { add(&t{funcs{DeleteFunc: gone}}) }`, "OnDelete"},
	"removed":  {`type t struct{ funcs }; func f(h *t) { h.DeleteFunc = nil }`, ""},
	"filtered": {`func f() { add(cache.FilteringResourceEventHandler{FilterFunc: mine, Handler: funcs{DeleteFunc: gone}}) }`, "gone behind mine"},
	"twice": {`func f() { add(cache.FilteringResourceEventHandler{FilterFunc: mine, Handler: cache.FilteringResourceEventHandler{
		FilterFunc: func(any) bool { return b }, Handler: funcs{DeleteFunc: gone}}}) }`, "gone behind mine behind f$1"},
	"anybody": {`func f(h cache.ResourceEventHandler) { add(cache.FilteringResourceEventHandler{FilterFunc: mine, Handler: h}) }`, "behind mine of anybody"},
	"itself":  {`func f() { h := &cache.FilteringResourceEventHandler{FilterFunc: mine}; h.Handler = h; add(h) }`, ""},
}

// TestEvents asks, for each of these packages, which functions run on events, and as what.
func TestEvents(t *testing.T) {
	sources := map[string]string{}
	for name, test := range events {
		sources[name] = "package " + name + "\n" + prelude + test.source
	}
	for test, result := range fixture.Analyze(t, "cr025", "./oneshot/runtime", sources, model.Analyzer) {
		var all []string
		for _, e := range result.(*model.Package).Events.List {
			text := fmt.Sprintf("%s as %s", name(e.Func.Fn), e.Role)
			if e.Private {
				text += ", private"
			}
			all = append(all, text)
		}
		slices.Sort(all)
		if got := strings.Join(all, "; "); got != events[test].want {
			t.Errorf("%s: %q, want %q", test, got, events[test].want)
		}
	}
}

var events = map[string]struct{ source, want string }{
	"plain":     {`func f() { add(funcs{AddFunc: gone, DeleteFunc: lost}) }`, "gone as AddFunc; lost as DeleteFunc"},
	"either":    {`func f() { g := gone; if b { g = lost }; add(funcs{AddFunc: g}) }`, "gone as AddFunc; lost as AddFunc"},
	"helper":    {`func on(g func(any)) { add(funcs{AddFunc: g}) }; func p(g func(any)) { on(g) }; func f() { p(gone) }`, "gone as AddFunc"},
	"circle":    {`func on(g func(any)) { p(g); add(funcs{AddFunc: g}) }; func p(g func(any)) { if b { on(g) } }; func f() { p(gone) }`, "gone as AddFunc"},
	"adapter":   {`func wrap(g func(any)) func(any) { return func(obj any) { g(obj) } }; func f() { add(funcs{AddFunc: wrap(gone)}) }`, "gone as AddFunc; wrap$1 as AddFunc"},
	"field":     {`type t struct{ g func(any) }; func f(v *t) { add(funcs{AddFunc: v.g}) }; func h() { f(&t{gone}) }`, "gone as AddFunc"},
	"deep":      {`func id(g func(any)) func(any) { return g }; func f() { add(funcs{AddFunc: ` + strings.Repeat("id(", 30) + "gone" + strings.Repeat(")", 30) + `}) }`, "gone as AddFunc"},
	"private":   {`func f() { h := funcs{AddFunc: gone}; _, _ = cache.NewInformer(nil, nil, 0, h) }`, "gone as AddFunc, private"},
	"behind":    {`func f() { h := cache.FilteringResourceEventHandler{Handler: funcs{AddFunc: gone}}; _, _ = cache.NewInformer(nil, nil, 0, h) }`, "gone as AddFunc, private"},
	"one":       {`func f() { var h cache.ResourceEventHandler = funcs{AddFunc: gone}; if b { h = funcs{AddFunc: lost} }; _, _ = cache.NewInformer(nil, nil, 0, h) }`, "gone as AddFunc, private; lost as AddFunc, private"},
	"predicate": {`func ok(client.Object) bool { return b }; func f() { _ = predicate.NewPredicateFuncs(ok) }`, "ok as NewPredicateFuncs"},
	"predicates": {`func ok(event.DeleteEvent) bool { return b }; func f() { _ = predicate.Funcs{DeleteFunc: ok} }`,
		"ok as DeleteFunc"},
}
