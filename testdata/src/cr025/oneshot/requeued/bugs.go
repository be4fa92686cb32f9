// Package requeued has handlers that do the work at once, and put a key on a queue when that fails: a worker tries it again. In
// the bugs it isn't so for all that may fail. The form is hwameistor's,
// pkg/local-storage/member/controller/volumegroup/manager.go:200.
package requeued

import (
	"context"
	"sync"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/event"

	"ctrllint.test/cr025/oneshot/requeued/shelf"
	"ctrllint.test/cr025/oneshot/requeued/tasks"
)

type groups struct {
	lock   sync.Mutex
	client kubernetes.Interface
	pods   corelisters.PodLister
	tasks  *tasks.Queue
	queue  workqueue.TypedRateLimitingInterface[string]
	events chan event.GenericEvent
	shelf  *shelf.Shelf
}

func (g *groups) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: g.onConflict, UpdateFunc: g.onUpdate, DeleteFunc: g.onDelete})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: g.anyway})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: g.swap})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: g.butConflict, UpdateFunc: func(_, obj any) { g.logs(obj) }})
}

// Only some errors come to the queue.
func (g *groups) onConflict(obj any) {
	pod := obj.(*corev1.Pod)
	if err := g.label(pod); apierrors.IsConflict(err) {
		g.queue.AddRateLimited(pod.Name)
	}
}

func (g *groups) label(pod *corev1.Pod) error {
	_, err := g.client.CoreV1().Pods(pod.Namespace).Update(context.Background(), pod, metav1.UpdateOptions{}) // want `onConflict → label → Pods.Update .* when it fails no queue tries it again.*\[oneshot/write\]`
	return err
}

func (g *groups) butConflict(obj any) {
	pod := obj.(*corev1.Pod)
	_, err := g.client.CoreV1().Pods(pod.Namespace).UpdateStatus(context.Background(), pod, metav1.UpdateOptions{}) // want `butConflict → Pods.UpdateStatus .*\[oneshot/write\]`
	if err != nil && !apierrors.IsConflict(err) {
		g.queue.AddRateLimited(pod.Name)
	}
}

// The first of two is forgotten where the second is told.
func (g *groups) onUpdate(_, obj any) {
	pod := obj.(*corev1.Pod)
	if err := g.renew(pod); err != nil {
		g.tasks.Add(pod.Name)
	}
}

func (g *groups) renew(pod *corev1.Pod) error {
	ctx, pods := context.Background(), g.client.CoreV1().Pods(pod.Namespace)
	if err := pods.Delete(ctx, pod.Name, metav1.DeleteOptions{}); err != nil { // want `onUpdate → renew → Pods.Delete .*\[oneshot/write\]`
		println(err)
	}
	_, err := pods.Create(ctx, pod, metav1.CreateOptions{})
	return err
}

// The same function is called by two, of which one drops its error.
func (g *groups) onDelete(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		if err := g.forget(pod); err != nil {
			g.tasks.AddRateLimited(pod.Name)
		}
	}
}

func (g *groups) logs(obj any) {
	if err := g.forget(obj.(*corev1.Pod)); err != nil {
		println(err)
	}
}

func (g *groups) forget(pod *corev1.Pod) error {
	return g.client.CoreV1().ConfigMaps(pod.Namespace).Delete(context.Background(), pod.Name, metav1.DeleteOptions{}) // want `→ logs → forget → ConfigMaps.Delete .*\[oneshot/write\]`
}

// The key is put on the queue in any case: what the worker does has nothing to do with the error.
func (g *groups) anyway(obj any) {
	pod := obj.(*corev1.Pod)
	if _, err := g.client.CoreV1().Pods(pod.Namespace).Patch(context.Background(), pod.Name, "", nil, metav1.PatchOptions{}); err != nil { // want `anyway → Pods.Patch .*\[oneshot/write\]`
		println(err)
	}
	g.enqueue(pod.Name)
}

func (g *groups) enqueue(name string) { g.queue.Add(name) }

// In another package, where the second write is nobody's.
func (g *groups) swap(obj any) {
	cm := obj.(*corev1.ConfigMap)
	if err := g.shelf.Swap(context.Background(), cm, "old"); err != nil { // want `swap → shelf.Shelf.Swap .*\[oneshot/write\]`
		g.queue.Add(cm.Name)
	}
}
