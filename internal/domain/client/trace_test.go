package client

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/fixture"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

const prelude = `
import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var (
	mgr ctrl.Manager
	_ context.Context
)

func Is(client.Reader) {}
`

var asking = fixture.Asking(func(pass *analysis.Pass) *Origins {
	return New(pass, config.Default.Of(pass), pass.ResultOf[ir.Analyzer].(*ir.Package), new(flow.Solver), nil)
}, config.Default.Analyzer, ir.Analyzer)

// TestOrigins asks, for each of these packages, where the argument of the call of Is comes from.
func TestOrigins(t *testing.T) {
	for name, test := range origins {
		if !strings.Contains(test.source, "Is(") {
			t.Errorf("%s asks nothing", name)
		}
	}
	sources := map[string]string{}
	for name, test := range origins {
		sources[name] = "package " + name + "\n" + prelude + test.source
	}
	for name, result := range fixture.Analyze(t, "cr025", "./staleread/origins", sources, asking) {
		o := result.(*Origins)
		for call := range o.lazy.Calls() {
			if ir.CalledName(call.Common()) != "Is" {
				continue
			}
			if got := describe(o.Of(call.Common().Args[0])); got != origins[name].want {
				t.Errorf("%s: %s, want %s", name, got, origins[name].want)
			}
		}
	}
}

func describe(o Origin) string {
	text := [...]string{"unknown", "live", "cached", "backed", "cache", "strong"}[o.Class]
	if o.Assumed {
		text += ", assumed"
	}
	if o.Param >= 0 {
		text += fmt.Sprintf(", parameter %d of %s", o.Param, o.Fn.Name())
	}
	return text
}

