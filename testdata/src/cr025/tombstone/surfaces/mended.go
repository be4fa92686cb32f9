package surfaces

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/tools/cache"
	ctrl "sigs.k8s.io/controller-runtime"
)

type mendedWatcher struct{ watcher }

func (w *mendedWatcher) queueKey(obj any) {
	if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
		w.queue.Add(key)
	}
}

func (w *mendedWatcher) all(inf cache.SharedIndexInformer, lw cache.ListerWatcher) {
	inf.AddEventHandler(cache.ResourceEventHandlerDetailedFuncs{DeleteFunc: w.queueKey})
	inf.AddEventHandler(&cache.ResourceEventHandlerFuncs{DeleteFunc: w.queueKey})
	cache.NewInformer(lw, &corev1.ConfigMap{}, 0, cache.ResourceEventHandlerFuncs{DeleteFunc: w.queueKey})
	cache.NewInformerWithOptions(cache.InformerOptions{
		ListerWatcher: lw,
		ObjectType:    &corev1.Namespace{},
		Handler:       &mendedVolumeHandler{free: map[string]bool{}},
	})
}

type mendedVolumeHandler struct{ free map[string]bool }

func (h *mendedVolumeHandler) OnAdd(obj any, _ bool) {
	h.free[obj.(*corev1.PersistentVolume).Name] = true
}
func (h *mendedVolumeHandler) OnUpdate(_, cur any) { h.OnAdd(cur, false) }
func (h *mendedVolumeHandler) OnDelete(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		delete(h.free, gone.Key)
		return
	}
	if pv, ok := obj.(*corev1.PersistentVolume); ok {
		delete(h.free, pv.Name)
	}
}

func (w *mendedWatcher) fromManager(ctx context.Context, mgr ctrl.Manager) error {
	inf, err := mgr.GetCache().GetInformer(ctx, &corev1.Node{})
	if err != nil {
		return err
	}
	_, err = inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: w.queueKey})
	return err
}

func (w *mendedWatcher) dynamic(f dynamicinformer.DynamicSharedInformerFactory, gvr schema.GroupVersionResource) {
	f.ForResource(gvr).Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = gone.Obj
			}
			if u, ok := obj.(*unstructured.Unstructured); ok {
				w.queue.Add(u.GetNamespace() + "/" + u.GetName())
			}
		},
	})
}

func (w *mendedWatcher) metadata(f metadatainformer.SharedInformerFactory, gvr schema.GroupVersionResource) {
	f.ForResource(gvr).Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *metav1.PartialObjectMetadata:
				w.queue.Add(o.Name)
			case cache.DeletedFinalStateUnknown:
				w.queueKey(o)
			}
		},
	})
}
