package othertype

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
	crcache "sigs.k8s.io/controller-runtime/pkg/cache"
)

// What is asserted is never there, tombstone or not: no delete is lost that another would have told of.
func (l *ledger) watchValues(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			node, ok := obj.(corev1.Node)
			return ok && node.Spec.PodCIDR != ""
		},
		Handler: cache.ResourceEventHandlerFuncs{DeleteFunc: l.nodeGone},
	})
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if node, ok := obj.(corev1.Node); ok {
				delete(l.open, node.Name)
			}
		},
	})
	// A panic is one all the same.
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			delete(l.open, obj.(corev1.Node).Name) // want `the assertion to corev1.Node panics.*\[tombstone/panic\]`
		},
	})
}

func (l *ledger) nodeGone(obj any) {
	node, ok := obj.(*corev1.Node)
	if !ok {
		return
	}
	delete(l.open, node.Name)
}

// The same for pointers, and for values that a pointer is looked for beside.
func (l *ledger) watchPointers(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			node, ok := obj.(*corev1.Node) // want `\*corev1.Node fails and the filter returns false.*\[tombstone/filter\]`
			return ok && node.Spec.PodCIDR != ""
		},
		Handler: cache.ResourceEventHandlerFuncs{DeleteFunc: l.nodeGone},
	})
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch node := obj.(type) { // want `\*corev1.Node fails.*\[tombstone/lost\]`
			case corev1.Node:
				delete(l.open, node.Name)
			case *corev1.Node:
				delete(l.open, node.Name)
			}
		},
	})
	// This one opens the tombstone.
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if node, ok := obj.(*corev1.Node); ok {
				delete(l.open, node.Name)
			}
		},
	})
}

// The informer holds another kind than the function for deletes of ReplicaSets is for.
func (l *ledger) watchOthers(ctx context.Context, objects crcache.Cache, factory informers.SharedInformerFactory) error {
	informer, err := objects.GetInformer(ctx, &appsv1.DaemonSet{})
	if err != nil {
		return err
	}
	factory.Apps().V1().DaemonSets().Informer().AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			set, ok := obj.(*appsv1.ReplicaSet)
			return ok && set.Name != ""
		},
		Handler: cache.ResourceEventHandlerFuncs{DeleteFunc: l.nodeGone},
	})
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if set, ok := obj.(*appsv1.ReplicaSet); ok {
				delete(l.open, set.Name)
			}
		},
	})
	return err
}

// Of the kinds that a function is for, its informer holds one: that is the one to name.
func (l *ledger) watchOneOf(ctx context.Context, objects crcache.Cache) error {
	informer, err := objects.GetInformer(ctx, &appsv1.ReplicaSet{})
	if err != nil {
		return err
	}
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			set, ok := obj.(*appsv1.Deployment)
			if ok {
				delete(l.open, set.Name)
				return
			}
			replicas, ok := obj.(*appsv1.ReplicaSet) // want `the assertion to \*appsv1.ReplicaSet fails.*\[tombstone/lost\]`
			if ok {
				delete(l.open, replicas.Namespace)
			}
		},
	})
	return err
}

// One handler for several informers is for each of them.
func (l *ledger) watchTwo(factory informers.SharedInformerFactory) {
	both := cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if set, ok := obj.(*appsv1.ReplicaSet); ok { // want `\*appsv1.ReplicaSet fails.*\[tombstone/lost\]`
				delete(l.open, set.Name)
			}
		},
	}
	factory.Apps().V1().DaemonSets().Informer().AddEventHandler(both)
	factory.Apps().V1().ReplicaSets().Informer().AddEventHandler(both)
}

// Nor is the kind of an informer known that the caller brings.
func (l *ledger) watchWhatever(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if set, ok := obj.(*appsv1.ReplicaSet); ok { // want `\*appsv1.ReplicaSet fails.*\[tombstone/lost\]`
				delete(l.open, set.Name)
			}
		},
	})
}
