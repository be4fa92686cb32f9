// Package wrongunwrap holds delete handlers that know the tombstone and then
// reach for the wrong value.
package wrongunwrap

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

type exporter struct {
	queue  workqueue.TypedRateLimitingInterface[string]
	series map[string]float64
}

// The raw value is asserted once more, in the very branch where it is known
// to be a tombstone.
func (e *exporter) watchPods(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				_, isTombstone := obj.(cache.DeletedFinalStateUnknown)
				if !isTombstone {
					klog.Errorf("unexpected %T", obj)
					return
				}
				pod = obj.(*corev1.Pod) // want `Pod.*\[tombstone/wrongunwrap\]`
			}
			delete(e.series, pod.Name)
		},
	})
}

// The same, with a check that can only fail.
func (e *exporter) watchNodes(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: e.nodeGone})
}

func (e *exporter) nodeGone(obj any) {
	node, ok := obj.(*corev1.Node)
	if !ok {
		gone, isTombstone := obj.(cache.DeletedFinalStateUnknown)
		if !isTombstone {
			utilruntime.HandleError(fmt.Errorf("unexpected %T", obj))
			return
		}
		node, ok = obj.(*corev1.Node) // want `Node.*\[tombstone/wrongunwrap\]`
		if !ok {
			utilruntime.HandleError(fmt.Errorf("tombstone %s holds no node", gone.Key))
			return
		}
	}
	delete(e.series, node.Name)
}

// In a switch: the arm of the tombstone asserts the operand of the switch.
func (e *exporter) watchSlices(slices cache.SharedIndexInformer) {
	slices.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			var slice *discoveryv1.EndpointSlice
			switch o := obj.(type) {
			case *discoveryv1.EndpointSlice:
				slice = o
			case cache.DeletedFinalStateUnknown:
				slice = obj.(*discoveryv1.EndpointSlice) // want `EndpointSlice.*\[tombstone/wrongunwrap\]`
			default:
				return
			}
			e.queue.Add(slice.Name)
		},
	})
}

// The key of the tombstone itself, instead of what is in it.
func (e *exporter) watchSecrets(secrets cache.SharedIndexInformer) {
	secrets.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				key, err := cache.MetaNamespaceKeyFunc(gone) // want `\[tombstone/wrongunwrap\]`
				if err != nil {
					utilruntime.HandleError(err)
					return
				}
				e.queue.Add(key)
				return
			}
			key, err := cache.MetaNamespaceKeyFunc(obj)
			if err != nil {
				return
			}
			e.queue.Add(key)
		},
	})
}

// meta.Accessor(gone) for meta.Accessor(gone.Obj).
func (e *exporter) watchMaps(maps cache.SharedIndexInformer) {
	maps.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			acc, err := meta.Accessor(obj)
			if err != nil {
				gone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				acc, err = meta.Accessor(gone) // want `\[tombstone/wrongunwrap\]`
				if err != nil {
					klog.ErrorS(err, "no metadata in tombstone")
					return
				}
			}
			delete(e.series, acc.GetName())
		},
	})
}

// The helper asserts a role, and is given the tombstone.
func (e *exporter) watchRoles(roles cache.SharedIndexInformer) {
	roles.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { e.enqueueRole(obj) },
		DeleteFunc: func(obj any) {
			gone, ok := obj.(cache.DeletedFinalStateUnknown)
			if ok {
				e.enqueueRole(gone) // want `\[tombstone/wrongunwrap\]`
				return
			}
			e.enqueueRole(obj)
		},
	})
}

func (e *exporter) enqueueRole(obj any) {
	role := obj.(*rbacv1.Role)
	e.queue.Add(role.Namespace + "/" + role.Name)
}

// The helper drops what it does not know, and is given the tombstone.
func (e *exporter) watchBindings(bindings cache.SharedIndexInformer) {
	bindings.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *rbacv1.RoleBinding:
				e.dropBinding(o)
			case cache.DeletedFinalStateUnknown:
				e.dropBinding(o) // want `\[tombstone/wrongunwrap\]`
			}
		},
	})
}

func (e *exporter) dropBinding(obj any) {
	if rb, ok := obj.(*rbacv1.RoleBinding); ok {
		delete(e.series, rb.Name)
	}
}
