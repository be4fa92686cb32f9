package weighed

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// Roller keeps a deployment, and looks at it in the same round.
type Roller struct{ client.Client }

func (r *Roller) keep(ctx context.Context, w *api.Widget) error {
	d := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, d, func() error {
		labels := map[string]string{"widget": w.Name}
		if d.CreationTimestamp.IsZero() {
			d.Spec.Selector = &metav1.LabelSelector{MatchLabels: labels}
		}
		d.Spec.Template.Labels = labels
		return nil
	})
	return err
}

// The API server lets nobody change the selector: the cache has no other, or no deployment yet, which is an error.
func (r *Roller) selects(ctx context.Context, w *api.Widget) error {
	if err := r.keep(ctx, w); err != nil {
		return err
	}
	d := &appsv1.Deployment{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), d); err != nil { // want `note: .*\[staleread/get\]`
		return err
	}
	w.Status.Phase = metav1.FormatLabelSelector(d.Spec.Selector)
	return r.Status().Update(ctx, w)
}

// The template does change.
func (r *Roller) templated(ctx context.Context, w *api.Widget) error {
	if err := r.keep(ctx, w); err != nil {
		return err
	}
	d := &appsv1.Deployment{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), d); err != nil { // want `warning: .*what is written is made of its Spec.Template.*\[staleread/get\]`
		return err
	}
	w.Status.Phase = d.Spec.Template.Labels["widget"]
	return r.Status().Update(ctx, w)
}

// Nor does a secret's type: after an update, nothing comes of it.
func (r *Roller) typed(ctx context.Context, w *api.Widget, s *corev1.Secret) error {
	if err := r.Update(ctx, s); err != nil {
		return err
	}
	again := &corev1.Secret{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(s), again); err != nil {
		return err
	}
	w.Status.Phase = string(again.Type)
	return r.Status().Update(ctx, w)
}
