// Package oneshot has one bug of each category, in controller-runtime 0.15 and client-go 0.27, and their mended twins.
package oneshot

import (
	"context"
	"net/http"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

type controller struct {
	client client.Client
	sets   kubernetes.Interface
	pods   listers.PodLister
	queue  workqueue.RateLimitingInterface
}

func (c *controller) informers(inf cache.SharedIndexInformer, managed ctrlcache.Informer, lw cache.ListerWatcher) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.onAdd,
		UpdateFunc: func(_, obj interface{}) { time.Sleep(time.Second) }, // want `UpdateFunc → time.Sleep.*\[oneshot/block\]`
		DeleteFunc: c.enqueue,
	})
	managed.AddEventHandler(&cache.ResourceEventHandlerFuncs{AddFunc: c.enqueue, DeleteFunc: func(obj interface{}) {
		_, _ = c.sets.CoreV1().Pods("a").List(context.Background(), metav1.ListOptions{}) // want `DeleteFunc → Pods.List.*\[oneshot/live\]`
	}})
	_, informer := cache.NewInformer(lw, &corev1.Pod{}, 0, cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj interface{}) { http.Get("http://a") }, // want `private informer: the informer's store stands still.*\[oneshot/block\]`
	})
	go informer.Run(nil)
	cache.NewIndexerInformer(lw, &corev1.Pod{}, 0, own{c}, nil)
}

func (c *controller) onAdd(obj interface{}) {
	_, _ = c.sets.CoreV1().Pods("a").Create(context.Background(), obj.(*corev1.Pod), metav1.CreateOptions{}) // want `onAdd → Pods.Create.*\[oneshot/write\]`
}

func (c *controller) enqueue(obj interface{}) {
	if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
		c.queue.Add(key)
	}
}

type own struct{ c *controller }

func (h own) OnAdd(_ interface{}, _ bool) { h.c.onDelete() }
func (h own) OnUpdate(_, _ interface{})   {}
func (h own) OnDelete(_ interface{})      {}

func (c *controller) onDelete() {
	_ = c.sets.CoreV1().Pods("a").Delete(context.Background(), "b", metav1.DeleteOptions{}) // want `OnAdd → onDelete → Pods.Delete.* private informer.*\[oneshot/write\]`
}

func (c *controller) worker() {
	key, _ := c.queue.Get()
	_, _ = c.pods.Pods("a").Get(key.(string))
}

func (c *controller) run(stop <-chan struct{}, synced cache.InformerSynced) {
	go c.worker() // want `controller.run starts a worker before.*\[oneshot/unsynced\]`
	if !cache.WaitForCacheSync(stop, synced) {
		return
	}
	go wait.Until(c.worker, time.Second, stop)
}

func (c *controller) maps() []handler.EventHandler {
	return []handler.EventHandler{
		handler.EnqueueRequestsFromMapFunc(func(_ context.Context, o client.Object) []reconcile.Request {
			_ = c.client.Update(context.Background(), o) // want `MapFunc → Client.Update .* in a map function.*\[oneshot/write\]`
			return nil
		}),
		handler.EnqueueRequestsFromMapFunc(c.mapped),
		handler.EnqueueRequestsFromMapFunc(c.mapMended),
	}
}

func (c *controller) mapped(ctx context.Context, o client.Object) []reconcile.Request {
	_ = c.client.Delete(ctx, o) // want `mapped → Client.Delete .* in a map function.*\[oneshot/write\]`
	return nil
}

func (c *controller) mapMended(ctx context.Context, o client.Object) []reconcile.Request {
	var list corev1.PodList
	if err := c.client.List(ctx, &list, client.InNamespace(o.GetNamespace())); err != nil {
		return nil
	}
	return []reconcile.Request{{}}
}

func (c *controller) handlers() (handler.EventHandler, source.Source) {
	return handler.Funcs{
			CreateFunc: func(_ context.Context, e event.CreateEvent, q workqueue.RateLimitingInterface) {
				_ = c.client.Status().Update(context.Background(), e.Object) // want `CreateFunc → Status.Update .* in an event handler.*\[oneshot/write\]`
				q.Add(reconcile.Request{})
			},
			DeleteFunc: func(_ context.Context, e event.DeleteEvent, q workqueue.RateLimitingInterface) {
				q.Add(reconcile.Request{})
			},
		}, source.Func(func(context.Context, handler.EventHandler, workqueue.RateLimitingInterface, ...predicate.Predicate) error {
			time.Sleep(time.Second) // want `Func → time.Sleep .* in a source.*\[oneshot/block\]`
			return nil
		})
}

func (c *controller) predicates() []predicate.Predicate {
	return []predicate.Predicate{
		predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
			return c.client.Delete(context.Background(), e.ObjectOld) == nil // want `UpdateFunc → Client.Delete .* in a predicate.*\[oneshot/write\]`
		}},
		predicate.NewPredicateFuncs(func(obj client.Object) bool {
			return c.client.Delete(context.Background(), obj) == nil // want `NewPredicateFuncs → Client.Delete .*\[oneshot/write\]`
		}),
		predicate.Funcs{CreateFunc: func(e event.CreateEvent) bool { return e.Object.GetName() != "" }},
	}
}

type ownHandler struct{ c *controller }

func (h ownHandler) Create(_ context.Context, e event.CreateEvent, q workqueue.RateLimitingInterface) {
	h.c.writes()
}
func (h ownHandler) Update(_ context.Context, e event.UpdateEvent, q workqueue.RateLimitingInterface) {
}
func (h ownHandler) Delete(_ context.Context, e event.DeleteEvent, q workqueue.RateLimitingInterface) {
}
func (h ownHandler) Generic(_ context.Context, e event.GenericEvent, q workqueue.RateLimitingInterface) {
}

func (c *controller) writes() {
	_ = c.client.Create(context.Background(), &corev1.Pod{}) // want `Create → writes → Create\(\*corev1.Pod\) .*\[oneshot/write\]`
}
