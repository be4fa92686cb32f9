// Package kept has functions called for events by another package, which keeps them until then.
package kept

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"ctrllint.test/cr025/oneshot/kept/notify"
)

type controller struct {
	clients kubernetes.Interface
	queue   workqueue.TypedInterface[string]
}

func (c *controller) start(informer cache.SharedIndexInformer) error {
	if err := notify.Pods(informer, c.watched); err != nil {
		return err
	}
	return notify.New(c.label, c.relabel, c.relabel, notify.WithDelete(c.forget)).Start(informer)
}

// startMended enqueues, and has the worker do it.
func (c *controller) startMended(informer cache.SharedIndexInformer) error {
	enqueue := func(pod *corev1.Pod) { c.queue.Add(pod.Namespace + "/" + pod.Name) }
	if err := notify.Pods(informer, enqueue); err != nil {
		return err
	}
	return notify.New(func(pod *corev1.Pod) error {
		enqueue(pod)
		return nil
	}, c.relabel, c.relabel).Start(informer)
}

func (c *controller) label(pod *corev1.Pod) error {
	return c.clients.CoreV1().Pods(pod.Namespace).Delete(context.Background(), pod.Name, metav1.DeleteOptions{}) // want `^error: label → Pods.Delete writes to the API server in an informer's event handler: .* \[oneshot/write\]`
}

func (c *controller) relabel(pod *corev1.Pod) error {
	return c.clients.CoreV1().Pods(pod.Namespace).Delete(context.Background(), pod.Name, metav1.DeleteOptions{})
}

func (c *controller) watched(pod *corev1.Pod) {
	_ = c.clients.CoreV1().Pods(pod.Namespace).Delete(context.Background(), pod.Name, metav1.DeleteOptions{}) // want `^error: watched → Pods.Delete writes to the API server in an informer's event handler: .* \[oneshot/write\]`
}

func (c *controller) forget(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		_ = c.clients.CoreV1().Secrets(pod.Namespace).Delete(context.Background(), pod.Name, metav1.DeleteOptions{}) // want `^error: forget → Secrets.Delete writes to the API server in an informer's event handler: .* \[oneshot/write\]`
	}
}
