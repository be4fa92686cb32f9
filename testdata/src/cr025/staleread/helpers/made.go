package helpers

import (
	"context"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// A helper is handed the function that makes the object, as in druid-operator (c5977a4d).
func (r *Reconciler) deploy(ctx context.Context, w *api.Widget) error {
	if err := r.apply(ctx, func() (client.Object, error) { return serviceFor(w) }); err != nil {
		return err
	}
	if err := r.apply(ctx, func() (client.Object, error) { return deploymentFor(w, "web") }); err != nil {
		return err
	}
	now := &appsv1.Deployment{}
	if err := r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: w.Name + "-web"}, now); err != nil { // want `appsv1.Deployment.*\[staleread/get\]`
		return err
	}
	if now.Status.UpdatedReplicas == *now.Spec.Replicas {
		w.Status.Phase = "Deployed"
	}
	return r.Status().Update(ctx, w)
}

// What is read is another one.
func (r *Reconciler) deployOther(ctx context.Context, w *api.Widget) error {
	if err := r.apply(ctx, func() (client.Object, error) { return deploymentFor(w, "api") }); err != nil {
		return err
	}
	now := &appsv1.Deployment{}
	if err := r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: w.Name + "-db"}, now); err != nil {
		return err
	}
	if now.Status.UpdatedReplicas == *now.Spec.Replicas {
		w.Status.Phase = "Deployed"
	}
	return r.Status().Update(ctx, w)
}

// The function makes one of two kinds.
func (r *Reconciler) deployEither(ctx context.Context, w *api.Widget) error {
	if err := r.apply(ctx, func() (client.Object, error) {
		if w.Spec.Size == 0 {
			return serviceFor(w)
		}
		return deploymentFor(w, "either")
	}); err != nil {
		return err
	}
	now := &appsv1.Deployment{}
	if err := r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: w.Name + "-either"}, now); err != nil {
		return err
	}
	if now.Status.UpdatedReplicas == *now.Spec.Replicas {
		w.Status.Phase = "Deployed"
	}
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) apply(ctx context.Context, make func() (client.Object, error)) error {
	obj, err := make()
	if err != nil {
		return err
	}
	obj.SetLabels(map[string]string{"app": "widget"})
	return r.Update(ctx, obj)
}

func serviceFor(w *api.Widget) (*corev1.Service, error) {
	return &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}, nil
}

func deploymentFor(w *api.Widget, part string) (*appsv1.Deployment, error) {
	size := int32(w.Spec.Size)
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: fmt.Sprintf("%s-%s", w.Name, part)},
		Spec:       appsv1.DeploymentSpec{Replicas: &size},
	}, nil
}
