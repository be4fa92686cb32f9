package program

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/fixture"
)

// prelude stands before each program of the tests.
const prelude = `package main

import (
	"context"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
)

var (
	config *rest.Config
	_      = ptr.To[bool]
	_      context.Context
	_      cache.Cache
	_      cluster.Cluster
)

// Is is asked what it is given.
func Is(r client.Reader) {}

func manager(o ctrl.Options) ctrl.Manager { m, _ := ctrl.NewManager(config, o); return m }

func made(o client.Options) client.Client { c, _ := client.New(config, o); return c }

`

// loadMains returns packages that are loaded from these sources, each a program.
func loadMains(t *testing.T, sources map[string]string) map[string]*packages.Package {
	t.Helper()
	t.Setenv("GOWORK", "off")
	loaded, err := fixture.Load(fixture.Module(t, "cr025"), "./staleread/ryw", "./projection/clusters", "./staleread/origins/appended")
	if err != nil {
		t.Fatal(err)
	}
	imports := map[string]*packages.Package{}
	for _, p := range loaded {
		for path, imp := range p.Imports {
			imports[path] = imp
		}
	}
	mains := map[string]*packages.Package{}
	for name, source := range sources {
		like := *loaded[0]
		like.ID, like.Name, like.PkgPath, like.Imports = name, "main", "ctrllint.test/cr025/"+name, imports
		p, err := fixture.Check(&like, []fixture.File{{Name: name + ".go", Text: []byte(source)}})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		mains[name] = p
	}
	return mains
}

