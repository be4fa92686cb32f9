// Package branches sets up one or the other, or both.
package branches

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type options struct{ metadata bool }

type option func(*options)

func withMetadata() option { return func(o *options) { o.metadata = true } }

// watch watches what its options say.
func watch(b *builder.Builder, obj client.Object, opts ...option) *builder.Builder {
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	if o.metadata {
		return b.WatchesMetadata(obj, nil)
	}
	return b.Watches(obj, nil)
}

func helper(mgr ctrl.Manager) error {
	b := ctrl.NewControllerManagedBy(mgr).For(&batchv1.CronJob{})
	b = watch(b, &appsv1.Deployment{})
	b = watch(b, &batchv1.Job{}, withMetadata())
	return b.Complete(nil)
}

// flagged does one or the other.
func flagged(mgr ctrl.Manager, light bool) error {
	b := ctrl.NewControllerManagedBy(mgr).For(&batchv1.CronJob{})
	if light {
		b = b.WatchesMetadata(&appsv1.StatefulSet{}, nil)
	} else {
		b = b.Watches(&appsv1.StatefulSet{}, nil)
	}
	return b.Complete(nil)
}

type full struct{ client.Client }

func (r *full) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&appsv1.ReplicaSet{}).Complete(r)
}

func (r *full) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, r.Get(ctx, req.NamespacedName, &appsv1.ReplicaSet{})
}

type light struct{ client.Client }

func (r *light) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&appsv1.ReplicaSet{}, builder.OnlyMetadata).Complete(r)
}

func (r *light) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

// setup runs one of two.
func setup(mgr ctrl.Manager, mode string) error {
	if mode == "light" {
		return (&light{mgr.GetClient()}).SetupWithManager(mgr)
	}
	return (&full{mgr.GetClient()}).SetupWithManager(mgr)
}

// own watches what it is told to, in the form that it is told.
func own(b *builder.Builder, obj client.Object, light bool) *builder.Builder {
	if light {
		return b.Owns(obj, builder.OnlyMetadata)
	}
	return b.Owns(obj)
}

type decided struct{ client.Client }

// The calls decide.
func (r *decided) SetupWithManager(mgr ctrl.Manager, light bool) error {
	b := ctrl.NewControllerManagedBy(mgr).For(&batchv1.CronJob{})
	b = own(b, &corev1.Pod{}, true)
	b = own(b, &corev1.Node{}, false)
	b = own(b, &corev1.Service{}, light)
	return b.Complete(r)
}

func (r *decided) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	for _, obj := range []client.Object{&corev1.Node{}, &corev1.Service{}} {
		if err := r.Get(ctx, req.NamespacedName, obj); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, r.Get(ctx, req.NamespacedName, &corev1.Pod{}) // want `corev1.Pod is cached twice: this Get reads typed objects, Owns`
}

// Two flags may be set together.
func flags(mgr ctrl.Manager, light, full bool) error {
	b := ctrl.NewControllerManagedBy(mgr).For(&batchv1.CronJob{})
	if light {
		b = b.WatchesMetadata(&corev1.Namespace{}, nil) // want `corev1.Namespace is cached twice: this WatchesMetadata watches metadata, Watches`
	}
	if full {
		b = b.Watches(&corev1.Namespace{}, nil)
	}
	return b.Complete(nil)
}

// An option decides how a kind is watched, and how it is read.
type optional struct {
	client.Client
	Light bool
	Mode  string
}

func (r *optional) SetupWithManager(mgr ctrl.Manager) error {
	b := ctrl.NewControllerManagedBy(mgr).For(&batchv1.CronJob{})
	if r.Light {
		b = b.WatchesMetadata(&corev1.Endpoints{}, nil).WatchesMetadata(&corev1.Secret{}, nil).WatchesMetadata(&corev1.ResourceQuota{}, nil)
	} else {
		b = b.Watches(&corev1.Endpoints{}, nil)
	}
	if r.Mode == "light" {
		b = b.WatchesMetadata(&corev1.LimitRange{}, nil)
	}
	return b.Complete(r)
}

func (r *optional) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	switch r.Mode {
	case "light":
	case "full":
		if err := r.Get(ctx, req.NamespacedName, &corev1.LimitRange{}); err != nil {
			return ctrl.Result{}, err
		}
	}
	if !r.Light {
		return ctrl.Result{}, r.Get(ctx, req.NamespacedName, &corev1.Endpoints{})
	}
	return ctrl.Result{}, r.Get(ctx, req.NamespacedName, &corev1.ResourceQuota{}) // want `corev1.ResourceQuota is cached twice: this Get reads typed objects, WatchesMetadata`
}
