package lost

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

const everything = "everything"

// The argument does not matter.
func (k *quotaKeeper) watchIgnored(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(any) { k.queue.Add(everything) },
	})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(_ any) {},
	})
}

// For objects, too, nothing is done but logging and counting.
func (k *quotaKeeper) watchLogged(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				k.deletes.Inc()
				klog.V(2).InfoS("pod deleted", "pod", klog.KObj(pod))
			}
		},
	})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			klog.V(4).Infof("deleted: %v", obj)
		},
	})
}

// The assertion only serves the log line, the work is done for every event.
func (k *quotaKeeper) watchConstant(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if node, ok := obj.(*corev1.Node); ok {
				klog.Infof("node %s left", node.Name)
			}
			k.queue.Add(everything)
		},
	})
}

// The type test spares work for some objects and none for tombstones.
func (k *quotaKeeper) watchSpared(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok && pod.Spec.NodeName == "" {
				return
			}
			k.queue.Add(everything)
		},
	})
}

// A constant key behind a bare type test: nothing of the object is used, and
// whoever wrote it meant to look at nodes that are deleted in plain sight.
func (k *quotaKeeper) watchTyped(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if _, ok := obj.(*corev1.Node); !ok {
				return
			}
			k.queue.Add(everything)
		},
	})
}

// Key first, object second and only for the details.
func (k *quotaKeeper) watchDetails(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
			if err != nil {
				return
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				klog.Infof("%s ran on %s", key, pod.Spec.NodeName)
			}
			k.queue.Add(key)
		},
	})
}

// Comma-ok without effect in handlers that get no deletes.
func (k *quotaKeeper) watchAdds(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				k.queue.Add(pod.Name)
			}
		},
		UpdateFunc: func(_, cur any) {
			pod, ok := cur.(*corev1.Pod)
			if !ok {
				return
			}
			k.queue.Add(pod.Name)
		},
	})
}

// Every arm but the tombstone's is for another type of object.
func (k *quotaKeeper) watchArms(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *corev1.Event:
				// events are not counted
			case *corev1.Pod, *corev1.Node, cache.DeletedFinalStateUnknown:
				if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(o); err == nil {
					k.queue.Add(key)
				}
			}
		},
	})
}
