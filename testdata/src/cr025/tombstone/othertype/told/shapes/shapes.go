// Package shapes says what informers for any resource hold.
package shapes

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

func node(obj any) (any, error) {
	u, ok := obj.(*unstructured.Unstructured)
	if !ok {
		return obj, nil
	}
	node := &corev1.Node{}
	return node, runtime.DefaultUnstructuredConverter.FromUnstructured(u.Object, node)
}

// Nodes makes an informer hold Nodes.
func Nodes(informer cache.SharedInformer) error { return informer.SetTransform(node) }

type factory struct {
	dynamicinformer.DynamicSharedInformerFactory
}

func (f factory) ForResource(resource schema.GroupVersionResource) informers.GenericInformer {
	generic := f.DynamicSharedInformerFactory.ForResource(resource)
	_ = Nodes(generic.Informer())
	return generic
}

// New makes a factory whose informers hold Nodes.
func New() dynamicinformer.DynamicSharedInformerFactory {
	return factory{dynamicinformer.NewDynamicSharedInformerFactory(nil, 0)}
}
