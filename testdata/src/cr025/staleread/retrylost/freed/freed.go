// Package freed has a webhook that is asked about deletes.
package freed

import (
	"context"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"ctrllint.test/cr025/staleread/api"
)

// Gate counts Widgets at their parents.
//
// +kubebuilder:webhook:path=/validate-widget,mutating=false,failurePolicy=fail,sideEffects=None,groups=shop.example.com,resources=widgets,verbs=create;delete,versions=v1,name=vwidget.example.com,admissionReviewVersions=v1
type Gate struct{ client.Client }

// ValidateDelete implements admission.Validator.
func (g *Gate) ValidateDelete(ctx context.Context, w *api.Widget) (admission.Warnings, error) {
	g.leave(ctx, w)
	return nil, nil
}

func (g *Gate) leave(ctx context.Context, w *api.Widget) {
	_ = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var parent api.Widget
		if err := g.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: w.Spec.Parent}, &parent); err != nil { // want `^warning: Get after a conflict .*\[staleread/retrylost\]`
			return err
		}
		parent.Spec.Size--
		return g.Update(ctx, &parent)
	})
}

// ValidateUpdate implements admission.Validator, and isn't asked; but the command line comes here.
func (g *Gate) ValidateUpdate(ctx context.Context, _, w *api.Widget) (admission.Warnings, error) {
	g.Repaint(ctx, w)
	return nil, nil
}

// Apply is what the command line does.
func (g *Gate) Apply(ctx context.Context, w *api.Widget) { g.Repaint(ctx, w) }

// Repaint gives the parent the colour of its child.
func (g *Gate) Repaint(ctx context.Context, w *api.Widget) {
	_ = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var parent api.Widget
		if err := g.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: w.Spec.Parent}, &parent); err != nil { // want `^warning: Get after a conflict .*\[staleread/retrylost\]`
			return err
		}
		parent.Spec.Colour = w.Spec.Colour
		return g.Update(ctx, &parent)
	})
}
