package family

import (
	"fmt"
	"strconv"
	"strings"
)

// handlers are families of which the number of ways through event handlers grows.
var handlers = []Family{
	{"forks", "branches of a handler, each of which enqueues something", 8, func(n int) string {
		return handler(each(n, "if o, ok := obj.(*corev1.Pod); ok && o.Labels[\"{i}\"] != \"\" {\nq.Add(o.Name)\n}\n"))
	}},
	{"returns", "branches of a handler, each of which may be its end", 8, func(n int) string {
		return handler("\to, ok := obj.(*corev1.Pod)\n" + each(n, "if !ok || o.Labels[\"{i}\"] != \"\" {\nreturn\n}\nq.Add(o.Name)\n"))
	}},
	{"circle", "functions that each hand a handler's object on to the next two of them", 4, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `
func f%d(q workqueue.TypedInterface[string], obj any, depth int) {
	if o, ok := obj.(*corev1.Pod); ok && depth == 0 {
		q.Add(o.Name)
		return
	}
	f%d(q, obj, depth-1)
	f%d(q, obj, depth-1)
}
`, i, (i+1)%n, (i+2)%n)
		}
		return handler("\tf0(q, obj, 3)\n") + b.String()
	}},
	{"handlers", "handlers that register handlers, in each other", 4, func(n int) string {
		return `
func watch(pods cache.SharedIndexInformer, q workqueue.TypedInterface[string]) {
` + each(n, "pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj{i} any) {\n_ = obj{i}.(*corev1.Pod)\n") +
			"q.Add(\"\")\n" + strings.Repeat("}})\n", n) + "}\n"
	}},
	{"passed", "functions that each pass a function on to the next, in a ring, and keep it", 4, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `
func f%[1]d(ctx context.Context, c client.Client, g func(context.Context, client.Client)) {
	k := &keeper{on: g}
	k.on(ctx, c)
	f%[2]d(ctx, c, g%[1]d)
	f%[2]d(ctx, c, g)
	f%[2]d(ctx, c, func(ctx context.Context, c client.Client) { g(ctx, c) })
}

func g%[1]d(ctx context.Context, c client.Client) { _ = c.Update(ctx, &corev1.Pod{}) }
`, i, (i+1)%n)
		}
		return strings.Replace(works, "WORK", "f0(ctx, c, g0)", 1) + "\ntype keeper struct{ on func(context.Context, client.Client) }\n" + b.String()
	}},
	{"hooks", "functions that are kept until they are called with a cache's object, and handed on by each other", 40, func(n int) string {
		return `
type watcher struct {
	pods cache.Store
	hook func(*corev1.Pod)
}

func (w *watcher) on(hook func(*corev1.Pod)) { w.hook = hook }

func (w *watcher) run(key string) {
	if pod, ok, _ := w.pods.GetByKey(key); ok {
		w.hook(pod.(*corev1.Pod))
	}
}

func start(w *watcher) {
` + each(n, "\tw.on(hook{i})\n\ton{i}(w, hook{i})\n") + "}\n" + each(n, `
func hook{i}(pod *corev1.Pod) { pod.Labels["{i}"] = "{j}" }

func on{i}(w *watcher, hook func(*corev1.Pod)) { on{j}(w, hook) }
`) + "\nfunc on" + strconv.Itoa(n) + "(w *watcher, hook func(*corev1.Pod)) { w.on(hook) }\n"
	}},
	{"deltas", "handlers that put a kind of event each on a channel, and a worker that calls a function for each kind", 16, func(n int) string {
		return `
type delta struct {
	kind int
	obj  any
}

type worker struct{ deltas chan delta }

func (w *worker) watch(pods cache.SharedIndexInformer) {
` + each(n, "\tpods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { w.deltas <- delta{{i}, obj} }})\n") + `}

func (w *worker) work(q workqueue.TypedInterface[string]) {
	for d := range w.deltas {
		switch d.kind {
` + each(n, "\t\tcase {i}:\n\t\t\tapply{i}(q, d)\n") + "\t\t}\n\t}\n}\n" + each(n, `
func apply{i}(q workqueue.TypedInterface[string], d delta) {
	if o, ok := d.obj.(*corev1.Pod); ok {
		q.Add(o.Name)
	}
}
`)
	}},
	{"steps", "interfaces of two implementations, of which each calls the next interface", 4, func(n int) string {
		return strings.Replace(works, "WORK", "var s step0 = a0{}\n\tif ctx == nil {\n\t\ts = b0{}\n\t}\n\ts.do(ctx, c, s)", 1) + each(n, `
type step{i} interface {
	do(ctx context.Context, c client.Client, next any)
	step{i}()
}

type a{i} struct{}

func (a{i}) do(ctx context.Context, c client.Client, next any) { next.(step{j}).do(ctx, c, next) }
func (a{i}) step{i}()                                           {}

type b{i} struct{}

func (b{i}) do(ctx context.Context, c client.Client, next any) { next.(step{j}).do(ctx, c, next) }
func (b{i}) step{i}()                                           {}
`) + strings.ReplaceAll(`
type stepN interface {
	do(ctx context.Context, c client.Client, next any)
}

type last struct{}

func (last) do(ctx context.Context, c client.Client, _ any) { _ = c.Update(ctx, &corev1.Pod{}) }
`, "stepN", "step"+strconv.Itoa(n))
	}},
}

// works is a function that registers a handler which does WORK, with ctx and c.
const works = `
func watch(ctx context.Context, pods cache.SharedIndexInformer, c client.Client) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
	WORK
	}})
}
`
