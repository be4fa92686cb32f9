// Package traps holds right delete handlers in the shapes that operators write
// them. Nothing here is a finding.
package traps

import (
	"fmt"
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/tombstone/traps/objects"
)

type operator struct {
	queue  workqueue.TypedRateLimitingInterface[string]
	owners map[string]string
	gauge  interface{ Dec(labels ...string) }
}

// The way of the sample controller: object is assigned in the inner block,
// whose ok shadows the outer one.
func (o *operator) handleOwned(obj any) {
	var object metav1.Object
	var ok bool
	if object, ok = obj.(metav1.Object); !ok {
		tombstone, ok := obj.(cache.DeletedFinalStateUnknown)
		if !ok {
			utilruntime.HandleError(fmt.Errorf("cannot decode object, type %T", obj))
			return
		}
		object, ok = tombstone.Obj.(metav1.Object)
		if !ok {
			utilruntime.HandleError(fmt.Errorf("cannot decode tombstone, type %T", tombstone.Obj))
			return
		}
		klog.V(4).InfoS("object recovered", "name", object.GetName())
	}
	if ref := metav1.GetControllerOf(object); ref != nil && ref.Kind == "Deployment" {
		o.queue.Add(object.GetNamespace() + "/" + ref.Name)
	}
}

func (o *operator) watchOwned(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: o.handleOwned,
		UpdateFunc: func(old, cur any) {
			was, is := old.(*appsv1.ReplicaSet), cur.(*appsv1.ReplicaSet)
			if was.ResourceVersion == is.ResourceVersion {
				return
			}
			o.handleOwned(cur)
		},
		DeleteFunc: o.handleOwned,
	})
}

// unwrap gives back what is in a tombstone, and everything else as it is.
func unwrap(obj any) any {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		return gone.Obj
	}
	return obj
}

// firstPod finds the first pod among its arguments, in tombstones too.
func firstPod(candidates ...any) *corev1.Pod {
	for _, c := range candidates {
		switch v := c.(type) {
		case *corev1.Pod:
			if v != nil {
				return v
			}
		case cache.DeletedFinalStateUnknown:
			if pod, ok := v.Obj.(*corev1.Pod); ok {
				return pod
			}
		}
	}
	return nil
}

func (o *operator) watchHelped(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if pod, ok := unwrap(obj).(*corev1.Pod); ok {
				delete(o.owners, pod.Name)
			}
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(old, cur any) { o.podChanged(cur, old) },
		DeleteFunc: func(obj any) { o.podChanged(obj) },
	})
	// Helpers of another package.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, err := objects.As[*corev1.Pod](obj)
			if err != nil {
				utilruntime.HandleError(err)
				return
			}
			delete(o.owners, pod.Name)
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			m := objects.Meta(obj)
			if m == nil {
				return
			}
			delete(o.owners, m.GetName())
		},
	})
	inf.AddEventHandler(objects.Deletes(func(obj client.Object) {
		delete(o.owners, obj.GetName())
	}))
}

func (o *operator) podChanged(states ...any) {
	pod := firstPod(states...)
	if pod == nil {
		return
	}
	o.queue.Add(pod.Namespace + "/" + pod.Name)
}

// The switch opens the parameter, the code after it has no idea.
func (o *operator) watchSwitched(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch t := obj.(type) {
			case cache.DeletedFinalStateUnknown:
				obj = t.Obj
			case *cache.DeletedFinalStateUnknown:
				obj = t.Obj
			}
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				klog.Errorf("unexpected %T", obj)
				return
			}
			o.queue.Add(pod.Name)
		},
	})
	// A loop around the same switch.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			for {
				switch t := obj.(type) {
				case cache.DeletedFinalStateUnknown:
					obj = t.Obj
					continue
				case *corev1.Pod:
					o.queue.Add(t.Name)
				}
				return
			}
		},
	})
	// The tombstone first, then its content through the same handler.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: o.nodeGone})
}

func (o *operator) nodeGone(obj any) {
	switch t := obj.(type) {
	case *corev1.Node:
		delete(o.owners, t.Name)
	case cache.DeletedFinalStateUnknown:
		o.nodeGone(t.Obj)
	default:
		klog.Errorf("unexpected %T", obj)
	}
}

// The type test is a reflection, or a comparison of names.
func (o *operator) watchReflected(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if reflect.TypeOf(obj) == reflect.TypeFor[*corev1.Pod]() {
				klog.V(3).Info("a pod")
			}
			if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
				o.queue.Add(key)
			}
		},
	})
}

// Metrics by name where the name is known, and nothing else.
func (o *operator) watchMetered(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			kind := "unknown"
			switch obj.(type) {
			case *corev1.Pod:
				kind = "pod"
			case *corev1.Node:
				kind = "node"
			}
			klog.V(3).InfoS("deleted", "kind", kind)
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if _, missed := obj.(cache.DeletedFinalStateUnknown); missed {
				klog.V(1).Info("a delete was missed")
			} else {
				klog.V(3).InfoS("deleted", "pod", klog.KObj(obj.(*corev1.Pod)))
			}
		},
	})
}

// Two tests in one line: only what passes both is asserted.
func (o *operator) watchBothTests(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			gone, missed := obj.(cache.DeletedFinalStateUnknown)
			if missed {
				obj = gone.Obj
			}
			pod, isPod := obj.(*corev1.Pod)
			if missed && !isPod {
				o.queue.Add(gone.Key)
				return
			}
			if isPod {
				o.queue.Add(pod.Namespace + "/" + pod.Name)
			}
		},
	})
}

// An anonymous interface that no tombstone implements, next to the key.
func (o *operator) watchNamed(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			name := ""
			if named, ok := obj.(interface{ GetName() string }); ok {
				name = named.GetName()
			} else if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				_, name, _ = cache.SplitMetaNamespaceKey(gone.Key)
			}
			delete(o.owners, name)
		},
	})
}
