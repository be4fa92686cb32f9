package panicking

import (
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// mendedDrainer is drainer with its handlers put right.
type mendedDrainer struct {
	drainer
}

func (d *mendedDrainer) watchPods(pods cache.SharedIndexInformer) error {
	_, err := pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				gone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					utilruntime.HandleError(fmt.Errorf("unexpected object %T", obj))
					return
				}
				if pod, ok = gone.Obj.(*corev1.Pod); !ok {
					utilruntime.HandleError(fmt.Errorf("tombstone holds %T", gone.Obj))
					return
				}
			}
			d.queue.Add(pod.Namespace + "/" + pod.Name)
		},
	})
	return err
}

// The tombstone is taken off first; what is asserted afterwards is checked.
func (d *mendedDrainer) nodeGone(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = gone.Obj
	}
	node, ok := obj.(*corev1.Node)
	if !ok {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.perNode, node.Name)
}

func (d *mendedDrainer) watchNodes(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: d.nodeGone})
}

func (d *mendedDrainer) watchAnything(inf cache.SharedInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			gone, isTombstone := obj.(cache.DeletedFinalStateUnknown)
			if isTombstone {
				obj = gone.Obj
			}
			if m, ok := obj.(metav1.Object); ok {
				d.mu.Lock()
				delete(d.known, m.GetUID())
				d.mu.Unlock()
			}
		},
	})
}

// The plain assertion is behind a return for tombstones.
func (d *mendedDrainer) backendGone(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		d.queue.Add(gone.Key)
		return
	}
	if svc, ok := obj.(*corev1.Service); ok {
		d.queue.Add(svc.Name)
		return
	}
	slice := obj.(*discoveryv1.EndpointSlice)
	d.queue.Add(slice.Labels[discoveryv1.LabelServiceName])
}

func (d *mendedDrainer) watchBackends(svcs, slices cache.SharedIndexInformer) {
	h := cache.ResourceEventHandlerFuncs{DeleteFunc: d.backendGone}
	svcs.AddEventHandler(h)
	slices.AddEventHandler(h)
}

// The helper asserts plainly, and gets nothing but real objects.
func (d *mendedDrainer) watchDeployments(deps cache.SharedIndexInformer) {
	deps.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *appsv1.Deployment:
				d.recount(o)
			case cache.DeletedFinalStateUnknown:
				if _, ok := o.Obj.(*appsv1.Deployment); ok {
					d.recount(o.Obj)
				}
			}
		},
	})
}

func (d *mendedDrainer) recount(obj any) {
	d.perNode[obj.(*appsv1.Deployment).Name]--
}

// mendedClaimHandler unwraps before it calls its own add handler.
type mendedClaimHandler struct{ queue stringQueue }

func (h *mendedClaimHandler) OnAdd(obj any, _ bool) {
	h.queue.Add(obj.(*corev1.PersistentVolumeClaim).Spec.VolumeName)
}

func (h *mendedClaimHandler) OnUpdate(_, cur any) { h.OnAdd(cur, false) }

func (h *mendedClaimHandler) OnDelete(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		if gone.Obj == nil {
			return
		}
		obj = gone.Obj
	}
	h.OnAdd(obj, false)
}

// The default arm still ends the process, but tombstones have an arm.
func (d *mendedDrainer) watchBoth(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *corev1.Pod:
				d.queue.Add(o.Name)
			case cache.DeletedFinalStateUnknown:
				d.queue.Add(o.Key)
			default:
				panic(fmt.Sprintf("unexpected object %T", obj))
			}
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
				d.queue.Add(key)
			} else {
				klog.Fatalf("not an object: %T", obj)
			}
		},
	})
}
