// Package stock lists Gadgets and makes them.
package stock

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Current is the Gadget of a Widget, nil if there is none.
func Current(ctx context.Context, c client.Client, w *api.Widget) (*api.Gadget, error) {
	all := &api.GadgetList{}
	if err := c.List(ctx, all, client.InNamespace(w.Namespace)); err != nil {
		return nil, err
	}
	for i := range all.Items {
		if all.Items[i].Serial == w.Name {
			return &all.Items[i], nil
		}
	}
	return nil, nil
}

// New makes one.
func New(w *api.Widget) *api.Gadget {
	return &api.Gadget{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, GenerateName: w.Name + "-"}, Serial: w.Name}
}

// Settle says that all is done.
func Settle(w *api.Widget) {
	if w.Spec.Size == 0 {
		w.Status.Phase = "Done"
	}
}