var origins = map[string]struct{ source, want string }{
	"manager":   {`func f() { Is(mgr.GetClient()) }`, "cached"},
	"apireader": {`func f() { Is(mgr.GetAPIReader()) }`, "live"},
	"itself":    {`func f() { Is(mgr.GetCache()) }`, "cache"},
	"made":      {`func f() { c, _ := client.New(mgr.GetConfig(), client.Options{}); Is(c) }`, "live"},
	"reads": {`func f() {
		c, _ := client.New(mgr.GetConfig(), client.Options{Cache: &client.CacheOptions{Reader: mgr.GetCache()}})
		Is(c)
	}`, "backed"},
	"wrapped": {`func f() { Is(client.NewNamespacedClient(mgr.GetClient(), "ns")) }`, "cached"},
	"oneof":   {`func f(b bool) { r := mgr.GetAPIReader(); if b { r = mgr.GetClient() }; Is(r) }`, "unknown"},
	"bothone": {`func f(b bool) { r := client.Reader(mgr.GetClient()); if b { r = mgr.GetClient() }; Is(r) }`, "cached"},
	"loop":    {`func f() { var r client.Reader = mgr.GetClient(); for { Is(r); if c, ok := r.(client.Client); ok { r = c } } }`, "cached"},
	"field": {`type T struct{ r client.Reader }
	func f() *T { return &T{mgr.GetAPIReader()} }
	func (t *T) g() { Is(t.r) }`, "live"},
	"twofields": {`type A struct{ r client.Reader }
	type B struct{ a A; r client.Reader }
	func f() { a := A{mgr.GetClient()}; g(B{a: a, r: a.r}) }
	func g(b B) { Is(b.r) }`, "cached"},
	"usual":   {`type T struct{ client.Client }; func (t *T) g() { Is(t.Client) }`, "cached, assumed"},
	"live":    {`type T struct{ apiReader client.Reader }; func (t *T) g() { Is(t.apiReader) }`, "live, assumed"},
	"reader":  {`type T struct{ r client.Reader }; func (t *T) g() { Is(t.r) }`, "unknown, assumed"},
	"nothing": {`func f() { var r client.Reader; Is(r) }`, "unknown"},
	"setlater": {`type T struct{ r client.Reader }
	func (t *T) g() { Is(t.r) }
	func (t *T) set(r client.Reader) { t.r = r }
	func f(t *T) { t.set(mgr.GetAPIReader()) }`, "live"},
	"constructor": {`type T struct{ r client.Reader }
	func make(r client.Reader) *T { return &T{r: r} }
	func f() { make(mgr.GetAPIReader()) }
	func (t *T) g() { Is(t.r) }`, "live"},
	"twoconstructed": {`type T struct{ apiReader client.Reader }
	func make(r client.Reader) *T { return &T{r} }
	func f() { make(mgr.GetAPIReader()); make(mgr.GetClient()) }
	func (t *T) g() { Is(t.apiReader) }`, "live, assumed"},
	"embedded": {`type base struct{ client.Client }
	type T struct{ base }
	func f() T { return T{base{mgr.GetClient()}} }
	func (t *T) g() { Is(t) }`, "cached"},
	"pointers": {`type base struct{ r client.Reader }
	type T struct{ *base }
	func f() T { return T{&base{mgr.GetAPIReader()}} }
	func (t *T) g() { Is(t.r) }`, "live"},
	"twoembedded": {`type T struct { client.Reader; other }
	type other struct{ client.Client }
	func (t T) Get(ctx context.Context, k client.ObjectKey, o client.Object, opts ...client.GetOption) error { return nil }
	func (t T) List(ctx context.Context, o client.ObjectList, opts ...client.ListOption) error { return nil }
	func f(t T) { Is(t) }`, "unknown"},
	"parameter": {`func f(r client.Reader) { Is(r) }
	func g() { f(mgr.GetAPIReader()) }`, "live, parameter 0 of f"},
	"second": {`type T struct{}
	func (T) f(n int, r client.Reader) { Is(r) }`, "unknown, assumed, parameter 2 of f"},
	"callersdiffer": {`func f(r client.Reader) { Is(r) }
	func g() { f(mgr.GetAPIReader()); f(mgr.GetClient()) }`, "unknown, parameter 0 of f"},
	"callersnil": {`func f(apiReader client.Reader) { Is(apiReader) }
	func g() { f(nil) }`, "live, assumed, parameter 0 of f"},
	"returned": {`func pick() client.Reader { return mgr.GetAPIReader() }
	func f() { Is(pick()) }`, "live"},
	"second_result": {`func pick() (int, client.Reader, error) { return 0, mgr.GetAPIReader(), nil }
	func f() { _, r, _ := pick(); Is(r) }`, "live"},
	"handedback": {`func same(r client.Reader) client.Reader { return r }
	func f() { Is(same(mgr.GetAPIReader())); same(mgr.GetClient()) }`, "live"},
	"eitherback": {`func either(a, b client.Reader, first bool) client.Reader { if first { return a }; return b }
	func f(b bool) { Is(either(mgr.GetClient(), mgr.GetClient(), b)) }
	func g(b bool) { either(mgr.GetAPIReader(), mgr.GetClient(), b) }`, "cached"},
	"differentback": {`func either(a, b client.Reader, first bool) client.Reader { if first { return a }; return b }
	func f(b bool) { Is(either(mgr.GetClient(), mgr.GetAPIReader(), b)) }`, "unknown"},
	"defaulted": {`func or(r client.Reader) client.Reader { if r == nil { return mgr.GetClient() }; return r }
	func f() { Is(or(nil)); or(mgr.GetAPIReader()) }`, "cached"},
	"closure":  {`func f() { r := mgr.GetAPIReader(); func() { Is(r) }() }`, "live"},
	"variable": {`func f() { var r client.Reader; set := func() { r = mgr.GetAPIReader() }; set(); Is(r) }`, "live"},
	"outer":    {`func f(r client.Reader) { go func(n int) { Is(r) }(1) }`, "unknown, assumed, parameter 0 of f"},
	"twice": {`func f(r client.Reader) { func() { func() { Is(r) }() }() }
	func g() { f(mgr.GetClient()) }`, "cached, parameter 0 of f"},
	"capturedback": {`func f(n int, r client.Reader) { get := func(n int) client.Reader { return r }; Is(get(n)) }
	func g() { f(1, mgr.GetClient()) }`, "cached, parameter 1 of f"},
	"argument": {`func f() { func(n int, r client.Reader) { Is(r) }(1, mgr.GetClient()) }`, "cached, parameter 1 of f$1"},
	"global":   {`var reader client.Reader; func init() { reader = mgr.GetAPIReader() }; func f() { Is(reader) }`, "live"},
	"unset":    {`var apiReader client.Reader; func f() { Is(apiReader) }`, "live, assumed"},
	"generic": {`func same[T any](t T) T { return t }
	func f() { Is(same(mgr.GetAPIReader())) }`, "live"},
	"genericfield": {`type box[T any] struct{ r client.Reader; t T }
	func f() *box[int] { return &box[int]{r: mgr.GetAPIReader()} }
	func (b *box[T]) g() { Is(b.r) }`, "live"},
	"genericcaller": {`func look[T any](t T, r client.Reader) { Is(r) }
	func f() { look(1, mgr.GetAPIReader()); look("", mgr.GetAPIReader()) }`, "live, parameter 1 of look"},
	"recursion": {`func walk(r client.Reader, n int) { Is(r); if n > 0 { walk(r, n-1) } }
	func f() { walk(mgr.GetAPIReader(), 3) }`, "live, parameter 0 of walk"},
	"alone": {`func walk(apiReader client.Reader, n int) { Is(apiReader); if n > 0 { walk(apiReader, n-1) } }`, "live, assumed, parameter 0 of walk"},
	"mutual": {`func a(r client.Reader, n int) client.Reader { if n > 0 { return b(r, n-1) }; return r }
	func b(r client.Reader, n int) client.Reader { if n > 0 { return a(r, n-1) }; return mgr.GetAPIReader() }
	func f() { Is(b(mgr.GetAPIReader(), 3)) }`, "live"},
	"mutualdiffer": {`func a(r client.Reader, n int) client.Reader { if n > 0 { return b(r, n-1) }; return r }
	func b(r client.Reader, n int) client.Reader { if n > 0 { return a(r, n-1) }; return mgr.GetAPIReader() }
	func f() { Is(a(mgr.GetClient(), 3)) }`, "unknown"},
	"ring": {`type A struct{ x, y client.Reader }
	func f(a *A) { a.x, a.y = a.y, a.x }
	func g(a *A) { a.x = mgr.GetClient(); Is(a.y) }`, "cached"},
	"ringnamed": {`type A struct{ apiReader, c client.Client }
	func f(a *A) { a.apiReader, a.c = a.c, a.apiReader }
	func g(a *A) { Is(a.apiReader) }`, "live, assumed"},
	"ringparams": {`func a(apiReader client.Client, n int) { Is(apiReader); b(apiReader, n-1) }
	func b(c client.Client, n int) { a(c, n-1) }`, "live, assumed, parameter 0 of a"},
	"ringcallers": {`type A struct{ r client.Reader }
	type B struct{ r client.Reader }
	func makeA(r client.Reader) *A { return &A{r} }
	func makeB(r client.Reader) *B { return &B{r} }
	func f(b *B) { makeA(mgr.GetAPIReader()); makeA(b.r) }
	func g(a *A) { makeB(mgr.GetClient()); makeB(a.r) }
	func h(a *A) { Is(a.r) }`, "unknown, assumed"},
	"implemented": {`type source interface{ reader() client.Reader }
	type one struct{}
	func (one) reader() client.Reader { return mgr.GetAPIReader() }
	func f(s source) { Is(s.reader()) }`, "live"},
}

