// Package admitted has webhooks that write other objects on the way.
package admitted

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"ctrllint.test/cr025/staleread/api"
)

// Gate is asked about Widgets that come and go, and counts them at their parents.
//
// +kubebuilder:webhook:path=/validate-widget,mutating=false,failurePolicy=fail,sideEffects=None,groups=shop.example.com,resources=widgets,verbs=create;update,versions=v1,name=vwidget.example.com,admissionReviewVersions=v1
type Gate struct{ client.Client }

// Default implements admission.Defaulter: each request for a Widget tries again.
func (g *Gate) Default(ctx context.Context, w *api.Widget) error {
	if w.Labels["entered"] != "" {
		return nil
	}
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var have api.Widget
		if err := g.Get(ctx, client.ObjectKeyFromObject(w), &have); err != nil { // want `^note: Get after a conflict .*\[staleread/retrylost\]`
			return err
		}
		have.Labels = map[string]string{"entered": "yes"}
		return g.Update(ctx, &have)
	})
	if err != nil {
		println(err.Error())
	}
	return nil
}

// ValidateCreate implements admission.Validator. There is one such request only.
func (g *Gate) ValidateCreate(ctx context.Context, w *api.Widget) (admission.Warnings, error) {
	g.arrive(ctx, w)
	return nil, g.announce(ctx, w)
}

func (g *Gate) arrive(ctx context.Context, w *api.Widget) {
	_ = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var parent api.Widget
		if err := g.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: w.Spec.Parent}, &parent); err != nil { // want `^warning: Get after a conflict .*\[staleread/retrylost\]`
			return err
		}
		parent.Spec.Size++
		return g.Update(ctx, &parent)
	})
}

// ValidateUpdate implements admission.Validator.
func (g *Gate) ValidateUpdate(ctx context.Context, old, w *api.Widget) (admission.Warnings, error) {
	if old.Spec.Parent != w.Spec.Parent {
		return nil, errors.New("the parent stays")
	}
	if old.Spec.Colour != w.Spec.Colour {
		g.repaint(ctx, w)
	}
	g.resize(ctx, w.Spec.Parent, w.Spec.Size-old.Spec.Size)
	return nil, g.announce(ctx, w)
}

// Only the request that changes the colour comes here.
func (g *Gate) repaint(ctx context.Context, w *api.Widget) {
	_ = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var parent api.Widget
		if err := g.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: w.Spec.Parent}, &parent); err != nil { // want `^warning: Get after a conflict .*\[staleread/retrylost\]`
			return err
		}
		parent.Spec.Colour = w.Spec.Colour
		return g.Update(ctx, &parent)
	})
}

// The next request has another difference.
func (g *Gate) resize(ctx context.Context, name string, by int) {
	_ = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var parent api.Widget
		if err := g.Get(ctx, types.NamespacedName{Name: name}, &parent); err != nil { // want `^warning: Get after a conflict .*\[staleread/retrylost\]`
			return err
		}
		parent.Spec.Size += by
		return g.Update(ctx, &parent)
	})
}

// Every request says it once more.
func (g *Gate) announce(ctx context.Context, w *api.Widget) error {
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var parent api.Widget
		if err := g.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: w.Spec.Parent}, &parent); err != nil { // want `^note: Get after a conflict .*\[staleread/retrylost\]`
			return err
		}
		parent.Status.Phase = "has " + w.Name
		return g.Status().Update(ctx, &parent)
	})
	if err != nil {
		println(err.Error())
	}
	return nil
}

// ValidateDelete implements admission.Validator: no request comes here, as the marker says.
func (g *Gate) ValidateDelete(ctx context.Context, w *api.Widget) (admission.Warnings, error) {
	g.leave(ctx, w)
	return nil, nil
}

func (g *Gate) leave(ctx context.Context, w *api.Widget) {
	_ = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var parent api.Widget
		if err := g.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: w.Spec.Parent}, &parent); err != nil { // want `^note: Get after a conflict .*\[staleread/retrylost\]`
			return err
		}
		parent.Spec.Size--
		return g.Update(ctx, &parent)
	})
}
