// Package turned has informers that hold something else than the API server sends them.
package turned

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/tools/cache"
)

// slim is all that is kept.
type slim struct{ metav1.ObjectMeta }

func slimmed(obj any) (any, error) {
	o, ok := obj.(*metav1.PartialObjectMetadata)
	if !ok {
		return nil, fmt.Errorf("a %T", obj)
	}
	return &slim{metav1.ObjectMeta{Name: o.Name, Namespace: o.Namespace}}, nil
}

type meter struct{ used map[string]int }

func (m *meter) drop(o metav1.Object) { delete(m.used, o.GetNamespace()+"/"+o.GetName()) }

func (m *meter) count(light metadatainformer.SharedInformerFactory, resource schema.GroupVersionResource) error {
	informer := light.ForResource(resource).Informer()
	if err := informer.SetTransform(slimmed); err != nil {
		return err
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			if last, ok := tombstone.Obj.(*slim); ok {
				m.drop(last)
			}
			return
		}
		if o, ok := obj.(metav1.Object); ok {
			m.drop(o)
		}
	}})
	return err
}
