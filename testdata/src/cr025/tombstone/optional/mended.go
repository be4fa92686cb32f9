package optional

import (
	corev1 "k8s.io/api/core/v1"
	appsinformers "k8s.io/client-go/informers/apps/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type mendedBinder struct{ binder }

func (b *mendedBinder) watchPods(pods coreinformers.TypedPodInformer) error {
	_, err := pods.TypedInformer().AddTypedEventHandler(coreinformers.PodHandlerFuncs{
		DeleteFunc: func(gone coreinformers.DeletedPod) {
			if gone.OptionalObj == nil {
				b.queue.Add(gone.GetKey())
				return
			}
			b.queue.Add(gone.OptionalObj.Spec.NodeName)
		},
	})
	return err
}

func (b *mendedBinder) watchSets(sets appsinformers.TypedReplicaSetInformer) {
	sets.TypedInformer().AddTypedEventHandler(appsinformers.ReplicaSetDetailedHandlerFuncs{
		DeleteFunc: func(gone appsinformers.DeletedReplicaSet) {
			if rs := gone.OptionalObj; rs != nil {
				delete(b.leases, rs.UID)
			}
		},
	})
}

func (b *mendedBinder) watchLocal(pods coreinformers.TypedPodInformer) {
	pods.TypedInformer().AddTypedEventHandler(coreinformers.PodFilteringHandler{
		FilterFunc: func(pod *corev1.Pod) bool {
			return pod == nil || pod.Spec.NodeName == b.node
		},
		Handler: coreinformers.PodHandlerFuncs{
			DeleteFunc: func(gone coreinformers.DeletedPod) { b.queue.Add(gone.GetKey()) },
		},
	})
	pods.TypedInformer().AddTypedEventHandler(cache.TypedFilteringResourceEventHandler[*corev1.Pod]{
		FilterFunc: b.isNear,
		Handler:    coreinformers.PodHandlerFuncs{AddFunc: func(pod *corev1.Pod) { b.queue.Add(pod.Name) }},
	})
}

func (b *mendedBinder) isNear(pod *corev1.Pod) bool {
	if pod == nil {
		return false
	}
	return pod.GetLabels()["node"] == b.node
}
