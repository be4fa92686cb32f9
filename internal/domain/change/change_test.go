package change_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/fixture"
	"github.com/ctrllint/ctrllint/internal/model"
)

const prelude = `
import (
	"sort"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

var (
	pods corelisters.PodLister
	_    = sort.Strings
	_    metav1.Object
	_    corev1.Pod
	_    = controllerutil.AddFinalizer
)
`

// TestEffects asks what the function F of each of these packages changes in its parameters.
func TestEffects(t *testing.T) {
	tests := map[string]struct{ source, want string }{
		"field":    {`func F(p *corev1.Pod) { p.Spec.NodeName = "n" }`, "p Spec.NodeName 0"},
		"inside":   {`func F(p *corev1.Pod) { p.Labels["a"] = "b" }`, "p Labels 1"},
		"deep":     {`func F(p *corev1.Pod) { p.Spec.Containers[0].Env[0].Name = "n" }`, "p Spec.Containers.Env.Name 2"},
		"part":     {`func F(s *corev1.PodStatus) { s.Reason = "r" }`, "s Reason 0"},
		"plain":    {`func F(m map[string]string) { delete(m, "a") }`, "m  0"},
		"value":    {`func F(p corev1.Pod) { p.Name = "n"; p.Labels["a"] = "b" }`, "p Labels 0"},
		"elements": {`func F(all []*corev1.Pod) { for _, p := range all { p.Name = "n" } }`, "all Name 1"},
		"order":    {`func F(all []*corev1.Pod) { sort.Slice(all, nil) }`, "all  0"},
		"library":  {`func F(p *corev1.Pod) { controllerutil.AddFinalizer(p, "f") }`, "p Finalizers 0"},
		"setter":   {`func F(o metav1.Object) { o.SetLabels(nil) }`, "o Labels 0"},
		"callee":   {`func F(p *corev1.Pod) { g(&p.Status) }; func g(s *corev1.PodStatus) { s.Reason = "r" }`, "p Status.Reason 0"},
		"literal":  {`func F(p *corev1.Pod) { func() { p.Name = "n" }() }`, "p Name 0"},
		"circle":   {`func F(p *corev1.Pod) { p.Name = "n"; g(p) }; func g(p *corev1.Pod) { p.Labels = nil; F(p) }`, "p Name 0; p Labels 0"},
		"copy":     {`func F(p *corev1.Pod) { p = p.DeepCopy(); p.Name = "n" }`, ""},
		"own":      {`func F(p *corev1.Pod) { m := map[string]string{}; for k, v := range p.Labels { m[k] = v }; m["a"] = p.Name }`, ""},
		"flag":     {`func F(p *corev1.Pod) { g(p, false) }; func g(p *corev1.Pod, b bool) { if b { p.Name = "n" } }`, ""},
		"raised":   {`func F(p *corev1.Pod) { g(p, true) }; func g(p *corev1.Pod, b bool) { if b { p.Name = "n" } }`, "p Name 0"},
		"reads":    {`func F(p *corev1.Pod) string { return p.Labels["a"] }`, ""},
	}
	sources := map[string]string{}
	for name, test := range tests {
		sources[name] = "package " + name + prelude + test.source
	}
	for name, result := range fixture.Analyze(t, "cr025", "./mutation/field", sources, summaries) {
		if got := result.(string); got != tests[name].want {
			t.Errorf("%s: %q, want %q", name, got, tests[name].want)
		}
	}
}

// summaries gives what the facts of function F say.
var summaries = &analysis.Analyzer{
	Name: "summaries", Doc: "tells what a function changes", Requires: []*analysis.Analyzer{model.Analyzer},
	ResultType: reflect.TypeFor[string](),
	Run: func(pass *analysis.Pass) (any, error) {
		var all []string
		for fn, facts := range pass.ResultOf[model.Analyzer].(*model.Package).Changes.Facts() {
			if fn.Name() != "F" {
				continue
			}
			for _, c := range facts.Changes {
				all = append(all, fmt.Sprintf("%s %s %d", fn.Signature().Params().At(c.Param).Name(), change.Fields(c.Path), c.Depth))
			}
		}
		return strings.Join(all, "; "), nil
	},
}

