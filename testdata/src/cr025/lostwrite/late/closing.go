package late

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// shelve writes the shelf on a widget; false if it has one.
func (r *Reconciler) shelve(w *api.Widget, shelf string) bool {
	if w.Annotations["shelf"] != "" {
		return false
	}
	w.Annotations = map[string]string{"shelf": shelf}
	return true
}

// shelved keeps the copy for the function that is run at the end, and makes it when the shelf is written already.
func (r *Reconciler) shelved(ctx context.Context, key client.ObjectKey) (err error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	if !r.shelve(w, "upper") { // rests
		return nil
	}
	before := w.DeepCopy()
	defer func() { // want `does not send the change of Annotations.*\[lostwrite/late\]`
		err = errors.Join(err, r.Patch(ctx, w, client.MergeFrom(before)))
	}()
	w.Labels = map[string]string{"shelved": "yes"}
	return nil
}

// shelvedInTime makes it before.
func (r *Reconciler) shelvedInTime(ctx context.Context, key client.ObjectKey) (err error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	before := w.DeepCopy()
	if !r.shelve(w, "upper") {
		return nil
	}
	defer func() {
		err = errors.Join(err, r.Patch(ctx, w, client.MergeFrom(before)))
	}()
	w.Labels = map[string]string{"shelved": "yes"}
	return nil
}

// shelvedTwice has what is run at the end go by two copies: the annotation is sent by way of the first.
func (r *Reconciler) shelvedTwice(ctx context.Context, w *api.Widget) (err error) {
	first := w.DeepCopy()
	r.shelve(w, "lower")
	second := w.DeepCopy()
	defer func() {
		if !equality.Semantic.DeepEqual(first.Annotations, second.Annotations) {
			err = errors.Join(err, r.Patch(ctx, w.DeepCopy(), client.MergeFrom(first)))
		}
		err = errors.Join(err, r.Status().Patch(ctx, w, client.MergeFrom(second)))
	}()
	w.Status.Phase = "Shelved"
	return nil
}

// shelvedBefore changes the copy in what is run at the end, so that it is as it was.
func (r *Reconciler) shelvedBefore(ctx context.Context, w *api.Widget) (err error) {
	r.shelve(w, "lower")
	before := w.DeepCopy()
	defer func() {
		before.Annotations = nil
		err = errors.Join(err, r.Patch(ctx, w, client.MergeFrom(before)))
	}()
	w.Labels = map[string]string{"shelved": "yes"}
	return nil
}

// sized has the spec be another for this reconcile; the patch is there for what comes behind the statement.
func (r *Reconciler) sized(ctx context.Context, key client.ObjectKey) (err error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Spec.Size = 3
	before := w.DeepCopy()
	defer func() { err = errors.Join(err, r.Patch(ctx, w, client.MergeFrom(before))) }()
	w.Labels = map[string]string{"sized": "yes"}
	return nil
}
