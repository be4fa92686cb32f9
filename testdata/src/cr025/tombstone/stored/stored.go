// Package stored has delete handlers that hand the object on in a struct.
package stored

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

type change struct{ before, after any }

type router struct {
	queue  workqueue.TypedInterface[*change]
	direct chan change
	routes map[string]string
}

// The worker finds no service in the tombstone, and the route stays.
func (r *router) watch(svcs, nodes, pods cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { r.queue.Add(&change{after: obj}) },
		DeleteFunc: func(obj any) { r.queue.Add(&change{before: obj}) }, // want `Service.*\[tombstone/lost\]`
	})
}

func (r *router) work() {
	for {
		c, stop := r.queue.Get()
		if stop {
			return
		}
		r.apply(c)
		r.queue.Done(c)
	}
}

func (r *router) apply(c *change) {
	if c.before != nil {
		svc, ok := c.before.(*corev1.Service)
		if !ok {
			klog.Warningf("unexpected %T", c.before)
			return
		}
		delete(r.routes, svc.Name)
	}
	if svc, ok := c.after.(*corev1.Service); ok {
		r.routes[svc.Name] = svc.Spec.ClusterIP
	}
}

type gone struct{ node any }

type evictor struct {
	nodes chan gone
	seats map[string]int
}

// The worker panics.
func (e *evictor) watch(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { e.nodes <- gone{obj} }, // want `Node.*\[tombstone/panic\]`
	})
}

func (e *evictor) work() {
	for g := range e.nodes {
		delete(e.seats, g.node.(*corev1.Node).Name)
	}
}

type item struct{ obj any }

type sweeper struct {
	queue workqueue.TypedInterface[item]
	dirty map[string]bool
}

// The worker unwraps.
func (s *sweeper) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { s.queue.Add(item{obj}) },
	})
}

func (s *sweeper) sweep(i item) {
	obj := i.obj
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		s.dirty[pod.Name] = true
	}
}

// A delta says what has become of an object.
type delta struct {
	kind   string
	obj    any
	silent bool
}

type names struct {
	deltas chan delta
	known  map[string]bool
}

// The worker looks at the kind first, and unwraps where the object is gone.
func (n *names) watch(svcs cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { n.push("set", obj) },
		DeleteFunc: func(obj any) { n.push("gone", obj) },
	})
}

func (n *names) push(kind string, obj any) { n.deltas <- delta{kind: kind, obj: obj} }

func (n *names) work() {
	for d := range n.deltas {
		if d.silent {
			klog.Info(d.obj.(*corev1.Service).Name)
		}
		switch d.kind {
		case "set":
			n.known[d.obj.(*corev1.Service).Name] = true
		case "gone":
			obj := d.obj
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if svc, ok := obj.(*corev1.Service); ok {
				delete(n.known, svc.Name)
			}
		}
	}
}

const (
	set = iota
	unset
)

type step struct {
	op  int
	obj any
}

type table struct {
	steps chan step
	known map[string]string
}

// The worker hands what is gone to a function that panics.
func (t *table) watch(svcs cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { t.steps <- step{set, obj} },
		DeleteFunc: func(obj any) { t.steps <- step{unset, obj} }, // want `Service.*\[tombstone/panic\]`
	})
}

func (t *table) work() {
	for s := range t.steps {
		t.apply(s.op, s.obj)
	}
}

func (t *table) apply(op int, obj any) {
	switch op {
	case set:
		t.set(obj.(*corev1.Service))
	case unset:
		t.unset(obj)
	}
}

func (t *table) set(svc *corev1.Service) { t.known[svc.Name] = svc.Spec.ClusterIP }

func (t *table) unset(obj any) { delete(t.known, obj.(*corev1.Service).Name) }

type notice struct{ obj any }

func (n *notice) unwrap() {
	if tombstone, ok := n.obj.(cache.DeletedFinalStateUnknown); ok {
		n.obj = tombstone.Obj
	}
}

type board struct {
	notices chan *notice
	copies  chan notice
	names   map[string]bool
}

// The workers unwrap before they hand on what they have taken.
func (b *board) watch(svcs, nodes cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { b.notices <- &notice{obj} },
	})
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { b.copies <- notice{obj} },
	})
}

func (b *board) work() {
	for n := range b.notices {
		n.unwrap()
		b.drop(n)
	}
}

func (b *board) drop(n *notice) { delete(b.names, n.obj.(*corev1.Service).Name) }

func (b *board) workNodes() {
	for n := range b.copies {
		obj := n.obj
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = tombstone.Obj
		}
		b.dropNode(notice{obj})
	}
}

func (b *board) dropNode(n notice) {
	if node, ok := n.obj.(*corev1.Node); ok {
		delete(b.names, node.Name)
	}
}
