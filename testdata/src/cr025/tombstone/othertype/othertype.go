// Package othertype has delete functions that look in tombstones for a type which their informers don't hold.
package othertype

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
	crcache "sigs.k8s.io/controller-runtime/pkg/cache"
)

type ledger struct {
	open map[string]bool
}

// watchMaps has typed objects, for which the functions for dynamic informers are used as well.
func (l *ledger) watchMaps(ctx context.Context, objects crcache.Cache) error {
	informer, err := objects.GetInformer(ctx, &corev1.ConfigMap{})
	if err != nil {
		return err
	}
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: l.opened, DeleteFunc: l.closed})
	return err
}

func (l *ledger) opened(obj any) {
	if cm := configMap(obj); cm != nil {
		l.open[cm.Name] = true
	}
}

func (l *ledger) closed(obj any) {
	cm := configMap(obj) // want `its Obj is a \*corev1.ConfigMap, as in the informer, the assertion to \*unstructured.Unstructured fails.*\[tombstone/lost\]`
	if cm == nil {
		return
	}
	delete(l.open, cm.Name)
}

func configMap(obj any) *corev1.ConfigMap {
	var u *unstructured.Unstructured
	switch o := obj.(type) {
	case *corev1.ConfigMap:
		return o
	case *unstructured.Unstructured:
		u = o
	case cache.DeletedFinalStateUnknown:
		var ok bool
		if u, ok = o.Obj.(*unstructured.Unstructured); !ok {
			return nil
		}
	default:
		return nil
	}
	return typed(u)
}

func typed(u *unstructured.Unstructured) *corev1.ConfigMap {
	cm := &corev1.ConfigMap{}
	if runtime.DefaultUnstructuredConverter.FromUnstructured(u.Object, cm) != nil {
		return nil
	}
	return cm
}

// watchDynamic uses them for what they are for.
func (l *ledger) watchDynamic(ctx context.Context, objects crcache.Cache) error {
	u := &unstructured.Unstructured{}
	u.SetAPIVersion("v1")
	u.SetKind("ConfigMap")
	informer, err := objects.GetInformer(ctx, u)
	if err != nil {
		return err
	}
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: l.opened,
		DeleteFunc: func(obj any) {
			if cm := configMap(obj); cm != nil {
				delete(l.open, cm.Name)
			}
		},
	})
	return err
}

// watchMended unwraps the tombstone first.
func (l *ledger) watchMended(ctx context.Context, objects crcache.Cache) error {
	informer, err := objects.GetInformer(ctx, &corev1.ConfigMap{})
	if err != nil {
		return err
	}
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: l.opened,
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if cm := configMap(obj); cm != nil {
				delete(l.open, cm.Name)
			}
		},
	})
	return err
}

// watchSets has what was copied from another kind.
func (l *ledger) watchSets(factory informers.SharedInformerFactory) {
	factory.Apps().V1().StatefulSets().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			set, ok := obj.(*appsv1.StatefulSet)
			if !ok {
				tombstone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				if _, ok := tombstone.Obj.(*appsv1.Deployment); !ok { // want `its Obj is a \*appsv1.StatefulSet, as in the informer, the assertion to \*appsv1.Deployment fails.*\[tombstone/lost\]`
					return
				}
				set, _ = tombstone.Obj.(*appsv1.StatefulSet)
			}
			delete(l.open, set.Name)
		},
	})
}

// watchBoth has one function for two informers, which looks for what each of them holds, and one for what neither does.
func (l *ledger) watchBoth(factory informers.SharedInformerFactory) {
	factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: l.either})
	factory.Core().V1().Nodes().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: l.either})
}

func (l *ledger) either(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	switch o := obj.(type) {
	case *corev1.Secret:
		delete(l.open, o.Namespace)
	case *corev1.Node:
		delete(l.open, o.Name)
	case *corev1.Pod:
		delete(l.open, o.Name)
	}
}

// watchAny doesn't say what the informer holds.
func (l *ledger) watchAny(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if cm := configMap(obj); cm != nil {
				delete(l.open, cm.Name)
			}
		},
	})
}
