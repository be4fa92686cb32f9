// Package options takes the options of its watches from functions and variables of another package.
package options

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/projection/options/watchopts"
)

type reconciler struct{ client.Client }

func (r *reconciler) SetupWithManager(mgr ctrl.Manager, flag bool) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&batchv1.CronJob{}, watchopts.ForLight...).
		Owns(&appsv1.Deployment{}, watchopts.Light()...).
		Owns(&appsv1.StatefulSet{}, watchopts.Full()...).
		Owns(&appsv1.DaemonSet{}, watchopts.Either(flag)...).
		Owns(&corev1.Pod{}, watchopts.LightOption()).
		Owns(&batchv1.Job{}, light()...).
		Complete(r)
}

func light() []builder.OwnsOption { return []builder.OwnsOption{builder.OnlyMetadata} }

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	for _, obj := range []client.Object{&appsv1.StatefulSet{}, &appsv1.DaemonSet{}} {
		if err := r.Get(ctx, req.NamespacedName, obj); err != nil {
			return ctrl.Result{}, err
		}
	}
	if err := r.Get(ctx, req.NamespacedName, &appsv1.Deployment{}); err != nil { // want `appsv1.Deployment is cached twice: this Get reads typed objects, Owns at options.go:[0-9]+ watches metadata`
		return ctrl.Result{}, err
	}
	if err := r.Get(ctx, req.NamespacedName, &corev1.Pod{}); err != nil { // want `corev1.Pod is cached twice: this Get reads typed objects, Owns at options.go:[0-9]+ watches metadata`
		return ctrl.Result{}, err
	}
	if err := r.Get(ctx, req.NamespacedName, &batchv1.CronJob{}); err != nil { // want `batchv1.CronJob is cached twice: this Get reads typed objects, For at options.go:[0-9]+ watches metadata`
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.Get(ctx, req.NamespacedName, &batchv1.Job{}) // want `batchv1.Job is cached twice: this Get reads typed objects, Owns at options.go:[0-9]+ watches metadata`
}
