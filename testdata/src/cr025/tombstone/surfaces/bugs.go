// Package surfaces registers faulty delete handlers in every way there is to
// register one.
package surfaces

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
)

type watcher struct {
	queue  workqueue.TypedRateLimitingInterface[string]
	leases map[string]time.Time
}

// Functions with the detail of the initial list.
func (w *watcher) detailed(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerDetailedFuncs{
		AddFunc: func(obj any, initial bool) { w.queue.Add(obj.(*corev1.Pod).Name) },
		DeleteFunc: func(obj any) {
			w.queue.Add(obj.(*corev1.Pod).Name) // want `Pod.*\[tombstone/panic\]`
		},
	})
}

// A pointer to the struct of functions.
func (w *watcher) pointed(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(&cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, _ := obj.(*corev1.Pod) // want `Pod.*\[tombstone/nilderef\]`
			w.queue.Add(pod.Name)
		},
	})
}

func (w *watcher) resynced(inf cache.SharedIndexInformer) error {
	_, err := inf.AddEventHandlerWithResyncPeriod(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if node, ok := obj.(*corev1.Node); ok { // want `Node.*\[tombstone/lost\]`
				delete(w.leases, node.Name)
			}
		},
	}, 10*time.Minute)
	return err
}

func (w *watcher) withOptions(inf cache.SharedIndexInformer) error {
	period := time.Hour
	_, err := inf.AddEventHandlerWithOptions(cache.ResourceEventHandlerFuncs{
		DeleteFunc: w.nodeGone,
	}, cache.HandlerOptions{ResyncPeriod: &period})
	return err
}

func (w *watcher) nodeGone(obj any) {
	delete(w.leases, obj.(*corev1.Node).Name) // want `Node.*\[tombstone/panic\]`
}

// From a factory, in one chain.
func (w *watcher) fromFactory(f informers.SharedInformerFactory) {
	f.Core().V1().Secrets().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, err := cache.MetaNamespaceKeyFunc(obj) // want `\[tombstone/key\]`
			if err != nil {
				return
			}
			w.queue.Add(key)
		},
	})
	gen, err := f.ForResource(corev1.SchemeGroupVersion.WithResource("services"))
	if err != nil {
		return
	}
	gen.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			w.queue.Add(obj.(*corev1.Service).Name) // want `Service.*\[tombstone/panic\]`
		},
	})
}

// Private informers take the handler as an argument.
func (w *watcher) private(lw cache.ListerWatcher) []cache.Controller {
	_, a := cache.NewInformer(lw, &corev1.ConfigMap{}, 0, cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			w.queue.Add(obj.(*corev1.ConfigMap).Name) // want `ConfigMap.*\[tombstone/panic\]`
		},
	})
	_, b := cache.NewIndexerInformer(lw, &corev1.Pod{}, time.Minute, cache.ResourceEventHandlerFuncs{
		DeleteFunc: w.podGone,
	}, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
	_, c := cache.NewInformerWithOptions(cache.InformerOptions{
		ListerWatcher: lw,
		ObjectType:    &corev1.Namespace{},
		Handler: cache.ResourceEventHandlerFuncs{
			DeleteFunc: func(obj any) {
				ns, ok := obj.(*corev1.Namespace) // want `Namespace.*\[tombstone/lost\]`
				if !ok {
					return
				}
				w.queue.Add(ns.Name)
			},
		},
	})
	strip := func(in any) (any, error) {
		if m, ok := in.(metav1.Object); ok {
			m.SetManagedFields(nil)
		}
		return in, nil
	}
	_, d := cache.NewTransformingInformer(lw, &corev1.Endpoints{}, 0, cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			w.queue.Add(obj.(*corev1.Endpoints).Name) // want `Endpoints.*\[tombstone/panic\]`
		},
	}, strip)
	_, e := cache.NewTransformingIndexerInformer(lw, &corev1.ServiceAccount{}, 0, accountHandler{w.queue}, cache.Indexers{}, strip)
	return []cache.Controller{a, b, c, d, e}
}

func (w *watcher) podGone(obj any) {
	switch pod := obj.(type) { // want `\[tombstone/lost\]`
	case *corev1.Pod:
		delete(w.leases, pod.Spec.NodeName)
	}
}

// A handler type of our own, methods on the value.
type accountHandler struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

