package event

import (
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"ctrllint.test/cr025/mutation/event/adapt"
)

// dropNode is called with the very object, by a predicate that is made elsewhere.
func dropNode(obj client.Object) {
	if pod, ok := obj.(*corev1.Pod); ok {
		pod.Labels["node"] = pod.Spec.NodeName // want `changes Labels of the .*that a predicate is given`
	}
}

// dropNodeCopied is called with copies.
func dropNodeCopied(obj client.Object) {
	if pod, ok := obj.(*corev1.Pod); ok {
		pod.Labels["node"] = pod.Spec.NodeName
	}
}

// look changes nothing.
func look(obj client.Object) { _ = obj.GetName() }

func stripped() []predicate.Predicate {
	return []predicate.Predicate{
		adapt.All(look, dropNode),
		adapt.All(look, adapt.Forget), // want `adapt.Forget \(adapt.go:\d+\) changes ManagedFields of the object that a predicate is given`
		adapt.All(look, adapt.Look),
		adapt.AllCopies(dropNodeCopied, adapt.Forget),
		stripping(dropZone, look),
		strippingCopies(dropZoneCopied),
	}
}

func dropZone(obj client.Object) {
	if pod, ok := obj.(*corev1.Pod); ok {
		pod.Labels["zone"] = pod.Spec.NodeName // want `changes Labels of the .*that a predicate is given`
	}
}

func dropZoneCopied(obj client.Object) {
	if pod, ok := obj.(*corev1.Pod); ok {
		pod.Labels["zone"] = pod.Spec.NodeName
	}
}

func stripping(strips ...func(client.Object)) predicate.Predicate {
	return predicate.NewPredicateFuncs(func(obj client.Object) bool {
		for _, strip := range strips {
			strip(obj)
		}
		return obj.GetGeneration() > 0
	})
}

func strippingCopies(strips ...func(client.Object)) predicate.Predicate {
	return predicate.Funcs{CreateFunc: func(e event.CreateEvent) bool {
		obj := e.Object.DeepCopyObject().(client.Object)
		for _, strip := range strips {
			strip(obj)
		}
		return obj.GetGeneration() > 0
	}}
}
