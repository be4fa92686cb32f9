package retryblind

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Without a version, an update overwrites whatever there is.
func (r *Mended) unconditional(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		w.ResourceVersion = ""
		return r.Update(ctx, w)
	})
}

// The object is made anew, without a version.
func (r *Mended) madeAnew(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm := &corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name},
			Data:       w.Spec.Config,
		}
		return r.Update(ctx, cm)
	})
}

// Other errors pass, as the API server is busy.
func (r *Mended) busy(ctx context.Context, w *api.Widget) error {
	return retry.OnError(retry.DefaultRetry, apierrors.IsTooManyRequests, func() error {
		return r.Update(ctx, w)
	})
}

// A merge patch has no version.
func (r *Mended) merges(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	w.Spec.Size++
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return r.Patch(ctx, w, client.MergeFrom(base))
	})
}

// The closure reads again, after the conflict.
func (r *Mended) afterwards(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		w.Spec.Size++
		err := r.Update(ctx, w)
		if apierrors.IsConflict(err) {
			if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
				return err
			}
		}
		return err
	})
}

// A method reads.
func (r *Mended) byMethod(ctx context.Context, key types.NamespacedName) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		w, err := r.latest(ctx, key)
		if err != nil {
			return err
		}
		w.Spec.Size++
		return r.Update(ctx, w)
	})
}

func (r *Mended) latest(ctx context.Context, key types.NamespacedName) (*api.Widget, error) {
	w := &api.Widget{}
	return w, r.APIReader.Get(ctx, key, w)
}

// Nothing that is created can be in conflict.
func (r *Mended) created(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return client.IgnoreAlreadyExists(r.Create(ctx, w))
	})
}
