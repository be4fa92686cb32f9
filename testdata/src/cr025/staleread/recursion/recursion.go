// Package recursion has functions that call each other, and callers who read what these wrote. What is found must not
// hang on which is declared first.
package recursion

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Reconciler walks a tree of ConfigMaps.
type Reconciler struct {
	client.Client
}

// Reconcile enters by one of the two.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var cm corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &cm); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.even(ctx, &cm, len(cm.Data)); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.Get(ctx, req.NamespacedName, &cm); err != nil { // want `ConfigMap.*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: cm.Labels["level"] == ""}, nil
}

func (r *Reconciler) even(ctx context.Context, cm *corev1.ConfigMap, n int) error {
	if n > 0 {
		return r.odd(ctx, cm, n-1)
	}
	cm.Labels = map[string]string{"level": "even"}
	return r.Update(ctx, cm)
}

func (r *Reconciler) odd(ctx context.Context, cm *corev1.ConfigMap, n int) error {
	if n > 0 {
		return r.even(ctx, cm, n-1)
	}
	cm.Labels = map[string]string{"level": "odd"}
	return r.Update(ctx, cm)
}

// Enters by the other.
func (r *Reconciler) enterOdd(ctx context.Context, cm *corev1.ConfigMap) (string, error) {
	if err := r.odd(ctx, cm, len(cm.Data)); err != nil {
		return "", err
	}
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), cm) // want `ConfigMap.*\[staleread/get\]`
	return cm.Labels["level"], err
}

// Only one of these two writes, and the callers enter by either.
func (r *Reconciler) down(ctx context.Context, cm *corev1.ConfigMap, n int) error {
	if n == 0 {
		return nil
	}
	return r.up(ctx, cm, n-1)
}

func (r *Reconciler) up(ctx context.Context, cm *corev1.ConfigMap, n int) error {
	if err := r.down(ctx, cm, n); err != nil {
		return err
	}
	cm.Labels = map[string]string{"level": "up"}
	return r.Update(ctx, cm)
}

func (r *Reconciler) enterDown(ctx context.Context, cm *corev1.ConfigMap) (string, error) {
	if err := r.down(ctx, cm, len(cm.Data)); err != nil {
		return "", err
	}
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), cm) // want `ConfigMap.*\[staleread/get\]`
	return cm.Labels["level"], err
}

func (r *Reconciler) enterUp(ctx context.Context, cm *corev1.ConfigMap) (string, error) {
	if err := r.up(ctx, cm, len(cm.Data)); err != nil {
		return "", err
	}
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), cm) // want `ConfigMap.*\[staleread/get\]`
	return cm.Labels["level"], err
}
