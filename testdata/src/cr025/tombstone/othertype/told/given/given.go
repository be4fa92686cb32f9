// Package given has informers of other packages' factories, which may tell them what to hold.
package given

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/othertype/told/shapes"
)

var _ unstructured.Unstructured

func watch(resource schema.GroupVersionResource, taints map[string]int) error {
	_, err := shapes.New().ForResource(resource).Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			if last, ok := tombstone.Obj.(*corev1.Node); ok {
				delete(taints, last.GetName())
			}
			return
		}
		if o, ok := obj.(metav1.Object); ok {
			delete(taints, o.GetName())
		}
	}})
	return err
}

// Watch has whatever it is given.
func Watch(from dynamicinformer.DynamicSharedInformerFactory, resource schema.GroupVersionResource, taints map[string]int) error {
	_, err := from.ForResource(resource).Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			if last, ok := tombstone.Obj.(*corev1.Node); ok {
				delete(taints, last.GetName())
			}
			return
		}
		if o, ok := obj.(metav1.Object); ok {
			delete(taints, o.GetName())
		}
	}})
	return err
}
