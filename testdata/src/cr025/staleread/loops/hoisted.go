package loops

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// One variable for all rounds, as loops before Go 1.22 have: another widget is in it each time.
func (r *Reconciler) onePerRound(ctx context.Context, list *api.WidgetList) error {
	var item api.Widget
	for i := range list.Items {
		item = list.Items[i]
		w := &api.Widget{}
		if err := r.Get(ctx, client.ObjectKey{Namespace: item.Namespace, Name: item.Name}, w); err != nil {
			return err
		}
		w.Labels["round"] = w.Spec.Colour
		if err := r.Update(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

// All of them, for each of the colours anew.
func (r *Reconciler) allAgain(ctx context.Context, list *api.WidgetList, colours []string) error {
	var item api.Widget
	for _, colour := range colours {
		for i := range list.Items {
			item = list.Items[i]
			w := &api.Widget{}
			if err := r.Get(ctx, client.ObjectKey{Namespace: item.Namespace, Name: item.Name}, w); err != nil { // want `Widget.*\[staleread/get\]`
				return err
			}
			w.Labels[colour] += w.Spec.Colour
			if err := r.Update(ctx, w); err != nil {
				return err
			}
		}
	}
	return nil
}

// The first of them stays in the variable, whatever the round is.
func (r *Reconciler) firstOnly(ctx context.Context, list *api.WidgetList, colours []string) error {
	item := list.Items[0]
	for _, colour := range colours {
		w := &api.Widget{}
		if err := r.Get(ctx, client.ObjectKey{Namespace: item.Namespace, Name: item.Name}, w); err != nil { // want `Widget.*\[staleread/get\]`
			return err
		}
		w.Labels[colour] += w.Spec.Colour
		if err := r.Update(ctx, w); err != nil {
			return err
		}
	}
	return nil
}
