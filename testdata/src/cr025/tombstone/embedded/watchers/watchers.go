// Package watchers has event handlers that others register.
package watchers

import (
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Leases forgets the holders of leases.
type Leases struct {
	cache.ResourceEventHandlerFuncs
	holders map[string]bool
}

// The function is set by the name that the struct has of the one that it embeds.
func NewLeases() *Leases {
	l := &Leases{holders: map[string]bool{}}
	l.DeleteFunc = l.gone
	return l
}

func (l *Leases) gone(obj any) {
	lease, ok := obj.(*coordinationv1.Lease)
	if !ok {
		tombstone, ok := obj.(cache.DeletedFinalStateUnknown)
		if !ok {
			return
		}
		lease = tombstone.Obj.(*coordinationv1.Lease) // want `Lease.*\[tombstone/inner\]`
	}
	delete(l.holders, lease.Name)
}

// Mended checks what the tombstone holds.
type Mended struct{ Leases }

// The function is set two structs down.
func NewMended() *Mended {
	m := &Mended{Leases{holders: map[string]bool{}}}
	m.DeleteFunc = m.forget
	return m
}

func (m *Mended) forget(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if lease, ok := obj.(*coordinationv1.Lease); ok {
		delete(m.holders, lease.Name)
	}
}

// Nodes is set up by a method.
type Nodes struct {
	handler cache.ResourceEventHandlerDetailedFuncs
	seen    map[string]bool
}

func NewNodes() cache.ResourceEventHandler {
	n := &Nodes{seen: map[string]bool{}}
	n.init()
	return &n.handler
}

func (n *Nodes) init() {
	n.handler.AddFunc = func(obj any, _ bool) { n.seen[obj.(*corev1.Node).Name] = true }
	n.handler.DeleteFunc = func(obj any) {
		if node, ok := obj.(*corev1.Node); ok { // want `Node.*\[tombstone/lost\]`
			delete(n.seen, node.Name)
		}
	}
}

// Opening has a delete method of its own, which opens the tombstone before the functions of the others get it.
type Opening struct {
	cache.ResourceEventHandlerFuncs
	seen map[string]bool
}

func NewOpening() *Opening {
	o := &Opening{seen: map[string]bool{}}
	o.DeleteFunc = func(obj any) { delete(o.seen, obj.(*corev1.Node).Name) }
	return o
}

func (o *Opening) OnDelete(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if _, ok := obj.(*corev1.Node); ok {
		o.ResourceEventHandlerFuncs.OnDelete(obj)
	}
}

// Empty is set by others. That it has other functions of its own is no matter.
type Empty struct {
	cache.ResourceEventHandlerFuncs
	cleared bool
}

func NewEmpty() *Empty { return new(Empty) }

// Clear takes the functions out again.
func (e *Empty) Clear() {
	e.DeleteFunc = nil
	e.cleared = e.AddFunc == nil
}

// Wrapping opens it too, for what its constructor is given in a literal.
type Wrapping struct {
	inner cache.ResourceEventHandlerFuncs
	names chan string
}

func NewWrapping() *Wrapping {
	w := &Wrapping{names: make(chan string)}
	w.inner = cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { w.names <- obj.(*corev1.Pod).Name },
	}
	return w
}

func (w *Wrapping) OnAdd(any, bool)   {}
func (w *Wrapping) OnUpdate(_, _ any) {}
func (w *Wrapping) OnDelete(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		w.inner.OnDelete(pod)
	}
}
