package late

import (
	"context"
	"reflect"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
	"ctrllint.test/cr025/lostwrite/late/operations"
)

// filledLate makes the copy where the helper is called that patches: the object is filled by then. What is set after that has a
// write of its own.
func (r *Reconciler) filledLate(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	if operations.Fill(w) { // rests
		if err := r.storeFrom(ctx, w, w.DeepCopy()); err != nil { // want `the Patch at given.go:\d+ does not send the change of Spec.Hosts and Spec.Size: the copy of the api.Widget that is its base was made after the change`
			return err
		}
	}
	w.Status.Phase = "Filled"
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) storeFrom(ctx context.Context, w, base *api.Widget) error {
	if reflect.DeepEqual(w.Annotations, base.Annotations) && w.Name == "" {
		return nil
	}
	return r.Patch(ctx, w, client.MergeFrom(base))
}

// filledMended copies before that.
func (r *Reconciler) filledMended(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	base := w.DeepCopy()
	if operations.Fill(w) {
		return r.storeFrom(ctx, w, base)
	}
	return nil
}

// The helper patches for something of its own, and the defaults are to be looked at.
func (r *Reconciler) filledToLook(ctx context.Context, key client.ObjectKey) (int, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return 0, err
	}
	operations.Fill(w)
	return w.Spec.Size, r.storeSeen(ctx, w, w.DeepCopy())
}

func (r *Reconciler) storeSeen(ctx context.Context, w, base *api.Widget) error {
	w.Labels = map[string]string{"seen": "yes"}
	return r.Patch(ctx, w, client.MergeFrom(base))
}

// The helper writes the copy.
func (r *Reconciler) filledCopy(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	operations.Fill(w)
	return r.storeCopy(ctx, w, w.DeepCopy())
}

func (r *Reconciler) storeCopy(ctx context.Context, w, filled *api.Widget) error {
	if err := r.Update(ctx, filled); err != nil {
		return err
	}
	return r.Status().Patch(ctx, w, client.MergeFrom(filled))
}

// The helper changes the copy to what was before.
func (r *Reconciler) filledBack(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	operations.Fill(w)
	return r.storeFilled(ctx, w, w.DeepCopy())
}

func (r *Reconciler) storeFilled(ctx context.Context, w, base *api.Widget) error {
	base.Spec.Size, base.Spec.Hosts = 0, nil
	return r.Patch(ctx, w, client.MergeFrom(base))
}
