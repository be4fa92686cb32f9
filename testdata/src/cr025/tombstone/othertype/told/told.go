// Package told has an informer that another package tells what to hold.
package told

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
	informer := dynamicinformer.NewDynamicSharedInformerFactory(nil, 0).ForResource(resource).Informer()
	if err := shapes.Nodes(informer); err != nil {
		return err
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
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