// TestSources asks, for each of these programs, what gets to Is.
func TestSources(t *testing.T) {
	tests := map[string]struct{ source, want string }{
		"manager": {`func main() { Is(manager(ctrl.Options{}).GetClient()) }`, "cached"},
		"overridden": {`type W struct { client.Client; server client.Reader }
			func (w W) Get(ctx context.Context, key client.ObjectKey, o client.Object, opts ...client.GetOption) error { return w.server.Get(ctx, key, o, opts...) }
			func main() { mgr := manager(ctrl.Options{}); Is(W{mgr.GetClient(), mgr.GetAPIReader()}) }`, "cached, live"},
		"counting": {`type W struct { client.Client; reads int }
			func (w *W) Get(ctx context.Context, key client.ObjectKey, o client.Object, opts ...client.GetOption) error { w.reads++; return w.Client.Get(ctx, key, o, opts...) }
			func main() { mgr := manager(ctrl.Options{}); Is(&W{Client: mgr.GetClient()}) }`, "cached"},
		"apireader": {`func main() { Is(manager(ctrl.Options{}).GetAPIReader()) }`, "live"},
		"cache":     {`func main() { Is(manager(ctrl.Options{}).GetCache()) }`, "cache"},
		"live":      {`func main() { Is(made(client.Options{})) }`, "live"},
		"backed": {`func main() {
			m := manager(ctrl.Options{})
			Is(made(client.Options{Cache: &client.CacheOptions{Reader: m.GetCache()}}))
		}`, "backed"},
		"each": {`func main() {
			m := manager(ctrl.Options{})
			made(client.Options{Cache: &client.CacheOptions{Reader: m.GetCache()}})
			Is(made(client.Options{}))
		}`, "live"},
		"unknown": {`var options client.Options
		func main() { Is(made(options)) }`, "live"},
		"handed": {`func main() { use(made) }
		func use(f func(client.Options) client.Client) { Is(f(client.Options{})) }`, "live"},
		"closure": {`func main() {
			m := manager(ctrl.Options{})
			get := func() client.Client { return m.GetClient() }
			Is(get())
		}`, "cached"},
		"method": {`type provider struct{ m ctrl.Manager }
		func (p *provider) client() client.Client { return p.m.GetClient() }
		func main() { f := (&provider{manager(ctrl.Options{})}).client; Is(f()) }`, "cached"},
		"interface": {`type provider interface{ client() client.Client }
		type live struct{ c client.Client }
		func (l live) client() client.Client { return l.c }
		type cached struct{ m ctrl.Manager }
		func (c cached) client() client.Client { return c.m.GetClient() }
		func main() {
			var both []provider
			both = append(both, cached{manager(ctrl.Options{})})
			var one provider = live{made(client.Options{})}
			Is(one.client())
			_ = both
		}`, "live"},
		"promoted": {`type base struct{ client.Client }
		type outer struct{ *base }
		func main() { o := outer{&base{made(client.Options{})}}; Is(o.Client) }`, "live"},
		"wrapper": {`type wrapper struct{ client.Client }
		func main() { Is(wrapper{made(client.Options{})}) }`, "live"},
		"inner": {`type counting struct { inner client.Client; client.Client }
		func (c counting) Get(ctx context.Context, key client.ObjectKey, o client.Object, opts ...client.GetOption) error { return c.inner.Get(ctx, key, o, opts...) }
		func main() { Is(client.Reader(counting{inner: made(client.Options{}), Client: made(client.Options{})})) }`, "live"},
		"memory": {`type memory struct { real client.Client; client.Client }
		func (m memory) Get(context.Context, client.ObjectKey, client.Object, ...client.GetOption) error { _ = m.real.Scheme(); return nil }
		func (m memory) List(context.Context, client.ObjectList, ...client.ListOption) error { return nil }
		func main() { c := manager(ctrl.Options{}).GetClient(); Is(client.Reader(memory{real: c, Client: c})) }`, "unknown"},
		"simulated": {`type simulated struct { client.Client }
		func (s simulated) Create(context.Context, client.Object, ...client.CreateOption) error { return nil }
		func main() { Is(client.Client(simulated{manager(ctrl.Options{}).GetClient()})) }`, "unknown"},
		"labelling": {`type labelling struct { client.Client }
		func (l labelling) Create(ctx context.Context, o client.Object, opts ...client.CreateOption) error { return l.Client.Create(ctx, o, opts...) }
		func main() { Is(client.Client(labelling{manager(ctrl.Options{}).GetClient()})) }`, "cached"},
		"map": {`func main() {
			all := map[string]client.Client{"live": made(client.Options{})}
			all["cached"] = manager(ctrl.Options{}).GetClient()
			Is(all["live"])
		}`, "cached, live"},
		"range":   {`func main() { for _, c := range []client.Client{made(client.Options{})} { Is(c) } }`, "live"},
		"channel": {`func main() { ch := make(chan client.Client, 1); ch <- made(client.Options{}); Is(<-ch) }`, "live"},
		"generic": {`func same[T any](t T) T { return t }
		func main() { Is(same(made(client.Options{}))) }`, "live"},
		"switch": {`func main() { var r client.Reader = made(client.Options{}); switch c := r.(type) { case client.Client: Is(c) } }`, "live"},
		"option": {`func main() { Is(manager(ctrl.Options{Client: client.Options{Cache: &client.CacheOptions{EnableReadYourWritesConsistency: ptr.To(true)}}}).GetClient()) }`, "cached waiting"},
		"others": {`func main() {
			manager(ctrl.Options{Client: client.Options{Cache: &client.CacheOptions{EnableReadYourWritesConsistency: ptr.To(true)}}})
			Is(manager(ctrl.Options{}).GetClient())
		}`, "cached"},
		"cluster": {`func main() {
			manager(ctrl.Options{})
			c, _ := cluster.New(config, func(o *cluster.Options) {
				o.Client.Cache = &client.CacheOptions{EnableReadYourWritesConsistency: ptr.To(true)}
			})
			Is(c.GetClient())
		}`, "cached waiting"},
		"own": {`func main() { c, _ := cache.New(config, cache.Options{}); Is(c) }`, "cache"},
		"dead": {`func main() { Is(manager(ctrl.Options{}).GetClient()) }
		func never() { Is(made(client.Options{})) }`, "cached"},
		"loop": {`type node struct { next *node; c client.Client }
		func main() { n := &node{c: made(client.Options{})}; n.next = n; for n != nil { Is(n.next.c); n = n.next } }`, "live"},
		"recursion": {`func down(n int, c client.Client) client.Client { if n == 0 { return c }; return down(n-1, c) }
		func main() { Is(down(3, made(client.Options{}))) }`, "live"},
		"asserted": {`func main() { var c any = made(client.Options{}); Is(c.(client.Client)) }`, "unknown"},
		"generictype": {`type list[T any] struct { of T; rest *list[T] }
		func main() { l := &list[client.Client]{of: made(client.Options{})}; Is(l.of) }`, "live"},
		"elsewhere": {`type holder struct{ Mgr ctrl.Manager }
		var h holder
		func main() { Is(h.Mgr.GetClient()) }`, "cached"},
	}
	sources := map[string]string{}
	for name, test := range tests {
		sources[name] = prelude + test.source
	}
	for name, p := range loadMains(t, sources) {
		programs := Of([]*packages.Package{p})
		if len(programs.all) != 1 {
			t.Fatalf("%s: %d programs", name, len(programs.all))
		}
		param := p.Types.Scope().Lookup("Is").(*types.Func).Signature().Params().At(0)
		var got []string
		for _, s := range programs.Views(p.PkgPath)[0].Sources(client.End{Pos: param.Pos()}) {
			text := [...]string{"unknown", "live", "cached", "backed", "cache", "strong"}[s.Class]
			if s.Options.ReadYourWrites {
				text += " waiting"
			}
			got = append(got, text)
		}
		slices.Sort(got)
		if text := strings.Join(slices.Compact(got), ", "); text != tests[name].want {
			t.Errorf("%s: %s, want %s", name, text, tests[name].want)
		}
	}
}

