package reread

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// StorePart is given the status of the object beside that, as in falcon-operator (internal/controller/common/utils.go): it
// changes it behind the Get.
func StorePart(ctx context.Context, c client.Client, key client.ObjectKey, obj client.Object, s *api.Status) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := c.Get(ctx, key, obj); err != nil {
			return err
		}
		s.Phase = "Ready"
		return c.Status().Update(ctx, obj)
	})
}

func storePart(ctx context.Context, c client.Client, w *api.Widget, s *api.Status) error {
	if err := c.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	s.Phase = "Ready"
	return c.Status().Update(ctx, w)
}

func (r *Reconciler) storeParts(ctx context.Context, w *api.Widget) error {
	if err := StorePart(ctx, r.Client, client.ObjectKeyFromObject(w), w, &w.Status); err != nil {
		return err
	}
	return storePart(ctx, r.Client, w, &w.Status)
}

// StoreBeside is given what is no part of a Widget.
func StoreBeside(ctx context.Context, c client.Client, w *api.Widget, s *corev1.PodStatus) error {
	if err := c.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `this Get replaces the api.Widget, with all that callers have changed in it, by what is stored`
		return err
	}
	s.Message = "stored"
	return c.Status().Update(ctx, w)
}
