package scenario

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/fixture"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

const prelude = `
import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

var (
	b   bool
	out chan string
	_   cache.Store
)

func pod(obj any) *corev1.Pod { p, _ := obj.(*corev1.Pod); return p }
func send(obj any)            { if p := pod(obj); p != nil { out <- p.Name } }
`

var asking = fixture.Asking(func(pass *analysis.Pass) *Info {
	return New(pass, pass.ResultOf[ir.Analyzer].(*ir.Package), new(flow.Solver), nil, nil)
}, ir.Analyzer)

// TestTombstone executes function f of each of these packages on a tombstone.
func TestTombstone(t *testing.T) {
	sources := map[string]string{}
	for name, test := range executions {
		sources[name] = "package " + name + "\n" + prelude + test.source
	}
	for name, result := range fixture.Analyze(t, "cr025", "./oneshot/runtime", sources, asking) {
		in := result.(*Info)
		fn := in.Package.Func("f")
		args := unknowns(len(fn.Params))
		args[0] = TheTombstone
		if got := describe(in.Call(fn, args, nil)); got != executions[name].want {
			t.Errorf("%s: %q, want %q", name, got, executions[name].want)
		}
	}
}

// describe tells how an execution ends and what it does.
func describe(r *Result) string {
	var all []string
	for _, f := range r.Faults {
		all = append(all, fmt.Sprintf("%s in %s", [...]string{"assertion", "nil", "panic", "key"}[f.Kind], f.Instr.Parent().Name()))
	}
	if strength, _ := r.Strength(); strength > kube.NoEffect {
		all = append(all, [...]string{"", "may do", "does"}[strength])
	}
	if r.Returns && len(r.Faults) == 0 {
		all = append(all, "returns")
		if r.Value.Kind == Const {
			all = append(all, r.Value.Const.String())
		}
	}
	if r.Truncated {
		all = append(all, "or anything else")
	}
	return strings.Join(all, ", ")
}

var executions = map[string]struct{ source, want string }{
	"assertion": {`func f(obj any) { _ = obj.(*corev1.Pod) }`, "assertion in f"},
	"checked":   {`func f(obj any) { if p, ok := obj.(*corev1.Pod); ok { out <- p.Name } }`, "returns"},
	"use":       {`func f(obj any) { p, _ := obj.(*corev1.Pod); out <- p.Name }`, "nil in f"},
	"unwrapped": {`func f(obj any) { if d, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = d.Obj }; out <- obj.(*corev1.Pod).Name }`, "does, returns"},
	"loop":      {`func f(obj any) { for b { if d, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = d.Obj } }; if b { out <- "" } }`, "does, returns"},
	"called":    {`func f(obj any) { send(obj) }`, "returns"},
	"literal":   {`func f(obj any) { func() { out <- pod(obj).Name }() }`, "nil in f$1"},
	"passed":    {`func f(obj any) { do(func(o any) { _ = o.(*corev1.Pod) }, obj) }; func do(g func(any), obj any) { g(obj) }`, "assertion in f$1"},
	"generic":   {`func f(obj any) { _ = is[*corev1.Pod](obj) }; func is[T any](obj any) bool { _, ok := obj.(T); return ok }`, "returns"},
	"answer":    {`func f(obj any) bool { return is[*corev1.Pod](obj) }; func is[T any](obj any) bool { _, ok := obj.(T); return ok }`, "returns, false"},
	"iface":     {`type i interface{ g(any) }; type t struct{}; func (t) g(obj any) { _ = obj.(*corev1.Pod) }; func f(obj any, v i) { v.g(obj) }`, "assertion in g"},
	"circle":    {`func f(obj any) { if b { g(obj) }; send(obj) }; func g(obj any) { f(obj); _ = obj.(*corev1.Pod) }`, "assertion in g"},
	"turned":    {`func g(obj any) { f(obj); _ = obj.(*corev1.Pod) }; func f(obj any) { if b { g(obj) }; send(obj) }`, "assertion in g"},
	"entered":   {`func a(obj any) { g(obj) }; func g(obj any) { f(obj); _ = obj.(*corev1.Pod) }; func f(obj any) { if b { g(obj) }; send(obj) }`, "assertion in g"},
	"again":     {`func f(obj any) bool { if b { return f(obj) }; return pod(obj) != nil }`, "returns, false"},
	"endless":   {`func f(obj any) { f(obj) }`, ""},
	"counting":  {`func f(obj any) { g(obj, 5) }; func g(obj any, n int) { if n > 0 { g(obj, n-1); g(obj, n-2) }; send(obj) }`, "returns"},
	"growing":   {`func f(obj any) { g(obj, func() {}) }; func g(obj any, h func()) { if b { g(obj, func() { h() }) }; send(obj) }`, "returns, or anything else"},
	"effects":   {`func f(obj any) { quiet(1) }; func quiet(n int) { if n > 0 { loud(n) } }; func loud(n int) { quiet(n); out <- "" }`, "does, returns"},
	"effects2":  {`func f(obj any) { loud(1) }; func loud(n int) { quiet(n); out <- "" }; func quiet(n int) { if n > 0 { loud(n) } }`, "does, returns"},
}