// TestUncached asks, for each list, which kinds a program reads live.
func TestUncached(t *testing.T) {
	tests := map[string]struct{ list, want string }{
		"alone":    {`lists.Large()`, "corev1.ConfigMap"},
		"appended": {`append(lists.Large(), &corev1.Pod{})`, "corev1.ConfigMap corev1.Pod"},
		"nested":   {`append([]client.Object{&corev1.Pod{}}, lists.Spared()...)`, "corev1.ConfigMap corev1.Pod corev1.Secret"},
		"unseen":   {`append(lists.Large(), others()...)`, "corev1.ConfigMap others"},
		"empty":    {`append([]client.Object{}, &corev1.Pod{})`, "corev1.Pod"},
	}
	sources := map[string]string{}
	for name, test := range tests {
		sources[name] = `package main

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/origins/appended/lists"
)

var (
	_ corev1.Pod
	_ = lists.Large
	others func() []client.Object
)

func main() {
	ctrl.NewManager(nil, ctrl.Options{Client: client.Options{Cache: &client.CacheOptions{DisableFor: ` + test.list + `}}})
}
`
	}
	for name, p := range loadMains(t, sources) {
		options := Of([]*packages.Package{p}).Views(p.PkgPath)[0].Options
		var got []string
		for _, k := range options.Uncached {
			got = append(got, k.String())
		}
		if options.UncachedOther {
			got = append(got, "others")
		}
		if text := strings.Join(got, " "); text != tests[name].want {
			t.Errorf("%s: %s, want %s", name, text, tests[name].want)
		}
	}
}

// TestMakers asks, for each of these programs, how many managers there are whose clients get to Is.
func TestMakers(t *testing.T) {
	tests := map[string]struct {
		source string
		want   int
	}{
		"one": {`func main() { m := manager(ctrl.Options{}); Is(m.GetClient()); Is(m.GetClient()) }`, 1},
		"two": {`func main() { a, b := manager(ctrl.Options{}), manager(ctrl.Options{}); Is(a.GetClient()); Is(b.GetClient()) }`, 2},
		"through": {`func named(string) ctrl.Manager { return manager(ctrl.Options{}) }
		func main() { Is(named("a").GetClient()); Is(named("b").GetClient()) }`, 2},
		"values": {`func named(f func(ctrl.Options) ctrl.Manager) ctrl.Manager { return f(ctrl.Options{}) }
		func main() { Is(named(manager).GetClient()) }`, 1},
		"kept": {`type app struct { m ctrl.Manager }
		func (a *app) start() ctrl.Manager { a.m = manager(ctrl.Options{}); return a.m }
		func main() { a := &app{}; Is(a.start().GetClient()); Is(a.m.GetClient()) }`, 1},
		"methods": {`type app struct { m ctrl.Manager }
		func (a *app) start(string) ctrl.Manager { a.m = manager(ctrl.Options{}); return a.m }
		func main() { a, b := &app{}, &app{}; a.start("a"); b.start("b"); Is(a.m.GetClient()) }`, 1},
		"circle": {`func down(n int) ctrl.Manager { if n > 0 { return down(n-1) }; return manager(ctrl.Options{}) }
		func main() { Is(down(3).GetClient()) }`, 2},
	}
	sources := map[string]string{}
	for name, test := range tests {
		sources[name] = prelude + test.source
	}
	for name, p := range loadMains(t, sources) {
		param := p.Types.Scope().Lookup("Is").(*types.Func).Signature().Params().At(0)
		makers := map[client.Maker]bool{}
		for _, s := range Of([]*packages.Package{p}).Views(p.PkgPath)[0].Sources(client.End{Pos: param.Pos()}) {
			makers[s.Made] = true
		}
		if len(makers) != tests[name].want || makers[client.Maker{}] {
			t.Errorf("%s: %v, want %d", name, makers, tests[name].want)
		}
	}
}

// Double the source takes about double the steps.
func TestGrowth(t *testing.T) {
	families := map[string]func(n int) string{
		"chain": func(n int) string {
			s := "func f0(c client.Client) { Is(c) }\n"
			for i := 1; i <= n; i++ {
				s += fmt.Sprintf("func f%d(c client.Client) { f%d(c) }\n", i, i-1)
			}
			return s + fmt.Sprintf("func main() { f%d(made(client.Options{})) }\n", n)
		},
		"constructors": func(n int) string {
			s, main := "", ""
			for i := range n {
				s += fmt.Sprintf("type r%d struct{ client.Client }\nfunc new%d(c client.Client) *r%d { return &r%d{c} }\nfunc (r *r%d) Reconcile() { Is(r.Client) }\n", i, i, i, i, i)
				main += fmt.Sprintf("new%d(m.GetClient()).Reconcile()\n", i)
			}
			return s + "func main() { m := manager(ctrl.Options{})\n" + main + "}\n"
		},
	}
	sources := map[string]string{}
	for name, family := range families {
		for _, n := range []int{20, 40, 80} {
			sources[fmt.Sprint(name, n)] = prelude + family(n)
		}
	}
	mains := loadMains(t, sources)
	for name := range families {
		before := 0
		for _, n := range []int{20, 40, 80} {
			steps := Of([]*packages.Package{mains[fmt.Sprint(name, n)]}).all[0].answers.steps
			if before > 0 && float64(steps) > 2.3*float64(before) {
				t.Errorf("%s: %d steps for half the size, %d for %d", name, before, steps, n)
			}
			before = steps
		}
	}
}
