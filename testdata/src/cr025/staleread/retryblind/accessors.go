package retryblind

import (
	"context"

	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// An Inner wraps an object, as chaos-mesh's did (58e1c7d4).
type Inner interface {
	Fail(message string)
	Unwrap() client.Object
	Renewed() client.Object
	Reload(ctx context.Context) error
}

func (r *Reconciler) reconcileInner(ctx context.Context, req ctrl.Request, of Inner) error {
	if err := r.Get(ctx, req.NamespacedName, of.Unwrap()); err != nil {
		return err
	}
	of.Fail("lost")
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		return r.Update(ctx, of.Unwrap()) // want `\[staleread/retryblind\]`
	})
}

// What it is that an interface hands out isn't known unless something is read into it.
func (r *Reconciler) renewInner(ctx context.Context, of Inner) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		return r.Update(ctx, of.Renewed())
	})
}

func (r *Reconciler) reloadInner(ctx context.Context, of Inner) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		if err := of.Reload(ctx); err != nil {
			return err
		}
		of.Fail("lost")
		return r.Update(ctx, of.Unwrap())
	})
}

// A scope has an object.
type scope struct {
	widget *api.Widget
	name   string
}

func (s *scope) Widget() *api.Widget { return s.widget }

func (s *scope) desired() *api.Widget {
	w := &api.Widget{}
	w.Name = s.name
	return w
}

func (r *Reconciler) inScope(ctx context.Context, s *scope) error {
	s.widget.Status.Phase = "Blind"
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		return r.Status().Update(ctx, s.Widget()) // want `Widget.*\[staleread/retryblind\]`
	})
}

func (r *Reconciler) madeAnew(ctx context.Context, s *scope) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		return r.Update(ctx, s.desired())
	})
}
