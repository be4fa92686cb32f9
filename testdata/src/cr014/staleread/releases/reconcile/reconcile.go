// Package reconcile reads again what it wrote. A context comes with the request.
package reconcile

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type Reconciler struct {
	client.Client
}

// Reconcile has the scaffold's read.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	pod.Status.Message = "seen"
	if err := r.Status().Update(ctx, &pod); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil { // want `older state.*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	pod.Labels = map[string]string{"seen": "yes"}
	return ctrl.Result{}, r.Update(ctx, &pod)
}

func (r *Reconciler) byKey(ctx context.Context, cm *corev1.ConfigMap) (map[string]string, error) {
	if err := r.Create(ctx, cm); err != nil {
		return nil, err
	}
	var now corev1.ConfigMap
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), &now) // want `ConfigMap.*\[staleread/get\]`
	return now.Data, err
}
