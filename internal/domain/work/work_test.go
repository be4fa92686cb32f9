package work

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
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var (
	ctx context.Context
	c   client.Client
	b   bool
	_   = time.Second
	_   cache.Store
	_   = retry.DefaultRetry
)

func write() error { return c.Update(ctx, &corev1.Pod{}) }
func quiet() error { return nil }
`

var asking = fixture.Asking(func(pass *analysis.Pass) *Info {
	p, solver := pass.ResultOf[ir.Analyzer].(*ir.Package), new(flow.Solver)
	return New(pass, p, solver, client.New(pass, config.Default.Of(pass), p, solver, nil), nil)
}, config.Default.Analyzer, ir.Analyzer)

// TestWork asks, for each of these packages, what work function f comes to, and how.
func TestWork(t *testing.T) {
	sources := map[string]string{}
	for name, test := range works {
		sources[name] = "package " + name + "\n" + prelude + test.source
	}
	for name, result := range fixture.Analyze(t, "cr025", "./oneshot/write", sources, asking) {
		in := result.(*Info)
		if got := describe(in.From(in.Package.Func("f"))); got != works[name].want {
			t.Errorf("%s: %q, want %q", name, got, works[name].want)
		}
	}
}

// describe tells what work there is and by which calls; function literals have no names.
func describe(found []*Found) string {
	var all []string
	for _, f := range found {
		var way strings.Builder
		for _, call := range f.Calls {
			if call.Async {
				way.WriteString("go ")
			}
			way.WriteString(Name(call.To) + " ")
		}
		all = append(all, fmt.Sprintf("%s%s", way.String(), f.Leaf.What))
	}
	return strings.Join(all, ", ")
}

const update = "Update(*corev1.Pod)"

// nested is f(0, f(1, ...)): what stands in the middle, with n layers around it.
func nested(n int, layer, middle string) string {
	return strings.Repeat(layer+"(", n) + middle + strings.Repeat(")", n)
}

var works = map[string]struct{ source, want string }{
	"itself":   {`func f() { _ = c.Update(ctx, &corev1.Pod{}) }`, update},
	"called":   {`func f() { _ = write() }`, "write " + update},
	"quiets":   {`func f() { _ = quiet() }`, ""},
	"circle":   {`func f() { g() }; func g() { f(); _ = write() }`, "g write " + update},
	"turned":   {`func g() { f(); _ = write() }; func f() { g() }`, "g write " + update},
	"literal":  {`func f() { func() { _ = write() }() }`, " write " + update},
	"variable": {`func f() { g := quiet; if b { g = write }; _ = g() }`, "write " + update},
	"captured": {`func f() { g := write; func() { _ = g() }() }`, " write " + update},
	"loop":     {`func f() { g := quiet; for b { h := g; g = write; _ = h() } }`, "write " + update},
	"global":   {`var g = write; func f() { _ = g() }`, "write " + update},
	"field":    {`type t struct{ g func() error }; var v = &t{write}; func f() { _ = v.g() }`, "write " + update},
	"method":   {`type t struct{}; func (t) g() error { return write() }; func f() { h := t{}.g; _ = h() }`, " t.g write " + update}, // the method value is a function of its own
	"passed":   {`func f() { g(write) }; func g(h func() error) { _ = h() }`, "write " + update},
	"kept":     {`func f() { g(write) }; func g(h func() error) { _ = h }`, ""},
	"through":  {`func f() { g(write) }; func g(h func() error) { func() { _ = h() }() }`, "write " + update},
	"returned": {`func f() { g(write) }; func g(h func() error) func() { return func() { _ = h() } }`, ""},
	"generic":  {`func f() { g(write) }; func g[T func() error](h T) { _ = h() }`, "write " + update},
	"either":   {`func or(g, h func() error) func() error { if b { return g }; return h }; func f() { _ = or(quiet, write)() }`, "write " + update},
	"others":   {`func or(g func() error) func() error { return g }; func f() { _ = or(quiet)() }; func h() { _ = or(write)() }`, ""},
	"deep":     {`func id(g func() error) func() error { return g }; func f() { _ = ` + nested(30, "id", "write") + `() }`, "write " + update},
	"rounds":   {`func f() { g(write) }; func g(h func() error) { k(h) }; func k(h func() error) { if b { g(h) }; _ = h() }`, "write " + update},
	"started":  {`func f() { go func() { _ = write() }() }`, "go  write " + update},
	"sleeps":   {`func f() { time.Sleep(1); go time.Sleep(1) }`, "time.Sleep"},
	"later":    {`func f() { g(func() { time.Sleep(1) }) }; func g(h func()) { go func() { h() }() }`, ""},
	"both": {`type i interface{ do() error }; type x struct{}; type y struct{}
	func (x) do() error { return write() }
	func (y) do() error { return write() }
	func f(v i) { _ = v.do() }`, "x.do write " + update},
	"one": {`type i interface{ do() error }; type x struct{}; type y struct{}
	func (x) do() error { return write() }
	func (y) do() error { return quiet() }
	func f(v i) { _ = v.do() }`, ""},
	"decorated": {`type i interface{ do() error }; type x struct{}; type y struct{}; type z struct{ i }
	func (x) do() error { return write() }
	func (y) do() error { return write() }
	func (v z) do() error { return v.i.do() }
	func f(v i) { _ = v.do() }`, "x.do write " + update},
	"single": {`type i interface{ do(func() error) }; type x struct{}
	func (x) do(g func() error) { _ = g() }
	func f(v i) { v.do(write) }`, "write " + update},
	"handover": {`type t struct{ ch chan int }; func f(v *t) { v.ch <- 1 }; func g() { _ = &t{make(chan int)} }`, "the send to channel ch"},
	"buffered": {`type t struct{ ch chan int }; func f(v *t) { v.ch <- 1 }; func g() { _ = &t{make(chan int)}; _ = &t{make(chan int, 1)} }`, ""},
	"channels": {`func f() { ch := make(chan int); if b { ch = make(chan int) }; for { ch <- 1 } }`, "the send to channel"},
	"retries":  {`func f() { _ = retry.OnError(retry.DefaultRetry, func(error) bool { return b }, write) }`, "write " + update},
	"waits":    {`func f() { _ = retry.OnError(retry.DefaultRetry, func(error) bool { return b }, quiet) }`, "retry.OnError"},
}

// TestOuter asks for the parameters of the functions around a function literal that it calls.
func TestOuter(t *testing.T) {
	source := "package outer\n" + prelude + `
func f(g, h func() error) func() { return func() { func() { _ = g() }(); k(h) } }
func k(h func() error) { _ = h }
`
	in := fixture.Analyze(t, "cr025", "./oneshot/write", map[string]string{"outer": source}, asking)["outer"].(*Info)
	if got := in.Outer(in.Package.Func("f").AnonFuncs[0]); len(got) != 1 || got[0].Name() != "g" {
		t.Errorf("the literal calls %v, want g", got)
	}
}
