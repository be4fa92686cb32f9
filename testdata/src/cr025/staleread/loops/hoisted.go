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

// It has another one in some rounds only.
func (r *Reconciler) leaders(ctx context.Context, list *api.WidgetList) error {
	item := list.Items[0]
	for i := range list.Items {
		if list.Items[i].Labels["leader"] == "yes" {
			item = list.Items[i]
		}
		w := &api.Widget{}
		if err := r.Get(ctx, client.ObjectKey{Namespace: item.Namespace, Name: item.Name}, w); err != nil { // want `Widget.*\[staleread/get\]`
			return err
		}
		w.Labels["followers"] += w.Spec.Colour
		if err := r.Update(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

// What one round has written, the next one reads.
func (r *Reconciler) chained(ctx context.Context, list *api.WidgetList) error {
	var item api.Widget
	for i := range list.Items {
		last := &api.Widget{}
		if err := r.Get(ctx, client.ObjectKey{Namespace: item.Namespace, Name: item.Name}, last); err != nil { // want `Widget.*\[staleread/get\]`
			return err
		}
		item = list.Items[i]
		w := &api.Widget{}
		w.Namespace, w.Name = item.Namespace, item.Name
		w.Labels = map[string]string{"last": last.Labels["last"] + "."}
		if err := r.Update(ctx, w); err != nil {
			return err
		}
	}
	return nil
}
