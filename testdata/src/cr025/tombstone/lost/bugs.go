// Package lost holds delete handlers that survive a tombstone by doing
// nothing: the object is gone, and what was kept for it stays for ever.
package lost

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

type counter interface{ Inc() }

type quotaKeeper struct {
	queue   workqueue.TypedRateLimitingInterface[string]
	client  kubernetes.Interface
	wake    chan struct{}
	deletes counter
	errors  counter

	mu     sync.Mutex
	claims map[types.UID]int64
	sync   sync.Map
}

// if ok { ... } and nothing else.
func (k *quotaKeeper) watchPods(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok { // want `Pod.*\[tombstone/lost\]`
				k.queue.Add(pod.Namespace)
			}
		},
	})
}

// if !ok { return }, and a map entry that is never removed.
func (k *quotaKeeper) watchClaims(pvcs cache.SharedIndexInformer) {
	pvcs.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: k.claimGone})
}

func (k *quotaKeeper) claimGone(obj any) {
	pvc, ok := obj.(*corev1.PersistentVolumeClaim) // want `PersistentVolumeClaim.*\[tombstone/lost\]`
	if !ok {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.claims, pvc.UID)
}

// Logging, counting and reporting an error bring nothing back.
func (k *quotaKeeper) watchJobs(jobs cache.SharedIndexInformer) {
	jobs.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			job, ok := obj.(*batchv1.Job) // want `Job.*\[tombstone/lost\]`
			if !ok {
				k.errors.Inc()
				klog.Warningf("delete event with %T", obj)
				utilruntime.HandleError(fmt.Errorf("unexpected type %T", obj))
				return
			}
			k.deletes.Inc()
			k.queue.Add(job.Namespace)
		},
	})
}

// A call to the API.
func (k *quotaKeeper) watchDeployments(ctx context.Context, deps cache.SharedIndexInformer) {
	deps.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			dep, ok := obj.(*appsv1.Deployment) // want `Deployment.*\[tombstone/lost\]`
			if !ok {
				klog.Error("not a deployment")
				return
			}
			err := k.client.CoreV1().Services(dep.Namespace).Delete(ctx, dep.Name, metav1.DeleteOptions{})
			if err != nil {
				klog.ErrorS(err, "service of deployment stays behind", "deployment", klog.KObj(dep))
			}
		},
	})
}

// A type switch without a case for it.
func (k *quotaKeeper) watchMany(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) { // want `\[tombstone/lost\]`
			case *corev1.Secret:
				k.queue.Add("secret/" + o.Name)
			case *corev1.ConfigMap:
				k.queue.Add("configmap/" + o.Name)
			}
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			var name string
			switch o := obj.(type) { // want `\[tombstone/lost\]`
			case *appsv1.StatefulSet:
				name = o.Name
			case *appsv1.DaemonSet:
				name = o.Name
			default:
				klog.Infof("unknown workload %T", o)
				return
			}
			k.queue.Add(name)
		},
	})
}

// Interfaces: a tombstone is neither of them.
func (k *quotaKeeper) watchObjects(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if m, ok := obj.(metav1.Object); ok { // want `Object.*\[tombstone/lost\]`
				k.sync.Delete(m.GetUID())
			}
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			ro, ok := obj.(runtime.Object) // want `Object.*\[tombstone/lost\]`
			if !ok {
				return
			}
			k.queue.Add(ro.GetObjectKind().GroupVersionKind().Kind)
		},
	})
}

// The nil test stands in for the ok.
func (k *quotaKeeper) watchNodes(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			node, _ := obj.(*corev1.Node) // want `Node.*\[tombstone/lost\]`
			if node == nil {
				return
			}
			k.queue.Add(node.Name)
		},
	})
}

// The work is behind a channel and a condition.
func (k *quotaKeeper) watchNamespaces(nss cache.SharedIndexInformer) {
	nss.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if ns, ok := obj.(*corev1.Namespace); ok && ns.Labels["tenant"] != "" { // want `Namespace.*\[tombstone/lost\]`
				select {
				case k.wake <- struct{}{}:
				default:
				}
			}
		},
	})
}

// The helper answers nil for what it does not know, the handler then has
// nothing to do.
func (k *quotaKeeper) watchReplicaSets(sets cache.SharedIndexInformer) {
	sets.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			rs := asReplicaSet(obj) // want `\[tombstone/lost\]`
			if rs == nil {
				return
			}
			k.queue.Add(rs.Namespace + "/" + rs.Name)
		},
	})
}

