// Package grouping has handlers that call one helper at several places.
package grouping

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/oneshot/grouping/status"
)

type controller struct{ client kubernetes.Interface }

func (c *controller) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.onAdd, DeleteFunc: c.onDelete})
}

func (c *controller) onAdd(obj any) {
	pod := obj.(*corev1.Pod)
	ctx := context.Background()
	switch {
	case pod.DeletionTimestamp != nil:
		_ = status.Set(ctx, c.client, pod, corev1.PodFailed) // want `onAdd → status.Set → Pods.UpdateStatus writes to the API server`
	case pod.Spec.NodeName == "":
		_ = status.Set(ctx, c.client, pod, corev1.PodPending) // rests
	default:
		_ = status.Set(ctx, c.client, pod, corev1.PodRunning) // rests
	}
}

// Another handler is another finding.
func (c *controller) onDelete(obj any) {
	_ = status.Set(context.Background(), c.client, obj.(*corev1.Pod), corev1.PodSucceeded) // want `onDelete → status.Set → Pods.UpdateStatus`
}