// copies are functions that return copies.
const copies = `
func renew(p *corev1.Pod) *corev1.Pod {
	c := *p
	c.Labels = map[string]string{}
	c.Spec.Containers = append([]corev1.Container(nil), p.Spec.Containers...)
	return &c
}

func perhaps(p *corev1.Pod) *corev1.Pod {
	c := *p
	if c.Labels == nil {
		c.Labels = map[string]string{}
	}
	return &c
}

func nested(p *corev1.Pod) *corev1.Pod {
	c := renew(p)
	d := *c
	d.Name = "d"
	return &d
}
`

// TestChanges asks of which objects of a cache function f changes what.
func TestChanges(t *testing.T) {
	tests := map[string]struct{ body, want string }{
		"direct":   {`p, _ := pods.Pods("a").Get("b"); p.Name = "n"`, "Name"},
		"shared":   {`p, _ := pods.Pods("a").Get("b"); c := *p; c.Name = "n"; c.Labels["a"] = "b"`, "Labels shared"},
		"own":      {`p, _ := pods.Pods("a").Get("b"); c := *p; c.Labels = nil; c.Labels["a"] = "b"`, ""},
		"list":     {`all, _ := pods.List(nil); all[0] = nil; all[1].Name = "n"`, "Name"},
		"elements": {`all, _ := pods.List(nil); all[1].Name = "n"`, "Name"},
		"copied":   {`p, _ := pods.Pods("a").Get("b"); p = p.DeepCopy(); p.Name = "n"`, ""},
		"begins":   {`p, _ := pods.Pods("a").Get("b"); _ = append(p.Finalizers[:1], "f")`, "Finalizers"},
		"bounded":  {`p, _ := pods.Pods("a").Get("b"); _ = append(p.Finalizers[:1:1], "f")`, ""},
		"captured": {`p, _ := pods.Pods("a").Get("b"); p = p.DeepCopy(); func() { p.Name = "n" }()`, ""},
		"renewed":  {`p, _ := pods.Pods("a").Get("b"); c := renew(p); c.Labels["a"] = "b"; c.Spec.Containers[0].Env[0].Name = "e"`, "Spec.Containers.Env.Name shared"},
		"perhaps":  {`p, _ := pods.Pods("a").Get("b"); c := perhaps(p); c.Labels["a"] = "b"`, "Labels shared"},
		"nested":   {`p, _ := pods.Pods("a").Get("b"); c := nested(p); c.Labels["a"] = "b"; c.Annotations["a"] = "b"`, "Annotations shared"},
		"later":    {`p, _ := pods.Pods("a").Get("b"); g := func() { p.Name = "n" }; g(); p = p.DeepCopy(); g()`, "Name"},
	}
	sources := map[string]string{}
	for name, test := range tests {
		sources[name] = "package " + name + prelude + copies + "func f() {" + test.body + "}"
	}
	for name, result := range fixture.Analyze(t, "cr025", "./mutation/field", sources, changed) {
		if got := result.(string); got != tests[name].want {
			t.Errorf("%s: %q, want %q", name, got, tests[name].want)
		}
	}
}

var changed = &analysis.Analyzer{
	Name: "changed", Doc: "tells what of a cache's objects is changed", Requires: []*analysis.Analyzer{model.Analyzer},
	ResultType: reflect.TypeFor[string](),
	Run: func(pass *analysis.Pass) (any, error) {
		var all []string
		info := pass.ResultOf[model.Analyzer].(*model.Package).Changes
		for _, fn := range info.Functions {
			for _, c := range info.Changes(fn) {
				text := change.Fields(c.Root.Path)
				if c.Root.Copied {
					text += " shared"
				}
				all = append(all, text)
			}
		}
		slices.Sort(all)
		return strings.Join(slices.Compact(all), "; "), nil
	},
}

// A path that comes round, as in a type that contains itself, ends where it does.
func TestFields(t *testing.T) {
	for path, want := range map[string]string{
		"ObjectMeta.Labels":                             "Labels",
		"Spec.Policy.Chain.FleetAutoscalerPolicy.Chain": "Spec.Policy",
		"Spec.Template.Spec":                            "Spec.Template.Spec",
	} {
		if got := change.Fields(path); got != want {
			t.Errorf("Fields(%q) = %q, want %q", path, got, want)
		}
	}
}
