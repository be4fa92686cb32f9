package late

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// closeAudited sets the second condition behind the copy: the patch has the list whole, and so both.
func (r *Reconciler) closeAudited(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Audited", Status: metav1.ConditionTrue, Reason: "Asked"})
	base := w.DeepCopy()
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Closed", Status: metav1.ConditionTrue, Reason: "Over"})
	return r.Status().Patch(ctx, w, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{}))
}

// So it is if a method makes the copy, sets the condition, and patches.
func (r *Reconciler) closeIn(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Audited", Status: metav1.ConditionTrue, Reason: "Asked"})
	return r.close(ctx, w)
}

func (r *Reconciler) close(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	w.Status.Phase = "Closed"
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Closed", Status: metav1.ConditionTrue, Reason: "Over"})
	return r.Status().Patch(ctx, w, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{}))
}

// The method leaves the list as it is.
func (r *Reconciler) openLate(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Audited", Status: metav1.ConditionTrue, Reason: "Asked"})
	return r.open(ctx, w) // want `the Status\(\).Patch at whole.go:\d+ does not send the change of Status.Conditions`
}

func (r *Reconciler) open(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	w.Status.Phase = "Open"
	return r.Status().Patch(ctx, w, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{}))
}

func (r *Reconciler) openMended(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	base := w.DeepCopy()
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Audited", Status: metav1.ConditionTrue, Reason: "Asked"})
	w.Status.Phase = "Open"
	return r.Status().Patch(ctx, w, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{}))
}

func count(w *api.Widget) {
	w.Status.Made++
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Audited", Status: metav1.ConditionTrue, Reason: "Asked"})
}

// What is no list is lost, and the condition isn't.
func (r *Reconciler) closePhased(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	count(w)
	base := w.DeepCopy()
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Closed", Status: metav1.ConditionTrue, Reason: "Over"})
	return r.Status().Patch(ctx, w, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{})) // want `this Status\(\).Patch does not send the change of Status.Made: `
}

// A strategic patch has only those of the conditions that differ.
func (r *Reconciler) closeStrategic(ctx context.Context, key client.ObjectKey) error {
	s := &corev1.Service{}
	if err := r.Get(ctx, key, s); err != nil {
		return err
	}
	meta.SetStatusCondition(&s.Status.Conditions, metav1.Condition{Type: "Audited", Status: metav1.ConditionTrue, Reason: "Asked"})
	base := s.DeepCopy()
	meta.SetStatusCondition(&s.Status.Conditions, metav1.Condition{Type: "Closed", Status: metav1.ConditionTrue, Reason: "Over"})
	return r.Status().Patch(ctx, s, client.StrategicMergeFrom(base)) // want `this Status\(\).Patch does not send the change of Status.Conditions`
}

// In each round the condition comes before the copy, and nothing but the phase behind it.
func (r *Reconciler) openEach(ctx context.Context, widgets []*api.Widget) error {
	w := &api.Widget{}
	for _, each := range widgets {
		if err := r.Get(ctx, client.ObjectKeyFromObject(each), w); err != nil {
			return err
		}
		meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Audited", Status: metav1.ConditionTrue, Reason: "Asked"})
		base := w.DeepCopy()
		w.Status.Phase = "Open"
		if err := r.Status().Patch(ctx, w, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{})); err != nil { // want `this Status\(\).Patch does not send the change of Status.Conditions`
			return err
		}
	}
	return nil
}
