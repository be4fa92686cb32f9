// Package optional holds typed handlers. They have no tombstones to assert,
// but an object that may be missing.
package optional

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	appsinformers "k8s.io/client-go/informers/apps/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

type binder struct {
	queue  workqueue.TypedRateLimitingInterface[string]
	node   string
	leases map[types.UID]string
}

// A field of the missing object, in the alias of the generated package.
func (b *binder) watchPods(pods coreinformers.TypedPodInformer) error {
	_, err := pods.TypedInformer().AddTypedEventHandler(coreinformers.PodHandlerFuncs{
		AddFunc: func(pod *corev1.Pod) { b.queue.Add(pod.Name) },
		DeleteFunc: func(gone coreinformers.DeletedPod) {
			b.queue.Add(gone.OptionalObj.Spec.NodeName) // want `check it for nil, and use GetKey, GetNamespace and GetName of the cache.DeletedObject \[tombstone/optional\]`
		},
	})
	return err
}

// A promoted method of it, in the generic type.
func (b *binder) watchSecrets(inf cache.TypedSharedIndexInformer[*corev1.Secret]) {
	inf.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Secret]{
		DeleteFunc: func(gone cache.DeletedObject[*corev1.Secret]) {
			delete(b.leases, gone.OptionalObj.GetUID()) // want `\[tombstone/optional\]`
		},
	})
}

// By way of a variable.
func (b *binder) watchSets(sets appsinformers.TypedReplicaSetInformer) {
	sets.TypedInformer().AddTypedEventHandler(appsinformers.ReplicaSetDetailedHandlerFuncs{
		DeleteFunc: func(gone appsinformers.DeletedReplicaSet) {
			rs := gone.OptionalObj
			klog.V(2).InfoS("replica set deleted", "set", gone)
			delete(b.leases, rs.UID) // want `\[tombstone/optional\]`
		},
	})
}

// The test is there, the return is not.
func (b *binder) watchMaps(maps coreinformers.TypedConfigMapInformer) {
	maps.TypedInformer().AddTypedEventHandler(coreinformers.ConfigMapHandlerFuncs{DeleteFunc: b.mapGone})
}

func (b *binder) mapGone(gone coreinformers.DeletedConfigMap) {
	if gone.OptionalObj == nil {
		klog.Warningf("%s left without a trace", gone.GetKey())
	}
	delete(b.leases, gone.OptionalObj.UID) // want `\[tombstone/optional\]`
}

// The tombstone branch is the one where it can be missing.
func (b *binder) watchStateful(inf cache.TypedSharedIndexInformer[*appsv1.StatefulSet]) {
	inf.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*appsv1.StatefulSet]{
		DeleteFunc: func(gone cache.DeletedObject[*appsv1.StatefulSet]) {
			if gone.FinalStateUnknown != nil {
				delete(b.leases, gone.OptionalObj.UID) // want `\[tombstone/optional\]`
				return
			}
			b.queue.Add(gone.GetKey())
		},
	})
}

// An own type with the methods of TypedResourceEventHandler.
type claimHandler struct {
	queue workqueue.TypedInterface[string]
}

var _ cache.TypedResourceEventHandler[*corev1.PersistentVolumeClaim] = claimHandler{}

func (h claimHandler) OnAdd(pvc *corev1.PersistentVolumeClaim, _ bool) { h.queue.Add(pvc.Name) }
func (h claimHandler) OnUpdate(_, pvc *corev1.PersistentVolumeClaim)   { h.queue.Add(pvc.Name) }
func (h claimHandler) OnDelete(gone cache.DeletedObject[*corev1.PersistentVolumeClaim]) {
	h.queue.Add(gone.OptionalObj.Spec.VolumeName) // want `\[tombstone/optional\]`
}

// The filter is asked about the missing object.
func (b *binder) watchLocal(pods coreinformers.TypedPodInformer) {
	pods.TypedInformer().AddTypedEventHandler(coreinformers.PodFilteringHandler{
		FilterFunc: func(pod *corev1.Pod) bool {
			return pod.Spec.NodeName == b.node // want `; check it for nil, and return true: the delete function can go by the key \[tombstone/optional\]`
		},
		Handler: coreinformers.PodHandlerFuncs{
			DeleteFunc: func(gone coreinformers.DeletedPod) { b.queue.Add(gone.GetKey()) },
		},
	})
	pods.TypedInformer().AddTypedEventHandler(cache.TypedFilteringResourceEventHandler[*corev1.Pod]{
		FilterFunc: b.isLocal,
		Handler:    coreinformers.PodHandlerFuncs{AddFunc: func(pod *corev1.Pod) { b.queue.Add(pod.Name) }},
	})
}

func (b *binder) isLocal(pod *corev1.Pod) bool {
	return pod.GetLabels()["node"] == b.node // want `; check it for nil \[tombstone/optional\]`
}

// An untyped handler on a typed informer gets tombstones like any other.
func (b *binder) watchUntyped(pods coreinformers.TypedPodInformer) {
	pods.TypedInformer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			b.queue.Add(obj.(*corev1.Pod).Name) // want `Pod.*\[tombstone/panic\]`
		},
	})
}
