// Package calls has delete handlers that lean on generic helpers of another package.
package calls

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/generics/convert"
)

type table struct{ rows map[string]bool }

func (t *table) watch(pods, nodes, secrets cache.SharedIndexInformer) {
	_, _ = pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { t.rows[convert.As[*corev1.Pod](obj).Name] = true },
		DeleteFunc: func(obj any) {
			delete(t.rows, convert.As[*corev1.Pod](obj).Name) // want `\[tombstone/panic\]`
		},
	})
	_, _ = nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if node, ok := convert.To[*corev1.Node](obj); ok { // want `\[tombstone/lost\]`
				delete(t.rows, node.Name)
			}
		},
	})
	_, _ = secrets.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			delete(t.rows, convert.Named(obj)) // want `\[tombstone/panic\]`
		},
	})
	_, _ = secrets.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			var caster convert.Caster[*corev1.Secret]
			delete(t.rows, caster.Of(obj).Name) // want `\[tombstone/panic\]`
		},
	})
	_, _ = pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: convert.Only(func(pod *corev1.Pod) bool { return pod.Spec.NodeName != "" }), // want `\[tombstone/filter\]`
		Handler:    cache.ResourceEventHandlerFuncs{DeleteFunc: func(any) { clear(t.rows) }},
	})
}

// A helper of this package makes more of it.
func name[T interface{ GetName() string }](obj any) string {
	return convert.As[T](obj).GetName() // want `\[tombstone/panic\]`
}

func (t *table) watchNamed(pods cache.SharedIndexInformer) {
	_, _ = pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { delete(t.rows, name[*corev1.Pod](obj)) },
	})
}

// The same helpers find the tombstone, or keep what comes as it is.
func (t *table) watchOpened(pods cache.SharedIndexInformer) {
	_, _ = pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if tombstone, ok := convert.To[cache.DeletedFinalStateUnknown](obj); ok {
				obj = tombstone.Obj
			}
			if pod, ok := convert.To[*corev1.Pod](obj); ok {
				delete(t.rows, pod.Name)
			}
		},
	})
	_, _ = pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(convert.As[any](obj)); err == nil {
				delete(t.rows, key)
			}
		},
	})
	_, _ = pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if _, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				delete(t.rows, convert.As[cache.DeletedFinalStateUnknown](obj).Key)
				return
			}
			delete(t.rows, convert.As[*corev1.Pod](obj).Name)
		},
	})
	_, _ = pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: convert.Only(func(obj any) bool { return obj != nil }),
		Handler:    cache.ResourceEventHandlerFuncs{DeleteFunc: func(any) { clear(t.rows) }},
	})
}
