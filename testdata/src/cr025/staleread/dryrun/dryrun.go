// Package dryrun has writes that persist, or don't, before a read.
package dryrun

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Reconciler reconciles nothing.
type Reconciler struct {
	client.Client
	dryRun bool
}

// Reconcile does nothing.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

func (r *Reconciler) none(ctx context.Context, cm *corev1.ConfigMap) (map[string]string, error) {
	if err := r.Create(ctx, cm, &client.CreateOptions{DryRun: nil}); err != nil {
		return nil, err
	}
	var now corev1.ConfigMap
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), &now) // want `after the Create.*ConfigMap.*\[staleread/get\]`
	return now.Data, err
}

func (r *Reconciler) sometimes(ctx context.Context, cm *corev1.ConfigMap) (map[string]string, error) {
	opts := &client.CreateOptions{}
	if r.dryRun {
		opts.DryRun = []string{metav1.DryRunAll}
	}
	if err := r.Create(ctx, cm, opts); err != nil {
		return nil, err
	}
	var now corev1.ConfigMap
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), &now) // want `after the Create.*ConfigMap.*\[staleread/get\]`
	return now.Data, err
}

func (r *Reconciler) all(ctx context.Context, cm *corev1.ConfigMap) (map[string]string, error) {
	if err := r.Create(ctx, cm, &client.CreateOptions{DryRun: []string{metav1.DryRunAll}, FieldManager: "me"}); err != nil {
		return nil, err
	}
	var now corev1.ConfigMap
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), &now)
	return now.Data, err
}

func (r *Reconciler) status(ctx context.Context, pod *corev1.Pod) (string, error) {
	if err := client.NewDryRunClient(r.Client).Status().Update(ctx, pod); err != nil {
		return "", err
	}
	var now corev1.Pod
	err := r.Get(ctx, client.ObjectKeyFromObject(pod), &now)
	return string(now.Status.Phase), err
}
