// Package rests has findings that rest on other lines than their own: all those that are marked.
package rests

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/oneshot/rests/far"
)

type copier struct{ client kubernetes.Interface }

func (c *copier) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: c.onAdd, // rests
		DeleteFunc: func(obj any) {
			_ = obj
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: c.onUpdate, // rests
	})
}

func (c *copier) onAdd(obj any) {
	c.copy(obj.(*corev1.Secret)) // rests
}

func (c *copier) copy(secret *corev1.Secret) {
	_, _ = c.client.CoreV1().Secrets("copies").Create(context.Background(), secret, metav1.CreateOptions{}) // want `\[oneshot/write\]`
}

func (c *copier) onUpdate(_, obj any) {
	far.Copy(c.client, obj.(*corev1.Secret)) // want `\[oneshot/write\]`
}
