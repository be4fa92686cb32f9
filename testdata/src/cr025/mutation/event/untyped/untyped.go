// Package untyped is given events of unstructured objects, whose getters return copies.
package untyped

import (
	"maps"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const seen = "example.com/seen"

func without(of metav1.Object) map[string]string {
	labels := of.GetLabels()
	delete(labels, seen)
	return labels
}

var changed = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		now := e.ObjectNew.GetAnnotations()
		delete(now, seen)
		return !maps.Equal(e.ObjectOld.GetAnnotations(), now) || len(without(e.ObjectNew)) > 0
	},
}

func setup(mgr ctrl.Manager, gvk schema.GroupVersionKind, r reconcile.Reconciler) error {
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(gvk)
	return ctrl.NewControllerManagedBy(mgr).For(object, builder.WithPredicates(changed)).Complete(r)
}
