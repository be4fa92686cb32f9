package lost

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// Classes marks the classes.
type Classes struct {
	clientset kubernetes.Interface
}

func (c *Classes) watch(classes, services cache.SharedIndexInformer) {
	classes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.mark,
		UpdateFunc: func(_, obj any) { c.mark(obj) },
		DeleteFunc: c.mark,
	})
	services.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: c.release,
	})
}

var marked = []byte(`{"metadata":{"annotations":{"example.com/marked":"true"}}}`)

// A class that is deleted would not be found: nothing is lost.
func (c *Classes) mark(obj any) {
	class, ok := obj.(*networkingv1.IngressClass)
	if !ok || class.Annotations["example.com/marked"] == "true" {
		return
	}
	if _, err := c.clientset.NetworkingV1().IngressClasses().Patch(context.TODO(), class.Name, types.MergePatchType, marked, metav1.PatchOptions{}); err != nil {
		klog.Error(err)
	}
}

// What is patched is the owner of the deleted service.
func (c *Classes) release(obj any) {
	service, ok := obj.(*corev1.Service) // want `error: the delete is lost .*\[tombstone/lost\]`
	if !ok {
		return
	}
	if _, err := c.clientset.NetworkingV1().IngressClasses().Patch(context.TODO(), service.Labels["class"], types.MergePatchType, marked, metav1.PatchOptions{}); err != nil { // rests
		klog.Error(err)
	}
}

// What is deleted is of another kind, and has the same name.
func (c *Classes) forget(services cache.SharedIndexInformer, secrets dynamic.ResourceInterface) {
	services.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			service, ok := obj.(*corev1.Service) // want `error: the delete is lost .*\[tombstone/lost\]`
			if !ok {
				return
			}
			if err := secrets.Delete(context.TODO(), service.Name, metav1.DeleteOptions{}); err != nil { // rests
				klog.Error(err)
			}
		},
	})
}
