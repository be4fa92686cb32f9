package list

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// The one that is written may be none of those that have the label; splunk-operator (85b1dcc) upgrade.go:233.
func (r *Reconciler) perhapsNone(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Ready"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	return r.deleteReady(ctx, w, client.MatchingLabels{"group": "first"}) // rests
}

// Whoever changes the label knows that it is asked for.
func (r *Reconciler) roleChanged(ctx context.Context, w *api.Widget) error {
	before := w.DeepCopy()
	w.Labels["role"] = "primary"
	if err := r.Patch(ctx, w, client.MergeFrom(before)); err != nil {
		return err
	}
	var all api.WidgetList
	if err := r.List(ctx, &all, client.MatchingLabels{"group": "first"}); err != nil { // want `warning: .*Labels\[role\] decides.*\[staleread/list\]`
		return err
	}
	if len(all.Items) == 0 || all.Items[0].Labels["role"] != "primary" {
		return nil
	}
	return r.Create(ctx, r.spare(w))
}

// All of the namespace are listed, and it is one of them.
func (r *Reconciler) ofNamespace(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Ready"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	var all api.WidgetList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil { // want `warning: .*Status.Phase decides.*\[staleread/list\]`
		return err
	}
	if len(all.Items) == 0 || all.Items[0].Status.Phase != "Ready" {
		return nil
	}
	return r.Create(ctx, r.spare(w))
}

func (r *Reconciler) deleteReady(ctx context.Context, w *api.Widget, of client.MatchingLabels) error {
	var all api.WidgetList
	if err := r.List(ctx, &all, of); err != nil { // want `note: .*Status.Phase decides.*\[staleread/list\]`
		return err
	}
	if len(all.Items) == 0 || all.Items[0].Status.Phase != "Ready" {
		return nil
	}
	return r.Create(ctx, r.spare(w))
}