func (h accountHandler) OnAdd(obj any, isInInitialList bool) {}
func (h accountHandler) OnUpdate(oldObj, newObj any)         {}
func (h accountHandler) OnDelete(obj any) {
	h.queue.Add(obj.(*corev1.ServiceAccount).Name) // want `ServiceAccount.*\[tombstone/panic\]`
}

// And one with methods on the pointer, registered by its constructor.
type volumeHandler struct{ free map[string]bool }

func newVolumeHandler(inf cache.SharedIndexInformer) (*volumeHandler, error) {
	h := &volumeHandler{free: map[string]bool{}}
	_, err := inf.AddEventHandler(h)
	return h, err
}

func (h *volumeHandler) OnAdd(obj any, _ bool) { h.free[obj.(*corev1.PersistentVolume).Name] = true }
func (h *volumeHandler) OnUpdate(_, cur any)   { h.OnAdd(cur, false) }
func (h *volumeHandler) OnDelete(obj any) {
	pv, ok := obj.(*corev1.PersistentVolume) // want `PersistentVolume.*\[tombstone/lost\]`
	if !ok {
		return
	}
	delete(h.free, pv.Name)
}

// The functions are embedded, and one of the methods replaced.
type quotaHandler struct {
	cache.ResourceEventHandlerFuncs
	used map[string]int
}

func (h *quotaHandler) OnDelete(obj any) {
	delete(h.used, obj.(*corev1.ResourceQuota).Namespace) // want `ResourceQuota.*\[tombstone/panic\]`
}

func (w *watcher) embedding(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(&quotaHandler{used: map[string]int{}})
}

// The functions are embedded, and set.
type limitHandler struct {
	cache.ResourceEventHandlerFuncs
	used map[string]int
}

func newLimitHandler() *limitHandler {
	h := &limitHandler{used: map[string]int{}}
	h.ResourceEventHandlerFuncs = cache.ResourceEventHandlerFuncs{DeleteFunc: h.gone}
	return h
}

func (h *limitHandler) gone(obj any) {
	delete(h.used, obj.(*corev1.LimitRange).Namespace) // want `LimitRange.*\[tombstone/panic\]`
}

// The delete method comes from an embedded type.
type baseHandler struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

func (b baseHandler) OnDelete(obj any) {
	key, _ := cache.MetaNamespaceKeyFunc(obj) // want `\[tombstone/key\]`
	b.queue.Add(key)
}

type eventHandler struct{ baseHandler }

func (h eventHandler) OnAdd(obj any, _ bool) {}
func (h eventHandler) OnUpdate(_, cur any)   {}

var _ cache.ResourceEventHandler = eventHandler{}

// Fields set after the literal.
func (w *watcher) later(inf cache.SharedIndexInformer, enabled bool) {
	h := cache.ResourceEventHandlerFuncs{AddFunc: func(any) { w.queue.Add("all") }}
	if enabled {
		h.DeleteFunc = w.claimGone
	}
	inf.AddEventHandler(h)

	var p = new(cache.ResourceEventHandlerFuncs)
	p.DeleteFunc = func(obj any) {
		w.queue.Add(obj.(*corev1.PersistentVolumeClaim).Name) // want `PersistentVolumeClaim.*\[tombstone/panic\]`
	}
	inf.AddEventHandler(p)
}

func (w *watcher) claimGone(obj any) {
	pvc := obj.(*corev1.PersistentVolumeClaim) // want `PersistentVolumeClaim.*\[tombstone/panic\]`
	w.queue.Add(pvc.Spec.VolumeName)
}

// A named function, a local variable, a package variable, a value of a named
// function type, a method expression.
func logAndDrop(obj any) {
	dropped[obj.(*corev1.Event).Name] = struct{}{} // want `Event.*\[tombstone/panic\]`
}

var dropped = map[string]struct{}{}

var onTemplateGone = func(obj any) {
	tmpl, _ := obj.(*corev1.PodTemplate) // want `PodTemplate.*\[tombstone/nilderef\]`
	delete(dropped, tmpl.Name)
}

type deleteFunc func(any)

