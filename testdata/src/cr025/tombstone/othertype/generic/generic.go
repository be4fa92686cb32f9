// Package generic has informers for any resource, which hold one type of objects whatever these are.
package generic

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/tools/cache"
)

type meter struct {
	light metadatainformer.SharedInformerFactory
	any   dynamicinformer.DynamicSharedInformerFactory
	typed informers.SharedInformerFactory
	used  map[string]int
	kept  cache.ResourceEventHandler
}

func newMeter() *meter {
	return &meter{
		light: metadatainformer.NewSharedInformerFactory(nil, 0),
		any:   dynamicinformer.NewDynamicSharedInformerFactory(nil, 0),
		typed: informers.NewSharedInformerFactory(nil, 0),
		used:  map[string]int{},
	}
}

func (m *meter) drop(o metav1.Object) { delete(m.used, o.GetNamespace()+"/"+o.GetName()) }

// The handler is another function's, and what it looks for in a tombstone is what dynamic informers hold.
func (m *meter) countLight(resource schema.GroupVersionResource) error {
	_, err := m.light.ForResource(resource).Informer().AddEventHandler(m.ofDynamic())
	return err
}

func (m *meter) ofDynamic() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			if last, ok := tombstone.Obj.(*unstructured.Unstructured); ok { // want `its Obj is a \*metav1.PartialObjectMetadata, as in the informer, the assertion to \*unstructured.Unstructured fails.*\[tombstone/lost\]`
				m.drop(last)
			}
			return
		}
		if o, ok := obj.(metav1.Object); ok {
			m.drop(o)
		}
	}}
}

// Mended.
func (m *meter) countMended(resource schema.GroupVersionResource) error {
	_, err := m.light.ForResource(resource).Informer().AddEventHandler(m.ofLight())
	return err
}

func (m *meter) ofLight() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			if last, ok := tombstone.Obj.(*metav1.PartialObjectMetadata); ok {
				m.drop(last)
			}
			return
		}
		if o, ok := obj.(metav1.Object); ok {
			m.drop(o)
		}
	}}
}

// A dynamic informer holds no Pods.
func (m *meter) countPods() error {
	pods := dynamicinformer.NewFilteredDynamicInformer(nil, corev1.SchemeGroupVersion.WithResource("pods"), "", 0, nil, nil).Informer()
	_, err := pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			pod, ok := tombstone.Obj.(*corev1.Pod) // want `its Obj is a \*unstructured.Unstructured, as in the informer, the assertion to \*corev1.Pod fails.*\[tombstone/lost\]`
			if !ok {
				return
			}
			m.drop(pod)
			return
		}
		if o, ok := obj.(*unstructured.Unstructured); ok {
			m.drop(o)
		}
	}})
	return err
}

// One handler is for both, and looks for what one of them holds only: it may be the other's.
func (m *meter) countBoth(resource schema.GroupVersionResource) {
	_, _ = m.light.ForResource(resource).Informer().AddEventHandler(m.ofEither())
	_, _ = m.any.ForResource(resource).Informer().AddEventHandler(m.ofEither())
}

func (m *meter) ofEither() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			if last, ok := tombstone.Obj.(*unstructured.Unstructured); ok {
				m.drop(last)
			}
			return
		}
		if o, ok := obj.(metav1.Object); ok {
			m.drop(o)
		}
	}}
}

// OfAny is for whoever wants it.
func (m *meter) OfAny() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			if last, ok := tombstone.Obj.(*unstructured.Unstructured); ok {
				m.drop(last)
			}
			return
		}
		if o, ok := obj.(metav1.Object); ok {
			m.drop(o)
		}
	}}
}

func (m *meter) countAny(resource schema.GroupVersionResource) error {
	_, err := m.light.ForResource(resource).Informer().AddEventHandler(m.OfAny())
	return err
}

// A factory for typed objects holds what the resource says.
func (m *meter) countTyped(resource schema.GroupVersionResource) error {
	informer, err := m.typed.ForResource(resource)
	if err != nil {
		return err
	}
	_, err = informer.Informer().AddEventHandler(m.ofPods())
	return err
}

func (m *meter) ofPods() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			if last, ok := tombstone.Obj.(*corev1.Pod); ok {
				m.drop(last)
			}
			return
		}
		if o, ok := obj.(metav1.Object); ok {
			m.drop(o)
		}
	}}
}

// These are given to metadata informers, and elsewhere to those of Pods: by way of a field, a list, a helper, and as anything.
func (m *meter) countKept(resource schema.GroupVersionResource) {
	_, _ = m.light.ForResource(resource).Informer().AddEventHandler(m.ofKept())
	m.kept = m.ofKept()
	_, _ = m.typed.Core().V1().Pods().Informer().AddEventHandler(m.kept)
}

func (m *meter) ofKept() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			if last, ok := tombstone.Obj.(*corev1.Pod); ok {
				m.drop(last)
			}
			return
		}
		if o, ok := obj.(metav1.Object); ok {
			m.drop(o)
		}
	}}
}

func (m *meter) countListed(resource schema.GroupVersionResource) {
	_, _ = m.light.ForResource(resource).Informer().AddEventHandler(m.ofListed())
	for _, h := range []cache.ResourceEventHandler{m.ofListed()} {
		_, _ = m.typed.Core().V1().Pods().Informer().AddEventHandler(h)
	}
}

func (m *meter) ofListed() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			if last, ok := tombstone.Obj.(*corev1.Pod); ok {
				m.drop(last)
			}
			return
		}
		if o, ok := obj.(metav1.Object); ok {
			m.drop(o)
		}
	}}
}

func (m *meter) register(informer cache.SharedInformer, h cache.ResourceEventHandler) {
	_, _ = informer.AddEventHandler(h)
}

func (m *meter) countHelped(resource schema.GroupVersionResource) {
	_, _ = m.light.ForResource(resource).Informer().AddEventHandler(m.ofHelped())
	m.register(m.typed.Core().V1().Pods().Informer(), m.ofHelped())
}

func (m *meter) ofHelped() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			if last, ok := tombstone.Obj.(*corev1.Pod); ok {
				m.drop(last)
			}
			return
		}
		if o, ok := obj.(metav1.Object); ok {
			m.drop(o)
		}
	}}
}

func (m *meter) anything() any { return m.ofAnything() }

func (m *meter) countAnything(resource schema.GroupVersionResource) {
	_, _ = m.light.ForResource(resource).Informer().AddEventHandler(m.ofAnything())
	if h, ok := m.anything().(cache.ResourceEventHandler); ok {
		_, _ = m.typed.Core().V1().Pods().Informer().AddEventHandler(h)
	}
}

func (m *meter) ofAnything() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			if last, ok := tombstone.Obj.(*corev1.Pod); ok {
				m.drop(last)
			}
			return
		}
		if o, ok := obj.(metav1.Object); ok {
			m.drop(o)
		}
	}}
}
