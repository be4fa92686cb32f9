// Package listers changes what listers and stores hand out, and copies of it.
package listers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

type controller struct {
	client   client.Client
	pods     corelisters.PodLister
	informer cache.SharedIndexInformer
}

func (c *controller) changes(name string) {
	pod, err := c.pods.Pods("a").Get(name)
	if err == nil {
		pod.Labels["a"] = "b" // want `Labels of the corev1.Pod from the lister.*\[mutation/field\]`
	}
}

func (c *controller) finalizes(name string) {
	pod, err := c.pods.Pods("a").Get(name)
	if err == nil {
		controllerutil.RemoveFinalizer(pod, "mine") // want `RemoveFinalizer changes Finalizers of the corev1.Pod.*\[mutation/field\]`
	}
}

func (c *controller) stored(key string) {
	obj, exists, err := c.informer.GetStore().GetByKey(key)
	if err == nil && exists {
		obj.(*corev1.Pod).Spec.NodeName = "n" // want `Spec.NodeName of the corev1.Pod from the informer's store.*\[mutation/field\]`
	}
}

func (c *controller) shares(name string) *corev1.Pod {
	pod, err := c.pods.Pods("a").Get(name)
	if err != nil {
		return nil
	}
	twin := *pod
	twin.Name = "twin"
	twin.Annotations["a"] = "b" // want `Annotations, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
	return &twin
}

func mark(pod *corev1.Pod) { pod.Status.Reason = "marked" }

func (c *controller) passes(name string) {
	pod, err := c.pods.Pods("a").Get(name)
	if err == nil {
		mark(pod) // want `listers.mark \(listers.go:\d+\) changes Status.Reason of the corev1.Pod.*\[mutation/callee\]`
	}
}

func (c *controller) updates(ctx context.Context, name string) error {
	pod, err := c.pods.Pods("a").Get(name)
	if err != nil {
		return err
	}
	return c.client.Status().Update(ctx, pod) // want `Update writes the server's answer into the corev1.Pod.*\[mutation/reply\]`
}

func (c *controller) mended(ctx context.Context, name string) error {
	pod, err := c.pods.Pods("a").Get(name)
	if err != nil {
		return err
	}
	pod = pod.DeepCopy()
	pod.Labels["a"] = "b"
	controllerutil.RemoveFinalizer(pod, "mine")
	mark(pod)
	return c.client.Status().Update(ctx, pod)
}
