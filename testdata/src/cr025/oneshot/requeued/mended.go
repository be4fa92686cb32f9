package requeued

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/retry"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

func (g *groups) registerMended(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: g.onAdd, UpdateFunc: func(_, obj any) { g.onAdd(obj) }, DeleteFunc: g.gone})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: g.all, UpdateFunc: g.retries, DeleteFunc: g.told})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: g.put, UpdateFunc: g.later, DeleteFunc: g.sends})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: g.sendsLater})
}

// The caller of what writes, and what is asked for it, has the error.
func (g *groups) onAdd(obj any) {
	pod := obj.(*corev1.Pod)
	if err := g.sync(pod.Namespace, pod.Name); err != nil {
		g.tasks.Add(pod.Name)
	}
}

func (g *groups) sync(namespace, name string) error {
	g.lock.Lock()
	defer g.lock.Unlock()
	ctx, maps := context.Background(), g.client.CoreV1().ConfigMaps(namespace)
	cm, err := maps.Get(ctx, name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, key := range []string{"a", "b"} {
		if cm.Data[key] == "" {
			cm.Data = map[string]string{key: name}
			if _, err := maps.Update(ctx, cm, metav1.UpdateOptions{}); err != nil {
				return fmt.Errorf("update: %w", err)
			}
		}
	}
	return nil
}

// What is gone needn't be deleted again.
func (g *groups) gone(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	err = g.client.CoreV1().ConfigMaps("shop").Delete(context.Background(), key, metav1.DeleteOptions{})
	if err == nil || apierrors.IsNotFound(err) {
		return
	}
	g.queue.AddRateLimited(key)
}

// One error of two.
func (g *groups) all(obj any) {
	pod := obj.(*corev1.Pod)
	ctx, maps := context.Background(), g.client.CoreV1().ConfigMaps(pod.Namespace)
	err := maps.Delete(ctx, "a", metav1.DeleteOptions{})
	if err == nil {
		err = maps.Delete(ctx, "b", metav1.DeleteOptions{})
	}
	if err != nil {
		g.enqueue(pod.Name)
	}
}

func (g *groups) retries(_, obj any) {
	pod := obj.(*corev1.Pod)
	if err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := g.client.CoreV1().Pods(pod.Namespace).Update(context.Background(), pod, metav1.UpdateOptions{})
		return err
	}); err != nil {
		g.queue.AddRateLimited(pod.Name)
	}
}

// A function is handed the error.
func (g *groups) told(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		g.handleErr(g.sync(pod.Namespace, pod.Name), pod.Name)
	}
}

func (g *groups) handleErr(err error, key string) {
	if err == nil {
		g.queue.Forget(key)
		return
	}
	if g.queue.NumRequeues(key) < 5 {
		g.queue.AddRateLimited(key)
		return
	}
	g.queue.Forget(key)
}

func (g *groups) put(obj any) {
	cm := obj.(*corev1.ConfigMap)
	if err := g.shelf.Put(context.Background(), cm); err != nil {
		g.queue.Add(cm.Name)
	}
}

func (g *groups) later(_, obj any) {
	cm := obj.(*corev1.ConfigMap)
	go func() {
		if err := g.shelf.Put(context.Background(), cm); err != nil {
			g.queue.Add(cm.Name)
		}
	}()
}

func (g *groups) sends(obj any) {
	if cm, ok := obj.(*corev1.ConfigMap); ok && g.shelf.Put(context.Background(), cm) != nil {
		g.events <- event.GenericEvent{Object: cm}
	}
}

// The queue of a controller, which is handed to the handler.
func (g *groups) funcs() handler.Funcs {
	return handler.Funcs{CreateFunc: func(ctx context.Context, e event.CreateEvent, q workqueue.TypedRateLimitingInterface[reconcile.Request]) {
		if err := g.sync(e.Object.GetNamespace(), e.Object.GetName()); err != nil {
			q.Add(reconcile.Request{NamespacedName: types.NamespacedName(client.ObjectKeyFromObject(e.Object))})
		}
	}}
}

// A helper that is given the error sends what a controller watches.
func (g *groups) sendsLater(obj any) {
	cm := obj.(*corev1.ConfigMap)
	_, err := g.client.CoreV1().ConfigMaps(cm.Namespace).Update(context.Background(), cm, metav1.UpdateOptions{})
	g.ask(cm, err)
}

func (g *groups) ask(cm *corev1.ConfigMap, err error) {
	if err != nil {
		g.events <- event.GenericEvent{Object: cm}
	}
}
