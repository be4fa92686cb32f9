package retry

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// The attempt has a name.
func (r *Reconciler) named(ctx context.Context, key types.NamespacedName) error {
	attempt := func() error {
		var w api.Widget
		if err := r.Get(ctx, key, &w); err != nil { // want `Widget.*\[staleread/retry\]`
			return err
		}
		w.Spec.Size++
		return r.Update(ctx, &w)
	}
	return retry.RetryOnConflict(retry.DefaultRetry, attempt)
}

// The status of the caller is put into what the cache has.
func (r *Reconciler) latest(ctx context.Context, w *api.Widget) error {
	if err := r.Status().Update(ctx, w); err != nil {
		if !apierrors.IsConflict(err) {
			return err
		}
		latest := &api.Widget{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), latest); err != nil { // want `Widget.*\[staleread/retry\]`
			return err
		}
		latest.Status = w.Status
		return r.Status().Update(ctx, latest)
	}
	return nil
}

// A function of its own says what is tried again.
func (r *Reconciler) predicate(ctx context.Context, key types.NamespacedName) error {
	again := func(err error) bool { return apierrors.IsConflict(err) || apierrors.IsNotFound(err) }
	return retry.OnError(retry.DefaultRetry, again, func() error {
		var w api.Widget
		if err := r.Get(ctx, key, &w); err != nil { // want `Widget.*\[staleread/retry\]`
			return err
		}
		w.Spec.Size++
		return r.Update(ctx, &w)
	})
}

// All but conflicts are tried again.
func (r *Reconciler) others(ctx context.Context, key types.NamespacedName) error {
	again := func(err error) bool { return !apierrors.IsConflict(err) }
	return retry.OnError(retry.DefaultRetry, again, func() error {
		var w api.Widget
		if err := r.Get(ctx, key, &w); err != nil {
			return err
		}
		w.Spec.Size++
		return r.Update(ctx, &w)
	})
}

// The API server knows the version to send.
func (r *Mended) version(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		now := &api.Widget{}
		if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil {
			return err
		}
		w.ResourceVersion = now.ResourceVersion
		return r.Update(ctx, w)
	})
}

// A conflict is not among the errors that are retried.
func (r *Mended) timeouts(ctx context.Context, key types.NamespacedName) error {
	timeout := func(err error) bool { return apierrors.IsServerTimeout(err) || apierrors.IsTimeout(err) }
	return retry.OnError(retry.DefaultRetry, timeout, func() error {
		var w api.Widget
		if err := r.Get(ctx, key, &w); err != nil {
			return err
		}
		w.Spec.Size++
		return r.Update(ctx, &w)
	})
}

// Any error is tried again, a conflict too.
func (r *Reconciler) whatever(ctx context.Context, key types.NamespacedName) error {
	return retry.OnError(retry.DefaultRetry, func(error) bool { return true }, func() error {
		g := &api.Gadget{}
		if err := r.Get(ctx, key, g); err != nil { // want `\[staleread/retry\]`
			return err
		}
		g.Serial = "any"
		return r.Update(ctx, g)
	})
}

// None is.
func (r *Reconciler) noneAgain(ctx context.Context, key types.NamespacedName) error {
	return retry.OnError(retry.DefaultRetry, func(error) bool { return false }, func() error {
		g := &api.Gadget{}
		if err := r.Get(ctx, key, g); err != nil {
			return err
		}
		g.Serial = "none"
		return r.Update(ctx, g)
	})
}