// TestOrder asks for all values of these packages, from the first and from the last.
func TestOrder(t *testing.T) {
	sources := map[string]string{}
	for name, test := range origins {
		sources[name] = "package " + name + "\n" + prelude + test.source
	}
	for name, result := range fixture.Analyze(t, "cr025", "./staleread/origins", sources, asking) {
		o := result.(*Origins)
		var all []ssa.Value
		for _, fn := range o.lazy.Functions() {
			for v := range ir.All[ssa.Instruction](fn.Blocks) {
				if v, ok := v.(ssa.Value); ok {
					all = append(all, v)
				}
			}
		}
		forward, backward := newTracer(o), newTracer(o)
		want := map[ssa.Value]Origin{}
		for _, v := range all {
			want[v] = forward.of(v)
		}
		slices.Reverse(all)
		for _, v := range all {
			if got := backward.of(v); !reflect.DeepEqual(got, want[v]) {
				t.Errorf("%s: %s in %s is %s from the last, %s from the first", name, v.Name(), v.Parent(), describe(got), describe(want[v]))
			}
		}
	}
}

// TestGrowth counts the answers that are computed for packages of doubling size.
func TestGrowth(t *testing.T) {
	families := map[string]func(n int) string{
		// A client goes down through n layers, each of which calls the next n times.
		"layers": func(n int) string {
			var b strings.Builder
			b.WriteString("func f() { l0(mgr.GetClient()) }\n")
			for i := range n {
				fmt.Fprintf(&b, "func l%d(r client.Reader) {\n%s}\n", i, strings.Repeat(fmt.Sprintf("l%d(r)\n", i+1), n))
			}
			fmt.Fprintf(&b, "func l%d(r client.Reader) { Is(r) }\n", n)
			return b.String()
		},
		// A client comes back through n layers, each of which calls the next twice.
		"results": func(n int) string {
			var b strings.Builder
			b.WriteString("func f() { Is(l0(mgr.GetClient())) }\n")
			for i := range n {
				fmt.Fprintf(&b, "func l%d(r client.Reader) client.Reader { return l%d(l%d(r)) }\n", i, i+1, i+1)
			}
			fmt.Fprintf(&b, "func l%d(r client.Reader) client.Reader { return r }\n", n)
			return b.String()
		},
		// A client goes round in n fields.
		"fields": func(n int) string {
			var b strings.Builder
			b.WriteString("type T struct {\n")
			for i := range n {
				fmt.Fprintf(&b, "r%d client.Reader\n", i)
			}
			b.WriteString("}\nfunc f(t *T) {\nt.r0 = mgr.GetClient()\nIs(t.r0)\n")
			for i := range n {
				fmt.Fprintf(&b, "t.r%d = t.r%d\n", (i+1)%n, i)
			}
			return b.String() + "}\n"
		},
		"phis": func(n int) string {
			return "func f(c func() bool) {\nr := client.Reader(mgr.GetClient())\nfor c() {\n" +
				strings.Repeat("if c() { r = mgr.GetClient() }\n", n) + "}\nIs(r)\n}\n"
		},
		// n functions call each other, and hand on what they have.
		"recursion": func(n int) string {
			var b strings.Builder
			b.WriteString("func f() { Is(a0(mgr.GetClient())) }\n")
			for i := range n {
				fmt.Fprintf(&b, "func a%d(r client.Reader) client.Reader { switch { case r == nil: return a%d(r); case r != nil: return a%d(r) }; return r }\n", i, (i+1)%n, i/2)
			}
			return b.String()
		},
		"closures": func(n int) string {
			return "func f() {\nr := client.Reader(mgr.GetClient())\n" + strings.Repeat("func() {\n", n) + "Is(r)\n" + strings.Repeat("}()\n", n) + "}\n"
		},
	}
	fixture.Growth(t, "cr025", "./staleread/origins", prelude, families, fixture.Asking(func(pass *analysis.Pass) int {
		o := pass.ResultOf[asking].(*Origins)
		for _, fn := range o.lazy.Functions() {
			for _, v := range readers(fn) {
				if got := o.Of(v); got.Class != Cached {
					t.Errorf("%s: %s is %s", pass.Pkg.Name(), v.Name(), describe(got))
				}
			}
		}
		return o.solver.Steps()
	}, asking))
}

// readers returns the values in a function that calls are given as readers.
func readers(fn *ssa.Function) []ssa.Value {
	var out []ssa.Value
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && call.Call.StaticCallee() != nil {
				for _, arg := range call.Call.Args {
					if arg.Type().String() == "sigs.k8s.io/controller-runtime/pkg/client.Reader" {
						out = append(out, arg)
					}
				}
			}
		}
	}
	return out
}