func asReplicaSet(obj any) *appsv1.ReplicaSet {
	if rs, ok := obj.(*appsv1.ReplicaSet); ok {
		return rs
	}
	klog.V(1).Infof("not a replica set: %T", obj)
	return nil
}

// The same with a second result, generic.
func (k *quotaKeeper) watchCronJobs(crons cache.SharedIndexInformer) {
	crons.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			cron, ok := as[*batchv1.CronJob](obj) // want `\[tombstone/lost\]`
			if !ok {
				return
			}
			k.queue.Add(cron.Name)
		},
	})
}

func as[T any](obj any) (T, bool) {
	t, ok := obj.(T)
	return t, ok
}

// Two helpers: one tells the name or the empty string, one does the work.
func (k *quotaKeeper) watchAccounts(accounts cache.SharedIndexInformer) {
	accounts.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: k.accountGone})
}

func (k *quotaKeeper) accountGone(obj any) {
	name := accountName(obj) // want `\[tombstone/lost\]`
	if name == "" {
		return
	}
	k.queue.Add(name)
}

func accountName(obj any) string {
	if sa, ok := obj.(*corev1.ServiceAccount); ok {
		return sa.Namespace + "/" + sa.Name
	}
	return ""
}

// The helper does the assertion and the work.
func (k *quotaKeeper) watchLimits(limits cache.SharedIndexInformer) {
	limits.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    k.enqueueLimit,
		DeleteFunc: func(obj any) { k.release(obj) },
	})
}

func (k *quotaKeeper) enqueueLimit(obj any) {
	if lr, ok := obj.(*corev1.LimitRange); ok {
		k.queue.Add(lr.Namespace)
	}
}

func (k *quotaKeeper) release(obj any) {
	lr, ok := obj.(*corev1.LimitRange) // want `LimitRange.*\[tombstone/lost\]`
	if !ok {
		klog.Errorf("cannot release %T", obj)
		return
	}
	k.mu.Lock()
	delete(k.claims, lr.UID)
	k.mu.Unlock()
}

// Only one of two things is done for a tombstone, and that one is a log line.
func (k *quotaKeeper) watchEvicted(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) { // want `\[tombstone/lost\]`
			case *corev1.Pod:
				k.mu.Lock()
				defer k.mu.Unlock()
				delete(k.claims, o.UID)
			case cache.DeletedFinalStateUnknown:
				klog.Infof("missed the delete of %s", o.Key)
			}
		},
	})
}

// The work is handed to a worker of another package, in a struct; the delete
// function is the add function.
func (k *quotaKeeper) watchBound(claims cache.SharedIndexInformer, w worker) {
	inner := &boundHandler{worker: w}
	claims.AddEventHandler(cache.FilteringResourceEventHandler{
		// Both have to be mended, but the filter first: until then nothing comes to the handler.
		FilterFunc: func(obj any) bool {
			claim, ok := obj.(*corev1.PersistentVolumeClaim) // want `PersistentVolumeClaim.*\[tombstone/filter\]`
			return ok && claim.Spec.VolumeName != ""
		},
		Handler: inner,
	})
}

type worker interface{ Enqueue(item any) }

type boundHandler struct{ worker worker }

type boundItem struct{ obj runtime.Object }

func (h *boundHandler) OnAdd(obj any, _ bool) {
	o, ok := obj.(runtime.Object)
	if !ok {
		return
	}
	h.worker.Enqueue(boundItem{obj: o})
}

func (h *boundHandler) OnUpdate(_, cur any) { h.OnAdd(cur, false) }

func (h *boundHandler) OnDelete(obj any) {
	h.OnAdd(obj, false) // rests
}

// What is queued was filled in by a function that reads.
func (k *quotaKeeper) watchAnnotated(nss cache.SharedIndexInformer) {
	nss.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			ns, ok := obj.(*corev1.Namespace) // want `Namespace.*\[tombstone/lost\]`
			if !ok {
				return
			}
			var names []string
			if err := json.Unmarshal([]byte(ns.Annotations["names"]), &names); err != nil {
				return
			}
			for _, name := range names {
				k.queue.Add(name)
			}
		},
	})
}
