package use

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/fixture"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

const prelude = `
import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var (
	ctx context.Context
	key client.ObjectKey
	mgr ctrl.Manager
	c   = mgr.GetClient()
	_   appsv1.Deployment
	_   corev1.Pod
	_   metav1.PartialObjectMetadata
	_   builder.Builder
)
`

var asking = fixture.Asking(func(pass *analysis.Pass) *Info {
	p, solver := pass.ResultOf[ir.Analyzer].(*ir.Package), new(flow.Solver)
	return New(pass, p, solver, client.New(pass, config.Default.Of(pass), p, solver, nil), nil)
}, config.Default.Analyzer, ir.Analyzer)

// TestUses asks for each of these packages which places make informers, or read from them.
func TestUses(t *testing.T) {
	sources := map[string]string{}
	for name, test := range uses {
		sources[name] = "package " + name + prelude + test.source
	}
	for name, result := range fixture.Analyze(t, "cr025", "./projection/metadata", sources, asking) {
		var all []string
		for _, u := range result.(*Info).Uses {
			text := fmt.Sprintf("%s %s %s in %s", u.What, u.Projection, u.Kind, u.Func)
			if u.Data {
				text += ", data"
			}
			if u.Through.Known() {
				text += ", through a helper"
			}
			all = append(all, text)
		}
		if got := strings.Join(all, "; "); got != uses[name].want {
			t.Errorf("%s: %q, want %q", name, got, uses[name].want)
		}
	}
}

var uses = map[string]struct{ source, want string }{
	"read":     {`func f() { var p corev1.Pod; c.Get(ctx, key, &p); _ = p.Spec }`, "Get typed corev1.Pod in f, data"},
	"metadata": {`func f() { var p corev1.Pod; c.Get(ctx, key, &p); _ = p.Labels }`, "Get typed corev1.Pod in f"},
	"items": {`func f() {
		var l corev1.PodList
		c.List(ctx, &l)
		for i := range l.Items { p := &l.Items[i]; _ = p.Name }
	}`, "List typed corev1.Pod in f"},
	"itemsdata": {`func f() {
		var l corev1.PodList
		c.List(ctx, &l)
		for _, p := range l.Items { _ = p.Spec }
	}`, "List typed corev1.Pod in f, data"},
	"live": {`func f() { var p corev1.Pod; mgr.GetAPIReader().Get(ctx, key, &p) }`, ""},
	"watch": {`func f() { ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Owns(&appsv1.Deployment{}, builder.OnlyMetadata) }`,
		"Owns metadata appsv1.Deployment in f; For typed corev1.Pod in f"},
	"helper": {`func get(r client.Reader, o client.Object) { r.Get(ctx, key, o) }
	func f() { get(c, &corev1.Pod{}) }
	func g() { get(mgr.GetAPIReader(), &corev1.Pod{}) }`, "Get typed corev1.Pod in f, through a helper"},
	"generic": {`func get[T client.Object](o T) { c.Get(ctx, key, o) }
	func f() { get(&corev1.Pod{}) }`, "Get typed corev1.Pod in f, through a helper"},
	"recursion": {`func walk(r client.Reader, o client.Object, n int) { r.Get(ctx, key, o); if n > 0 { walk(r, o, n-1) } }
	func f() { walk(c, &corev1.Pod{}, 3) }`, "Get typed corev1.Pod in f, data, through a helper"},
	"closure": {`func f(o client.Object) { func() { c.Get(ctx, key, o) }() }
	func g() { f(&corev1.Pod{}) }`, "Get typed corev1.Pod in g, through a helper"},
	"phi": {`func f(b bool) { var o client.Object = &corev1.Pod{}; if b { o = &appsv1.Deployment{} }; c.Get(ctx, key, o) }`,
		"Get typed appsv1.Deployment in f; Get typed corev1.Pod in f"},
	"partial": {`func f() {
		o := &metav1.PartialObjectMetadata{}
		o.SetGroupVersionKind(appsv1.SchemeGroupVersion.WithKind("Deployment"))
		c.Get(ctx, key, o)
	}`, "Get metadata appsv1.Deployment in f"},
}

// TestGrowth counts the answers that are computed for packages of doubling size.
func TestGrowth(t *testing.T) {
	families := map[string]func(n int) string{
		"reads": func(n int) string {
			return "func f() {\n" + strings.Repeat("{ var p corev1.Pod; c.Get(ctx, key, &p); _ = p.Spec }\n", n) + "}\n"
		},
		"same": func(n int) string {
			return "func f() {\nvar p corev1.Pod\n" + strings.Repeat("c.Get(ctx, key, &p)\n", n) + "}\n"
		},
		"helpers": func(n int) string {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, "func l%d(c client.Client, o client.Object) { l%d(c, o); l%d(c, o) }\n", i, i+1, i+1)
			}
			fmt.Fprintf(&b, "func l%d(c client.Client, o client.Object) { c.Get(ctx, key, o) }\nfunc f() { l0(c, &corev1.Pod{}) }\n", n)
			return b.String()
		},
		"callers": func(n int) string {
			return "func get(c client.Client, o client.Object) { c.Get(ctx, key, o) }\nfunc f() {\n" +
				strings.Repeat("get(c, &corev1.Pod{})\n", n) + "}\n"
		},
		"phis": func(n int) string {
			return "func f(b func() bool) {\nc := mgr.GetClient()\nfor b() {\n" + strings.Repeat("if b() { c = mgr.GetClient() }\n", n) +
				"}\nvar p corev1.Pod\nc.Get(ctx, key, &p)\n}\n"
		},
	}
	fixture.Growth(t, "cr025", "./projection/metadata", prelude, families, fixture.Asking(func(pass *analysis.Pass) int {
		p, solver := pass.ResultOf[ir.Analyzer].(*ir.Package), new(flow.Solver)
		s := newScan(newPackage(pass, p, nil), p, solver, client.New(pass, config.Default.Of(pass), p, new(flow.Solver), nil))
		if len(s.uses()) == 0 {
			t.Errorf("%s has no uses", pass.Pkg.Name())
		}
		return solver.Steps()
	}, config.Default.Analyzer, ir.Analyzer))
}
