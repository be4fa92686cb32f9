package get

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	applycorev1 "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Applier applies what a function makes.
type Applier struct{ client.Client }

func serviceOf(w *api.Widget) *applycorev1.ServiceApplyConfiguration {
	return applycorev1.Service(w.Name, w.Namespace).WithLabels(map[string]string{"widget": w.Name})
}

func otherOf(w *api.Widget) *applycorev1.ServiceApplyConfiguration {
	return applycorev1.Service(w.Spec.Parent, w.Namespace)
}

func (a *Applier) phase(ctx context.Context, w *api.Widget) error {
	var s corev1.Service
	if err := a.Get(ctx, client.ObjectKeyFromObject(w), &s); err != nil { // want `warning: Get after the Apply at applied.go:\d+ .*what is written is made of its Labels.*\[staleread/get\]`
		return err
	}
	w.Status.Phase = s.Labels["widget"]
	return a.Status().Update(ctx, w)
}

func (a *Applier) applies(ctx context.Context, w *api.Widget) error {
	if err := a.Apply(ctx, serviceOf(w).WithAnnotations(map[string]string{"by": "a"}), client.ForceOwnership); err != nil {
		return err
	}
	return a.phase(ctx, w)
}

// It has another name.
func (a *Applier) appliesOther(ctx context.Context, w *api.Widget) error {
	if err := a.Apply(ctx, otherOf(w), client.ForceOwnership); err != nil {
		return err
	}
	return a.phase(ctx, w)
}
