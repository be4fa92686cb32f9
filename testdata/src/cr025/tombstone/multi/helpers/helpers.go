// Package helpers holds functions for the handlers of other packages. None of
// them is a handler here, so none of them is wrong here.
package helpers

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// PodName asserts.
func PodName(obj any) string { return obj.(*corev1.Pod).Name }

// Describe asserts two calls further down.
func Describe(obj any) string { return "pod " + describe(obj) }

func describe(obj any) string { return PodName(obj) }

// Release asserts, and does the work itself.
func Release(used map[string]int, obj any) {
	used[obj.(*corev1.Pod).Spec.NodeName]--
}

// Service returns nil for everything that is no service.
func Service(obj any) *corev1.Service {
	svc, _ := obj.(*corev1.Service)
	return svc
}

// Drop does nothing for everything that is no node.
func Drop(nodes map[string]bool, obj any) {
	if node, ok := obj.(*corev1.Node); ok {
		delete(nodes, node.Name)
	}
}

// Key is client-go's key function with a log line.
func Key(obj any) (string, error) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		klog.ErrorS(err, "object without key")
	}
	return key, err
}

// Open takes the object out of a tombstone.
func Open(obj any) any {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		return gone.Obj
	}
	return obj
}

// Secret finds a secret in both.
func Secret(obj any) (*corev1.Secret, bool) {
	s, ok := Open(obj).(*corev1.Secret)
	return s, ok
}

// SafeKey knows tombstones.
func SafeKey(obj any) string {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return ""
	}
	return key
}

// InNamespaces is a filter that answers false for tombstones.
func InNamespaces(namespaces ...string) func(any) bool {
	return func(obj any) bool {
		m, ok := obj.(metav1.Object)
		return ok && slices.Contains(namespaces, m.GetNamespace())
	}
}

// IsBound is a filter that panics on tombstones.
func IsBound(obj any) bool { return obj.(*corev1.Pod).Spec.NodeName != "" }

// Labelled is a filter that opens tombstones.
func Labelled(name, value string) func(any) bool {
	return func(obj any) bool {
		m, ok := Open(obj).(metav1.Object)
		return ok && m.GetLabels()[name] == value
	}
}

// Handler makes a handler of three functions.
func Handler(add func(any), update func(any, any), del func(any)) cache.ResourceEventHandler {
	return &funcs{add: add, update: update, del: del}
}

type funcs struct {
	add    func(any)
	update func(any, any)
	del    func(any)
}

func (f *funcs) OnAdd(obj any, _ bool) {
	if f.add != nil {
		f.add(obj)
	}
}

func (f *funcs) OnUpdate(old, cur any) {
	if f.update != nil {
		f.update(old, cur)
	}
}

func (f *funcs) OnDelete(obj any) {
	if f.del != nil {
		f.del(obj)
	}
}
