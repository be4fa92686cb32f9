package get

import (
	"context"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// What is read is left alone unless it has the version that the patch was answered with.
func (r *Reconciler) waitsForVersion(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	written := w.DeepCopy()
	written.Spec.Size = 3
	if err := r.Patch(ctx, written, client.MergeFrom(w)); err != nil {
		return ctrl.Result{}, err
	}
	seen := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), seen); err != nil {
		return ctrl.Result{}, err
	}
	if seen.ResourceVersion != written.ResourceVersion {
		return ctrl.Result{RequeueAfter: time.Second}, nil
	}
	if seen.Spec.Size != 3 {
		return ctrl.Result{}, r.Delete(ctx, seen)
	}
	return ctrl.Result{}, nil
}

// So is what has an older generation, by a helper, in the variable of what was written.
func (r *Reconciler) waitsForGeneration(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	want := w.GetGeneration()
	w, err := r.widget(ctx, client.ObjectKeyFromObject(w))
	if err != nil {
		return ctrl.Result{}, err
	}
	if w.Generation >= want && w.Spec.Size != 3 {
		return ctrl.Result{}, r.Delete(ctx, w)
	}
	return ctrl.Result{RequeueAfter: time.Second}, nil
}

func (r *Reconciler) widget(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return nil, err
	}
	return w, nil
}

// The generation is that from before the update: what is read may be as old.
func (r *Reconciler) waitsForBefore(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	before := w.Generation
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	seen := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), seen); err != nil { // want `Widget.*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	if seen.Generation < before {
		return ctrl.Result{RequeueAfter: time.Second}, nil
	}
	if seen.Spec.Size != 3 {
		return ctrl.Result{}, r.Delete(ctx, seen)
	}
	return ctrl.Result{}, nil
}

// An update of the status leaves the generation as it was.
func (r *Reconciler) waitsForNothing(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	w.Status.Phase = "Ready"
	if err := r.Status().Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	seen := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), seen); err != nil { // want `Widget.*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	if seen.Generation != w.Generation {
		return ctrl.Result{RequeueAfter: time.Second}, nil
	}
	if seen.Status.Phase != "Ready" {
		return ctrl.Result{}, r.Delete(ctx, seen)
	}
	return ctrl.Result{}, nil
}

// What is older decides too.
func (r *Reconciler) looksFirst(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	seen := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), seen); err != nil { // want `Widget.*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	if seen.Spec.Size != 3 {
		return ctrl.Result{}, r.Delete(ctx, seen)
	}
	if seen.ResourceVersion != w.ResourceVersion {
		return ctrl.Result{RequeueAfter: time.Second}, nil
	}
	return ctrl.Result{}, nil
}
