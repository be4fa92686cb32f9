package after

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// note says whether the stock has been counted.
func note(w *api.Widget, counted bool) {
	cond := metav1.Condition{Type: "Counted", Status: metav1.ConditionFalse, ObservedGeneration: w.Generation}
	if counted {
		cond.Status = metav1.ConditionTrue
	}
	meta.SetStatusCondition(&w.Status.Conditions, cond) // rests
}

// close writes the phase into the Widget as it is by then.
func (r *Reconciler) close(ctx context.Context, w *api.Widget, phase string) error {
	key := client.ObjectKey{Namespace: w.Namespace, Name: w.Name}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		fresh := &api.Widget{}
		if err := r.Get(ctx, key, fresh); err != nil {
			return err
		}
		fresh.Status.Phase = phase
		return r.Status().Update(ctx, fresh)
	})
}

// closeAll takes over the conditions.
func (r *Reconciler) closeAll(ctx context.Context, w *api.Widget, phase string) error {
	key := client.ObjectKey{Namespace: w.Namespace, Name: w.Name}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		fresh := &api.Widget{}
		if err := r.Get(ctx, key, fresh); err != nil {
			return err
		}
		fresh.Status.Phase = phase
		for _, cond := range w.Status.Conditions {
			meta.SetStatusCondition(&fresh.Status.Conditions, cond)
		}
		return r.Status().Update(ctx, fresh)
	})
}

// reasoned says why it was closed.
func reasoned(w *api.Widget) string {
	if meta.IsStatusConditionTrue(w.Status.Conditions, "Counted") {
		return "Closed"
	}
	return "Uncounted"
}

// kept has it for who asks later.
var kept = map[string]*api.Widget{}

func keep(w *api.Widget) { kept[w.Name] = w }

// The condition is set in the one that was read first, and another one is written.
func (r *Reconciler) closed(ctx context.Context, key client.ObjectKey, counted bool) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil { // rests
		return err
	}
	if w.Status.Phase == "Closed" {
		return nil
	}
	note(w, counted) // want `this changes Status.Conditions of the api.Widget that Get \(elsewhere.go:\d+\) has read, and nothing uses it afterwards.*\[lostwrite/after\]`
	return r.close(ctx, w, "Closed")
}

// The conditions are taken over.
func (r *Reconciler) closedMended(ctx context.Context, key client.ObjectKey, counted bool) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	note(w, counted)
	return r.closeAll(ctx, w, "Closed")
}

// The phase hangs on the condition.
func (r *Reconciler) closedBy(ctx context.Context, key client.ObjectKey, counted bool) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	note(w, counted)
	return r.close(ctx, w, reasoned(w))
}

// Somebody else has it.
func (r *Reconciler) closedKept(ctx context.Context, key client.ObjectKey, counted bool) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	keep(w)
	note(w, counted)
	return r.close(ctx, w, "Closed")
}

// Who can't be followed is given it.
func (r *Reconciler) closedTold(ctx context.Context, key client.ObjectKey, counted bool, tell func(fmt.Stringer, *api.Widget)) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	note(w, counted)
	tell(nil, w)
	return r.close(ctx, w, "Closed")
}
