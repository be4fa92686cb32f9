package lost

import (
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

type mendedKeeper struct{ quotaKeeper }

func (k *mendedKeeper) watchPods(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = gone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				k.queue.Add(pod.Namespace)
			}
		},
	})
}

// For a tombstone something else is done, but something.
func (k *mendedKeeper) claimGone(obj any) {
	pvc, ok := obj.(*corev1.PersistentVolumeClaim)
	if !ok {
		k.queue.Add("rescan")
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.claims, pvc.UID)
}

func (k *mendedKeeper) watchClaims(pvcs cache.SharedIndexInformer) {
	pvcs.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: k.claimGone})
}

func (k *mendedKeeper) watchMany(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *corev1.Secret:
				k.queue.Add("secret/" + o.Name)
			case *corev1.ConfigMap:
				k.queue.Add("configmap/" + o.Name)
			case cache.DeletedFinalStateUnknown:
				switch inner := o.Obj.(type) {
				case *corev1.Secret:
					k.queue.Add("secret/" + inner.Name)
				case *corev1.ConfigMap:
					k.queue.Add("configmap/" + inner.Name)
				}
			}
		},
	})
}

// The default arm does the work, with what every tombstone has.
func (k *mendedKeeper) watchWorkloads(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			var name string
			switch o := obj.(type) {
			case *appsv1.StatefulSet:
				name = o.Name
			case *appsv1.DaemonSet:
				name = o.Name
			default:
				on, err := cache.DeletionHandlingObjectToName(o)
				if err != nil {
					klog.Infof("unknown workload %T", o)
					return
				}
				name = on.Name
			}
			k.queue.Add(name)
		},
	})
}

func (k *mendedKeeper) watchObjects(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			m, ok := obj.(metav1.Object)
			if !ok {
				gone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				m, ok = gone.Obj.(metav1.Object)
				if !ok {
					klog.Errorf("tombstone of %s without object", gone.Key)
					return
				}
			}
			k.sync.Delete(m.GetUID())
		},
	})
}

// The helper looks into the tombstone.
func (k *mendedKeeper) watchReplicaSets(sets cache.SharedIndexInformer) {
	sets.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			rs := openReplicaSet(obj)
			if rs == nil {
				return
			}
			k.queue.Add(rs.Namespace + "/" + rs.Name)
		},
	})
}

func openReplicaSet(obj any) *appsv1.ReplicaSet {
	switch o := obj.(type) {
	case *appsv1.ReplicaSet:
		return o
	case cache.DeletedFinalStateUnknown:
		rs, _ := o.Obj.(*appsv1.ReplicaSet)
		return rs
	}
	return nil
}

// The helper calls itself with what the tombstone holds.
func (k *mendedKeeper) watchCronJobs(crons cache.SharedIndexInformer) {
	crons.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if cron, ok := dig[*batchv1.CronJob](obj); ok {
				k.queue.Add(cron.Name)
			}
		},
	})
}

func dig[T any](obj any) (T, bool) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		return dig[T](gone.Obj)
	}
	t, ok := obj.(T)
	return t, ok
}
