package filter

import (
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/tools/cache"
)

type mendedGateway struct{ gateway }

// The filter opens the tombstone.
func (g *mendedGateway) watchServices(svcs cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = gone.Obj
			}
			svc, ok := obj.(*corev1.Service)
			return ok && svc.Namespace == g.namespace
		},
		Handler: g.handler(),
	})
}

// The filter calls itself with what the tombstone holds.
func (g *mendedGateway) isOurs(obj any) bool {
	switch o := obj.(type) {
	case *networkingv1.Ingress:
		return o.Spec.IngressClassName != nil && *o.Spec.IngressClassName == g.class
	case cache.DeletedFinalStateUnknown:
		return g.isOurs(o.Obj)
	default:
		return false
	}
}

func (g *mendedGateway) watchIngresses(ings cache.SharedIndexInformer) {
	ings.AddEventHandler(&cache.FilteringResourceEventHandler{
		FilterFunc: g.isOurs,
		Handler:    g.handler(),
	})
}

// What the filter does not know it lets through, and the inner handler copes.
func (g *mendedGateway) watchSecrets(secrets cache.SharedIndexInformer) {
	secrets.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			s, ok := obj.(*corev1.Secret)
			return !ok || s.Type == corev1.SecretTypeTLS
		},
		Handler: g.handler(),
	})
}

// An early answer for all tombstones.
func (g *mendedGateway) watchSelected(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			if _, missed := obj.(cache.DeletedFinalStateUnknown); missed {
				return true
			}
			acc, err := meta.Accessor(obj)
			if err != nil {
				return false
			}
			return g.selector.Matches(labels.Set(acc.GetLabels()))
		},
		Handler: g.handler(),
	})
}

// The accessor gets what a helper has unwrapped.
func (g *mendedGateway) watchLabelled(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: carries(managedBy),
		Handler:    g.handler(),
	})
}

func carries(name string) func(any) bool {
	return func(obj any) bool {
		m := metaOf(obj)
		if m == nil {
			return false
		}
		_, found := m.GetLabels()[name]
		return found
	}
}

func metaOf(obj any) metav1.Object {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		return metaOf(gone.Obj)
	}
	m, _ := obj.(metav1.Object)
	return m
}

// The namespace is in the tombstone's key as well.
func (g *mendedGateway) watchNamespaced(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			name, err := cache.DeletionHandlingObjectToName(obj)
			return err == nil && name.Namespace == g.namespace
		},
		Handler: g.handler(),
	})
}