func (w *watcher) functions(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: logAndDrop})

	onDelete := func(obj any) {
		w.queue.Add(obj.(*corev1.Binding).Name) // want `Binding.*\[tombstone/panic\]`
	}
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: onDelete})

	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: onTemplateGone})

	named := deleteFunc(func(obj any) {
		w.queue.Add(obj.(*corev1.ComponentStatus).Name) // want `ComponentStatus.*\[tombstone/panic\]`
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: named})

	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { (*watcher).controllerGone(w, obj) },
	})
}

func (w *watcher) controllerGone(obj any) {
	w.queue.Add(obj.(*corev1.ReplicationController).Name) // want `ReplicationController.*\[tombstone/panic\]`
}

// A function made by a function.
func (w *watcher) made(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: w.deleteHandler("service"),
	})
}

func (w *watcher) deleteHandler(kind string) func(any) {
	return func(obj any) {
		svc := obj.(*corev1.Service) // want `Service.*\[tombstone/panic\]`
		w.queue.Add(kind + "/" + svc.Name)
	}
}

// A handler kept in a package variable, and one from a method.
var secretHandlers = cache.ResourceEventHandlerFuncs{
	DeleteFunc: func(obj any) {
		delete(dropped, obj.(*corev1.Secret).Name) // want `Secret.*\[tombstone/panic\]`
	},
}

func (w *watcher) kept(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(secretHandlers)
	inf.AddEventHandler(w.mapHandlers())
	for _, h := range []cache.ResourceEventHandler{accountHandler{w.queue}, w.mapHandlers()} {
		inf.AddEventHandler(h)
	}
}

func (w *watcher) mapHandlers() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			w.queue.Add(obj.(*corev1.ConfigMap).Namespace) // want `ConfigMap.*\[tombstone/panic\]`
		},
	}
}

// controller-runtime's informers hand the very same tombstones to handlers
// that are added to them.
func (w *watcher) fromManager(ctx context.Context, mgr ctrl.Manager) error {
	inf, err := mgr.GetCache().GetInformer(ctx, &corev1.Node{})
	if err != nil {
		return err
	}
	_, err = inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			delete(w.leases, obj.(*corev1.Node).Name) // want `Node.*\[tombstone/panic\]`
		},
	})
	if err != nil {
		return err
	}
	byKind, err := mgr.GetCache().GetInformerForKind(ctx, corev1.SchemeGroupVersion.WithKind("Pod"))
	if err != nil {
		return err
	}
	_, err = byKind.AddEventHandlerWithOptions(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			pod, ok := obj.(*corev1.Pod) // want `Pod.*\[tombstone/filter\]`
			return ok && pod.Spec.NodeName != ""
		},
		Handler: cache.ResourceEventHandlerFuncs{DeleteFunc: func(any) { w.queue.Add("pods") }},
	}, cache.HandlerOptions{})
	return err
}

// Dynamic informers deliver *unstructured.Unstructured.
func (w *watcher) dynamic(f dynamicinformer.DynamicSharedInformerFactory, gvr schema.GroupVersionResource) {
	f.ForResource(gvr).Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			u := obj.(*unstructured.Unstructured) // want `Unstructured.*\[tombstone/panic\]`
			w.queue.Add(u.GetNamespace() + "/" + u.GetName())
		},
	})
	f.ForResource(gvr).Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			u, ok := obj.(*unstructured.Unstructured) // want `Unstructured.*\[tombstone/lost\]`
			if !ok {
				klog.Errorf("not unstructured: %T", obj)
				return
			}
			w.queue.Add(u.GetName())
		},
	})
}

// Metadata informers deliver *metav1.PartialObjectMetadata.
func (w *watcher) metadata(f metadatainformer.SharedInformerFactory, gvr schema.GroupVersionResource) {
	f.ForResource(gvr).Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			m := obj.(*metav1.PartialObjectMetadata) // want `PartialObjectMetadata.*\[tombstone/panic\]`
			w.queue.Add(m.Name)
		},
	})
}

// A table of handlers.
func (w *watcher) table(infs map[string]cache.SharedIndexInformer) {
	for name, gone := range map[string]func(any){
		"replicationcontrollers": w.controllerGone,
		"nodes": func(obj any) {
			n, ok := obj.(*corev1.Node) // want `Node.*\[tombstone/lost\]`
			if ok {
				w.queue.Add(n.Name)
			}
		},
	} {
		infs[name].AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: gone})
	}
}
