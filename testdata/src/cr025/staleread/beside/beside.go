// Package beside looks at what functions return beside an error.
package beside

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Tenant has a Namespace and a LimitRange.
type Tenant struct{ client.Client }

// Reconcile marks what it couldn't find, and looks for it once more.
func (t *Tenant) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := t.first(ctx, req); err != nil {
		return ctrl.Result{}, t.again(ctx, req)
	}
	if err := t.kept(ctx, req); err != nil {
		limits, err := t.limits(ctx, req)
		if err != nil {
			return ctrl.Result{}, err
		}
		limits.Labels = map[string]string{"was": limits.Annotations["tenant"]}
		return ctrl.Result{}, t.Update(ctx, limits)
	}
	return ctrl.Result{}, nil
}

// There is no Namespace beside an error: it is never marked.
func (t *Tenant) first(ctx context.Context, req ctrl.Request) error {
	space, err := t.space(ctx, req)
	if err != nil {
		if space != nil {
			space.Annotations = map[string]string{"tenant": "lost"}
			_ = t.Update(ctx, space)
		}
		return err
	}
	return nil
}

func (t *Tenant) space(ctx context.Context, req ctrl.Request) (*corev1.Namespace, error) {
	space := &corev1.Namespace{}
	if err := t.Get(ctx, client.ObjectKey{Name: req.Namespace}, space); err != nil {
		return nil, err
	}
	return space, nil
}

func (t *Tenant) again(ctx context.Context, req ctrl.Request) error {
	space, err := t.space(ctx, req)
	if err != nil {
		return err
	}
	space.Labels = map[string]string{"was": space.Annotations["tenant"]}
	return t.Update(ctx, space)
}

// A LimitRange may well be there beside an error: one that isn't as it should be.
func (t *Tenant) kept(ctx context.Context, req ctrl.Request) error {
	limits, err := t.limits(ctx, req)
	if err != nil {
		if limits != nil {
			limits.Annotations = map[string]string{"tenant": "lost"}
			_ = t.Update(ctx, limits)
		}
		return err
	}
	return nil
}

func (t *Tenant) limits(ctx context.Context, req ctrl.Request) (*corev1.LimitRange, error) {
	limits := &corev1.LimitRange{}
	if err := t.Get(ctx, req.NamespacedName, limits); err != nil { // want `LimitRange.*\[staleread/get\]`
		return nil, err
	}
	if len(limits.Spec.Limits) == 0 {
		return limits, errNone
	}
	return limits, nil
}

type noLimits struct{}

func (noLimits) Error() string { return "no limits" }

var errNone error = noLimits{}
