package optional

import (
	corev1 "k8s.io/api/core/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// The methods of DeletedObject work without an object.
func (b *binder) watchNames(inf cache.TypedSharedIndexInformer[*corev1.Secret]) {
	inf.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Secret]{
		DeleteFunc: func(gone cache.DeletedObject[*corev1.Secret]) {
			klog.V(2).InfoS("secret deleted", "secret", klog.KObj(gone))
			b.queue.Add(gone.GetNamespace() + "/" + gone.GetName())
		},
	})
}

// Without a tombstone the object is there.
func (b *binder) watchCertain(pods coreinformers.TypedPodInformer) {
	pods.TypedInformer().AddTypedEventHandler(coreinformers.PodHandlerFuncs{
		DeleteFunc: func(gone coreinformers.DeletedPod) {
			if gone.FinalStateUnknown == nil {
				b.queue.Add(gone.OptionalObj.Spec.NodeName)
				return
			}
			b.queue.Add(gone.FinalStateUnknown.Key)
		},
	})
}

// Adds and updates always have one.
func (b *binder) watchChanges(pods coreinformers.TypedPodInformer) {
	pods.TypedInformer().AddTypedEventHandler(coreinformers.PodHandlerFuncs{
		AddFunc: func(pod *corev1.Pod) { b.queue.Add(pod.Spec.NodeName) },
		UpdateFunc: func(old, cur *corev1.Pod) {
			if old.Generation != cur.Generation {
				b.queue.Add(cur.Spec.NodeName)
			}
		},
	})
}

// The pointer is only compared, or copied, which nil survives.
func (b *binder) watchCopied(pods coreinformers.TypedPodInformer, leader *corev1.Pod) {
	pods.TypedInformer().AddTypedEventHandler(coreinformers.PodHandlerFuncs{
		DeleteFunc: func(gone coreinformers.DeletedPod) {
			last := gone.OptionalObj.DeepCopy()
			if last != nil && gone.OptionalObj != leader {
				b.queue.Add(last.Name)
			}
		},
	})
}

// A filter that does not look.
func (b *binder) watchAll(pods coreinformers.TypedPodInformer) {
	pods.TypedInformer().AddTypedEventHandler(coreinformers.PodFilteringHandler{
		FilterFunc: func(*corev1.Pod) bool { return b.node != "" },
		Handler: coreinformers.PodHandlerFuncs{
			DeleteFunc: func(gone coreinformers.DeletedPod) { b.queue.Add(gone.GetKey()) },
		},
	})
}
