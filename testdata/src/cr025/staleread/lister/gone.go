package lister

import (
	"context"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/workqueue"
)

// Waiting waits until a Pod is gone.
type Waiting struct {
	Controller
	queue workqueue.TypedRateLimitingInterface[string]
}

// As long as there is one the queue comes again.
func (w *Waiting) gone(ctx context.Context, namespace, name string) error {
	pods := w.clientset.CoreV1().Pods(namespace)
	if err := pods.Delete(ctx, name, metav1.DeleteOptions{}); err != nil {
		return err
	}
	switch _, err := w.pods.Pods(namespace).Get(name); {
	case apierrors.IsNotFound(err):
		return w.clientset.CoreV1().Nodes().Delete(ctx, name, metav1.DeleteOptions{})
	case err != nil:
		return err
	}
	w.queue.AddAfter(namespace+"/"+name, time.Second)
	return nil
}

// Nobody comes again to make the new one.
func (w *Waiting) renew(ctx context.Context, namespace, name string) error {
	pods := w.clientset.CoreV1().Pods(namespace)
	if err := pods.Delete(ctx, name, metav1.DeleteOptions{}); err != nil {
		return err
	}
	pod, err := w.pods.Pods(namespace).Get(name) // want `Pod.*\[staleread/lister\]`
	if apierrors.IsNotFound(err) {
		w.queue.Add(namespace + "/" + name)
		return nil
	}
	if err != nil {
		return err
	}
	pod = pod.DeepCopy()
	pod.Labels["kept"] = "yes"
	_, err = pods.Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
