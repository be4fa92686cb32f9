package reread

import (
	"context"

	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// SaveStatus reads what the API server has, for the newest resource version: the status in memory is gone then, of every kind.
func SaveStatus(ctx context.Context, c client.Client, live client.Reader, obj client.Object) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := live.Get(ctx, client.ObjectKeyFromObject(obj), obj); err != nil { // want `this Get replaces the object, with all that callers have changed in it, by what is stored, and Status\(\).Update at line \d+ sends just that`
			return client.IgnoreNotFound(err)
		}
		return c.Status().Update(ctx, obj)
	})
}

// SaveStatusMended has the change made anew in each try.
func SaveStatusMended(ctx context.Context, c client.Client, live client.Reader, obj client.Object, set func()) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := live.Get(ctx, client.ObjectKeyFromObject(obj), obj); err != nil {
			return client.IgnoreNotFound(err)
		}
		set()
		return c.Status().Update(ctx, obj)
	})
}

// SaveStatusOver takes the version from another object.
func SaveStatusOver(ctx context.Context, c client.Client, live client.Reader, obj client.Object) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		stored := obj.DeepCopyObject().(client.Object)
		if err := live.Get(ctx, client.ObjectKeyFromObject(obj), stored); err != nil {
			return client.IgnoreNotFound(err)
		}
		obj.SetResourceVersion(stored.GetResourceVersion())
		return c.Status().Update(ctx, obj)
	})
}

// SaveRest writes what isn't the status: old releases leave in the object of a custom kind what the answer doesn't have.
func SaveRest(ctx context.Context, c client.Client, live client.Reader, obj client.Object) error {
	if err := live.Get(ctx, client.ObjectKeyFromObject(obj), obj); err != nil {
		return client.IgnoreNotFound(err)
	}
	return c.Update(ctx, obj)
}

// SetStatus reads the object anew, and makes a change of its own where there is none: the callers only say which object.
func SetStatus(ctx context.Context, c client.Client, live client.Reader, w *api.Widget, phase string) error {
	if err := live.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	if w.Status.Phase != phase {
		w.Status.Phase = phase
	}
	return c.Status().Update(ctx, w)
}

// SetSome has a change made by functions, if there are any.
func SetSome(ctx context.Context, c client.Client, live client.Reader, obj client.Object, sets []func()) error {
	if err := live.Get(ctx, client.ObjectKeyFromObject(obj), obj); err != nil {
		return err
	}
	for _, set := range sets {
		set()
	}
	return c.Status().Update(ctx, obj)
}
