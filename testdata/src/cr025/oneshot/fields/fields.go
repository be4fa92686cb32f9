// Package fields has functions called for events by another package.
package fields

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"ctrllint.test/cr025/oneshot/fields/observe"
)

type controller struct {
	clients kubernetes.Interface
	queue   workqueue.TypedInterface[string]
}

func (c *controller) start(informer cache.SharedIndexInformer) error {
	return observe.New(informer, observe.Listeners{
		OnPod:     c.label,
		OnLater:   c.relabel,
		OnBeside:  c.relabel,
		OnBoth:    c.relabel,
		OnStarted: c.first,
	}).Start()
}

// startMended enqueues.
func (c *controller) startMended(informer cache.SharedIndexInformer) error {
	var listeners observe.Listeners
	listeners.OnPod = func(pod *corev1.Pod) error {
		c.queue.Add(pod.Namespace + "/" + pod.Name)
		return nil
	}
	return observe.New(informer, listeners).Start()
}

func (c *controller) label(pod *corev1.Pod) error {
	pod = pod.DeepCopy()
	pod.Labels["seen"] = "yes"
	_, err := c.clients.CoreV1().Pods(pod.Namespace).Update(context.Background(), pod, metav1.UpdateOptions{}) // want `^error: label → Pods.Update writes to the API server in an informer's event handler: .* \[oneshot/write\]`
	return err
}

func (c *controller) relabel(pod *corev1.Pod) error {
	_, err := c.clients.CoreV1().Pods(pod.Namespace).Update(context.Background(), pod, metav1.UpdateOptions{})
	return err
}

func (c *controller) first() error {
	_, err := c.clients.CoreV1().Namespaces().Create(context.Background(), &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "pods"}}, metav1.CreateOptions{})
	return err
}
