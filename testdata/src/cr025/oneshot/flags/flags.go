// Package flags calls functions that work only if a flag says so.
package flags

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/oneshot/flags/owner"
)

// Table knows the owners of pods.
type Table struct {
	clientset kubernetes.Interface
	finder    *owner.Finder
	owners    map[string]string
}

func (t *Table) mark(ctx context.Context, pod *corev1.Pod, dry bool) {
	if dry {
		return
	}
	_ = t.clientset.CoreV1().Pods(pod.Namespace).Delete(ctx, pod.Name, metav1.DeleteOptions{}) // want `UpdateFunc → mark → .*\[oneshot/write\]`
}

// Start adds the handlers: of those that pass the other flag none works.
func (t *Table) Start(ctx context.Context, factory informers.SharedInformerFactory) {
	pods := factory.Core().V1().Pods().Informer()
	_, _ = pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { t.mark(ctx, obj.(*corev1.Pod), true) },
	})
	_, _ = pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(_, obj any) { t.mark(ctx, obj.(*corev1.Pod), false) },
	})
	_, _ = pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			t.owners[pod.Name] = t.finder.Find(ctx, pod, false)
		},
	})
	_, _ = pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			t.owners[pod.Name] = t.finder.Find(ctx, pod, true) // want `AddFunc → owner.Finder.Find → .*\[oneshot/live\]`
		},
	})
}
