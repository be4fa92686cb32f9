// Package owns has event handlers that another package puts into layers. By itself it can't know that.
package owns

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Names are those of some objects.
type Names struct{ all map[string]bool }

// Pods are opened first.
type Pods struct{ Names }

// OnAdd notes one.
func (p *Pods) OnAdd(obj any, _ bool) { p.all[obj.(*corev1.Pod).Name] = true }

// OnUpdate does nothing.
func (p *Pods) OnUpdate(_, _ any) {}

// OnDelete forgets one.
func (p *Pods) OnDelete(obj any) {
	delete(p.all, obj.(*corev1.Pod).Name) // want `\[tombstone/panic\]`
}

// Nodes are only counted.
type Nodes struct{ Names }

// OnAdd notes one.
func (n *Nodes) OnAdd(obj any, _ bool) { n.all[obj.(*corev1.Node).Name] = true }

// OnUpdate does nothing.
func (n *Nodes) OnUpdate(_, _ any) {}

// OnDelete forgets one.
func (n *Nodes) OnDelete(obj any) {
	delete(n.all, obj.(*corev1.Node).Name) // want `\[tombstone/panic\]`
}

// Claims are counted, and opened before.
type Claims struct{ Names }

// OnAdd notes one.
func (c *Claims) OnAdd(obj any, _ bool) { c.all[obj.(*corev1.PersistentVolumeClaim).Name] = true }

// OnUpdate does nothing.
func (c *Claims) OnUpdate(_, _ any) {}

// OnDelete forgets one.
func (c *Claims) OnDelete(obj any) {
	delete(c.all, obj.(*corev1.PersistentVolumeClaim).Name) // want `\[tombstone/panic\]`
}

// Limits are in a layer of who has them.
type Limits struct{ Names }

// OnAdd notes one.
func (l *Limits) OnAdd(obj any, _ bool) { l.all[obj.(*corev1.LimitRange).Name] = true }

// OnUpdate does nothing.
func (l *Limits) OnUpdate(_, _ any) {}

// OnDelete forgets one.
func (l *Limits) OnDelete(obj any) {
	delete(l.all, obj.(*corev1.LimitRange).Name) // want `\[tombstone/panic\]`
}

// Quotas are given to an informer.
type Quotas struct{ Names }

// OnAdd notes one.
func (q *Quotas) OnAdd(obj any, _ bool) { q.all[obj.(*corev1.ResourceQuota).Name] = true }

// OnUpdate does nothing.
func (q *Quotas) OnUpdate(_, _ any) {}

// OnDelete forgets one.
func (q *Quotas) OnDelete(obj any) {
	delete(q.all, obj.(*corev1.ResourceQuota).Name) // want `\[tombstone/panic\]`
}

// Services returns what is opened first.
func (n *Names) Services() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: n.service}
}

func (n *Names) service(obj any) {
	delete(n.all, obj.(*corev1.Service).Name) // want `\[tombstone/panic\]`
}

// Endpoints returns what nothing is around.
func (n *Names) Endpoints() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: n.endpoint}
}

func (n *Names) endpoint(obj any) {
	delete(n.all, obj.(*corev1.Endpoints).Name) // want `\[tombstone/panic\]`
}
