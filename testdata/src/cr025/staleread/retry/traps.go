package retry

import (
	"context"
	"errors"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// A merge patch can't be in conflict: the retry is for nothing, but not stale.
func (r *Mended) patched(ctx context.Context, key types.NamespacedName) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		w := &api.Widget{}
		if err := r.Get(ctx, key, w); err != nil {
			return err
		}
		base := w.DeepCopy()
		w.Labels = map[string]string{"patched": "yes"}
		return r.Patch(ctx, w, client.MergeFrom(base))
	})
}

// Another object is read in the attempt, and what is written live.
func (r *Mended) otherObject(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var parent api.Widget
		if err := r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: w.Spec.Parent}, &parent); err != nil {
			return err
		}
		var cm corev1.ConfigMap
		if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), &cm); err != nil {
			return err
		}
		cm.Data = parent.Spec.Config
		return r.Update(ctx, &cm)
	})
}

// What is retried is the read.
func (r *Mended) untilCached(ctx context.Context, key types.NamespacedName) (*api.Widget, error) {
	w := &api.Widget{}
	err := retry.OnError(retry.DefaultBackoff, apierrors.IsNotFound, func() error {
		return r.Get(ctx, key, w)
	})
	return w, err
}

// The attempts are seconds apart, until the cache has caught up.
func (r *Mended) patient(ctx context.Context, key types.NamespacedName) error {
	return wait.PollUntilContextTimeout(ctx, 10*time.Second, 5*time.Minute, true, func(ctx context.Context) (bool, error) {
		var g api.Gadget
		if err := r.Get(ctx, key, &g); err != nil {
			return false, err
		}
		g.Serial = "patient"
		err := r.Update(ctx, &g)
		if apierrors.IsConflict(err) {
			return false, nil
		}
		return err == nil, err
	})
}

// A conflict ends it.
func (r *Mended) each(ctx context.Context, names []string) error {
	var errs []error
	for _, name := range names {
		var g api.Gadget
		if err := r.Get(ctx, types.NamespacedName{Namespace: "shop", Name: name}, &g); err != nil {
			errs = append(errs, err)
			continue
		}
		g.Serial = name
		if err := r.Update(ctx, &g); apierrors.IsConflict(err) {
			continue
		} else if err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// The first read is before the retry, those of the retry are live.
func (r *Mended) firstCached(ctx context.Context, key types.NamespacedName) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	if w.Status.Phase == "Done" {
		return nil
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		w.Status.Phase = "Done"
		err := r.Status().Update(ctx, w)
		if apierrors.IsConflict(err) {
			if err := r.APIReader.Get(ctx, key, w); err != nil {
				return err
			}
		}
		return err
	})
}

// Nothing is written.
func (r *Mended) looks(ctx context.Context, key types.NamespacedName) (phase string, err error) {
	err = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var w api.Widget
		if err := r.Get(ctx, key, &w); err != nil {
			return err
		}
		phase = w.Status.Phase
		return nil
	})
	return phase, err
}

// Only whether it is gone is asked after the conflict.
func (r *Mended) goneMeanwhile(ctx context.Context, w *api.Widget) error {
	err := r.Update(ctx, w)
	if apierrors.IsConflict(err) {
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), &api.Widget{}); apierrors.IsNotFound(err) {
			return nil
		}
	}
	return err
}

// It sleeps before it lets itself be tried again: the cache has caught up by then.
func (r *Mended) slowly(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.Get(ctx, key, cm); err != nil {
			return err
		}
		cm.Data = map[string]string{"state": "slow"}
		err := r.Update(ctx, cm)
		if apierrors.IsConflict(err) {
			time.Sleep(3 * time.Second)
		}
		return err
	})
}

// Nothing is read into a variable that is nil, and so nothing is written, or refused; chaos-mesh
// controllers/multicluster/remotechaos/controller.go:68.
func (r *Mended) none(ctx context.Context, key types.NamespacedName) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var obj client.Object
		if err := r.Get(ctx, key, obj); err != nil {
			return err
		}
		obj.SetFinalizers(nil)
		return r.Update(ctx, obj)
	})
}

// One that is there may be anything.
func (r *Mended) some(ctx context.Context, key types.NamespacedName, make func() client.Object) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		obj := make()
		if err := r.Get(ctx, key, obj); err != nil { // want `\[staleread/retry\]`
			return err
		}
		obj.SetFinalizers(nil)
		return r.Update(ctx, obj)
	})
}
