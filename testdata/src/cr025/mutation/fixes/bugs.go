// Package fixes has changes that a copy mends, and some that need more thought.
package fixes

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	pods corelisters.PodLister
	last *corev1.Pod
}

func (c *controller) obtained(name string) error {
	pod, err := c.pods.Pods("a").Get(name)
	if err != nil {
		return err
	}
	if pod.Labels["a"] == "b" {
		return nil
	}
	pod.Labels["a"] = "b" // want `\[mutation/field\]`
	pod.Spec.NodeName = ""
	return nil
}

func (c *controller) elements() error {
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return err
	}
	for _, pod := range pods {
		if pod.Name != "" {
			pod.Labels["a"] = "b" // want `\[mutation/field\]`
		}
	}
	return nil
}

func watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			pod.Labels["a"] = "b" // want `\[mutation/event\]`
		},
	})
}

// A copy would be another pointer.
func (c *controller) compared(name string) error {
	pod, err := c.pods.Pods("a").Get(name)
	if err != nil {
		return err
	}
	if pod != c.last {
		pod.Labels["a"] = "b" // want `\[mutation/field\]`
	}
	return nil
}

// The error is not looked at.
func (c *controller) unchecked(name string) {
	pod, _ := c.pods.Pods("a").Get(name)
	pod.Labels["a"] = "b" // want `\[mutation/field\]`
}

// The object is handed on.
func (c *controller) handed(name string) (*corev1.Pod, error) {
	return c.pods.Pods("a").Get(name)
}

func (c *controller) fromHelper(name string) error {
	pod, err := c.handed(name)
	if err != nil {
		return err
	}
	pod.Labels["a"] = "b" // want `\[mutation/field\]`
	return nil
}
