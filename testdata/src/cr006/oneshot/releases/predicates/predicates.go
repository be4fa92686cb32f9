// Package predicates has predicates that write to the API. Events have the object and its metadata apart.
package predicates

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

type controller struct {
	client client.Client
}

func (c *controller) predicates() []predicate.Predicate {
	return []predicate.Predicate{
		predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
			return c.client.Delete(context.Background(), e.ObjectOld) == nil // want `UpdateFunc → Client.Delete .* in a predicate.*\[oneshot/write\]`
		}},
		predicate.NewPredicateFuncs(func(meta metav1.Object, obj runtime.Object) bool {
			return c.client.Delete(context.Background(), obj) == nil // want `NewPredicateFuncs → Client.Delete .*\[oneshot/write\]`
		}),
		predicate.Funcs{CreateFunc: func(e event.CreateEvent) bool { return e.Meta.GetName() != "" }},
	}
}
