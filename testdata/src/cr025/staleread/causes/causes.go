// Package causes has several stale reads of one cause, which are one finding with the others below it.
package causes

import (
	"context"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/causes/steps"
)

// Reconciler does everything several times.
type Reconciler struct {
	client.Client
	APIReader client.Reader
}

// Reconcile is in several phases within one go.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := steps.Phase(ctx, r.Client, req.NamespacedName, "a"); err != nil { // rests
		return ctrl.Result{}, err
	}
	if err := steps.Phase(ctx, r.Client, req.NamespacedName, "b"); err != nil { // want `Get in steps.Phase.*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	if err := steps.Phase(ctx, r.Client, req.NamespacedName, "c"); err != nil { // rests
		return ctrl.Result{}, err
	}
	if err := steps.Phase(ctx, r.Client, req.NamespacedName, "d"); err != nil { // rests
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// One write, and three reads of which each asks what it has done.
func (r *Reconciler) three(ctx context.Context, w *api.Widget) (int, error) {
	w.Spec.Size++
	if err := r.Update(ctx, w); err != nil { // rests
		return 0, err
	}
	var first, second, third api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &first); err != nil { // want `Get after the Update at causes.go:\d+ .*\[staleread/get\]`
		return 0, err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &second); err != nil { // rests
		return 0, err
	}
	if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), &third); err != nil {
		return 0, err
	}
	return first.Spec.Size + second.Spec.Size + third.Spec.Size + r.fourth(ctx, w), nil
}

func (r *Reconciler) fourth(ctx context.Context, w *api.Widget) int {
	var fourth api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &fourth); err != nil { // rests
		return 0
	}
	return fourth.Spec.Size
}

// Two writes, and a read after each: to leave out one of the reads doesn't mend the other.
func (r *Reconciler) twice(ctx context.Context, w *api.Widget) (int, error) {
	w.Spec.Size++
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	var first, second api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &first); err != nil { // want `\[staleread/get\]`
		return 0, err
	}
	w.Spec.Colour = "red"
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &second); err != nil { // want `\[staleread/get\]`
		return 0, err
	}
	return first.Spec.Size + len(second.Spec.Colour), nil
}

// Of what one write is followed by, the worst is told, and what is milder below it.
func (r *Reconciler) worst(ctx context.Context, key types.NamespacedName) (string, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return "", err
	}
	w.Status.Phase = "Ready"
	if err := r.Status().Update(ctx, w); err != nil { // rests
		return "", err
	}
	if err := r.Get(ctx, key, w); err != nil { // rests
		return "", err
	}
	var other api.Widget
	if err := r.Get(ctx, key, &other); err != nil { // want `warning: Get after.*\[staleread/get\]`
		return "", err
	}
	w.Spec.Size++
	return other.Status.Phase, r.Update(ctx, w)
}

// The helper is called three times, and reads what the call before it has written.
func (r *Reconciler) grow(ctx context.Context, key types.NamespacedName) error {
	if err := r.size(ctx, key, 1); err != nil { // rests
		return err
	}
	if err := r.size(ctx, key, 2); err != nil { // rests
		return err
	}
	return r.size(ctx, key, 3) // rests
}

func (r *Reconciler) size(ctx context.Context, key types.NamespacedName, n int) error {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil { // want `Widget.*\[staleread/get\]`
		return err
	}
	w.Spec.Size += n
	return r.Update(ctx, &w)
}

// What a try reads is the try's, whatever has been written before.
func (r *Reconciler) tries(ctx context.Context, w *api.Widget) error {
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		now, err := r.load(ctx, client.ObjectKeyFromObject(w))
		if err != nil {
			return err
		}
		now.Status.Phase = "Sized"
		return r.Status().Update(ctx, now)
	})
}

// The same function outside of a retry has nobody to try again.
func (r *Reconciler) untried(ctx context.Context, w *api.Widget) (int, error) {
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	now, err := r.load(ctx, client.ObjectKeyFromObject(w))
	return now.Spec.Size, err
}

func (r *Reconciler) load(ctx context.Context, key types.NamespacedName) (*api.Widget, error) {
	var w api.Widget
	err := r.Get(ctx, key, &w) // want `note: .*\[staleread/retry\]` `warning: .*\[staleread/get\]`
	return &w, err
}

// The first try takes what the cache has, the next ones ask the API server: a stale answer costs one try.
func (r *Reconciler) liveSecond(ctx context.Context, w *api.Widget) error {
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	var now api.Widget
	key := client.ObjectKeyFromObject(w)
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if now.Name == "" {
			if err := r.Get(ctx, key, &now); err != nil {
				return err
			}
		} else if err := r.APIReader.Get(ctx, key, &now); err != nil {
			return err
		}
		now.Status.Phase = "Sized"
		return r.Status().Update(ctx, &now)
	})
}
