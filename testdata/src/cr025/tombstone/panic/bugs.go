// Package panicking holds delete handlers in which a tombstone meets an
// assertion without second result, or a branch that ends the process.
package panicking

import (
	"fmt"
	"log"
	"os"
	"sync"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type stringQueue = workqueue.TypedRateLimitingInterface[string]

// drainer frees the volumes of pods that went away.
type drainer struct {
	queue   stringQueue
	mu      sync.Mutex
	perNode map[string]int
	known   map[types.UID]struct{}
}

// The plain shape: a literal, an assertion, an enqueue.
func (d *drainer) watchPods(pods cache.SharedIndexInformer) error {
	_, err := pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			d.queue.Add(pod.Namespace + "/" + pod.Name)
		},
		DeleteFunc: func(obj any) {
			pod := obj.(*corev1.Pod) // want `Pod.*\[tombstone/panic\]`
			d.queue.Add(pod.Namespace + "/" + pod.Name)
		},
	})
	return err
}

// Method value; the assertion sits in the middle of an expression.
func (d *drainer) watchNodes(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: d.nodeGone})
}

func (d *drainer) nodeGone(obj any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.perNode, obj.(*corev1.Node).Name) // want `Node.*\[tombstone/panic\]`
}

// To an interface: the tombstone implements none of them.
func (d *drainer) watchAnything(inf cache.SharedInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			m := obj.(metav1.Object) // want `Object.*\[tombstone/panic\]`
			d.mu.Lock()
			delete(d.known, m.GetUID())
			d.mu.Unlock()
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj interface{}) {
			key := client.ObjectKeyFromObject(obj.(client.Object)) // want `Object.*\[tombstone/panic\]`
			d.queue.Add(key.String())
		},
	})
}

// One type is tested, the other is taken for granted.
func (d *drainer) watchBackends(svcs, slices cache.SharedIndexInformer) {
	h := cache.ResourceEventHandlerFuncs{
		AddFunc:    func(any) { d.queue.Add("backends") },
		DeleteFunc: d.backendGone,
	}
	svcs.AddEventHandler(h)
	slices.AddEventHandler(h)
}

func (d *drainer) backendGone(obj any) {
	if svc, ok := obj.(*corev1.Service); ok {
		d.queue.Add(svc.Name)
		return
	}
	slice := obj.(*discoveryv1.EndpointSlice) // want `EndpointSlice.*\[tombstone/panic\]`
	d.queue.Add(slice.Labels[discoveryv1.LabelServiceName])
}

// The same function serves adds and deletes.
func (d *drainer) watchSecrets(secrets cache.SharedIndexInformer) {
	secrets.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    d.touchSecret,
		UpdateFunc: func(_, cur any) { d.touchSecret(cur) },
		DeleteFunc: d.touchSecret,
	})
}

func (d *drainer) touchSecret(obj any) {
	s := obj.(*corev1.Secret) // want `Secret.*\[tombstone/panic\]`
	d.queue.Add(s.Namespace)
}

// The assertion is in a helper, one call deep.
func (d *drainer) watchDeployments(deps cache.SharedIndexInformer) {
	deps.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { d.dropDeployment(obj) },
	})
}

func (d *drainer) dropDeployment(obj any) {
	dep := obj.(*appsv1.Deployment) // want `Deployment.*\[tombstone/panic\]`
	d.queue.Add(dep.Name)
}

// The assertion is three calls deep, and the last helper returns the value.
func (d *drainer) watchSets(sets cache.SharedIndexInformer) {
	sets.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: d.setGone})
}

func (d *drainer) setGone(obj any) { d.account(obj, -1) }

func (d *drainer) account(obj any, delta int) {
	d.perNode[setName(obj)] += delta
}

func setName(obj any) string { return mustSet(obj).Name }

func mustSet(obj any) *appsv1.ReplicaSet {
	return obj.(*appsv1.ReplicaSet) // want `ReplicaSet.*\[tombstone/panic\]`
}

// claimHandler hands deletes to its own add handler. The assertion in OnAdd is
// right for what OnAdd gets, so the call is what is wrong.
type claimHandler struct{ queue stringQueue }

func (h *claimHandler) OnAdd(obj any, _ bool) {
	pvc := obj.(*corev1.PersistentVolumeClaim)
	h.queue.Add(pvc.Spec.VolumeName)
}

func (h *claimHandler) OnUpdate(_, cur any) { h.OnAdd(cur, false) }

func (h *claimHandler) OnDelete(obj any) {
	h.OnAdd(obj, false) // want `\[tombstone/panic\]`
}

// The same with functions: volumeSeen is the AddFunc.
func (d *drainer) watchVolumes(pvs cache.SharedIndexInformer) {
	pvs.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: d.volumeSeen,
		DeleteFunc: func(obj any) {
			klog.V(2).Info("volume deleted")
			d.volumeSeen(obj) // want `\[tombstone/panic\]`
		},
	})
}

func (d *drainer) volumeSeen(obj any) {
	d.queue.Add(obj.(*corev1.PersistentVolume).Name)
}

// Nothing but a tombstone gets to the default arm.
func (d *drainer) watchBoth(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *corev1.Pod:
				d.queue.Add(o.Name)
			case *corev1.Node:
				d.queue.Add(o.Name)
			default:
				panic(fmt.Sprintf("unexpected object %T", obj)) // want `\[tombstone/panic\]`
			}
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *corev1.ConfigMap:
				d.queue.Add(o.Name)
			default:
				klog.Fatalf("not a config map: %T", o) // want `\[tombstone/panic\]`
			}
		},
	})
}

// The second result is looked at, and then the process is ended by hand.
func (d *drainer) watchQuotas(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			quota, ok := obj.(*corev1.ResourceQuota)
			if !ok {
				panic("informer delivered something that is no quota") // want `\[tombstone/panic\]`
			}
			d.queue.Add(quota.Namespace)
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			quota, ok := obj.(*corev1.ResourceQuota)
			if !ok {
				log.Fatalf("got %T", obj) // want `\[tombstone/panic\]`
			}
			d.queue.Add(quota.Namespace)
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			quota, ok := obj.(*corev1.ResourceQuota)
			if !ok {
				klog.ErrorS(nil, "got something else")
				os.Exit(1) // want `\[tombstone/panic\]`
			}
			d.queue.Add(quota.Namespace)
		},
	})
}

// Tombstones are thought of in one branch, forgotten in the other.
func (d *drainer) watchGated(inf cache.SharedIndexInformer, strict bool) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if strict {
				if t, ok := obj.(cache.DeletedFinalStateUnknown); ok {
					d.queue.Add(t.Key)
					return
				}
			}
			lim := obj.(*corev1.LimitRange) // want `LimitRange.*\[tombstone/panic\]`
			d.queue.Add(lim.Namespace + "/" + lim.Name)
		},
	})
}
