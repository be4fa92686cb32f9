package weighed

import (
	"context"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

func (r *R) verified(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Verified", Status: metav1.ConditionTrue})
	return r.Status().Patch(ctx, w, client.MergeFrom(base))
}

// What decides is another condition than the one that was set.
func (r *R) otherCondition(ctx context.Context, w *api.Widget) error {
	if err := r.verified(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil {
		return err
	}
	if meta.IsStatusConditionTrue(now.Status.Conditions, "Synced") {
		return r.Delete(ctx, now)
	}
	if synced := meta.FindStatusCondition(now.Status.Conditions, "Uploaded"); synced != nil && synced.Reason == "Done" {
		return r.Delete(ctx, now)
	}
	return nil
}

// What decides is the condition that was set.
func (r *R) sameCondition(ctx context.Context, w *api.Widget) error {
	if err := r.verified(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `warning: .*Status.Conditions\[Verified\] decides.*\[staleread/get\]`
		return err
	}
	if meta.IsStatusConditionTrue(now.Status.Conditions, "Verified") {
		return r.Delete(ctx, now)
	}
	return nil
}

// Another condition is set, and the whole list is sent, as it was before the first.
func (r *R) nextCondition(ctx context.Context, w *api.Widget) error {
	if err := r.verified(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `warning: .*what is written is made of its Status.Conditions.*\[staleread/get\]`
		return err
	}
	base := now.DeepCopy()
	meta.SetStatusCondition(&now.Status.Conditions, metav1.Condition{Type: "Synced", Status: metav1.ConditionTrue})
	return r.Status().Patch(ctx, now, client.MergeFrom(base))
}

// Some condition decides.
func (r *R) anyCondition(ctx context.Context, w *api.Widget) error {
	if err := r.verified(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `warning: .*Status.Conditions decides.*\[staleread/get\]`
		return err
	}
	if len(now.Status.Conditions) > 0 {
		return r.Delete(ctx, now)
	}
	return nil
}
