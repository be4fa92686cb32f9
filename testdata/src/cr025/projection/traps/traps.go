// Package traps holds right code that looks like two projections of a kind. Nothing here is a finding.
package traps

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	appsv1beta2 "k8s.io/api/apps/v1beta2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

type reconciler struct {
	client.Client
	uncached client.Reader
	full     bool
}

func (r *reconciler) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

// None of these makes an informer of the typed objects.
func (r *reconciler) SetupWithManager(mgr ctrl.Manager) error {
	jobs := make(chan client.Object)
	_ = jobs
	owners := handler.EnqueueRequestForOwner(mgr.GetScheme(), mgr.GetRESTMapper(), &appsv1.Deployment{})
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}, builder.OnlyMetadata).
		WatchesMetadata(&corev1.Pod{}, owners).
		WatchesRawSource(source.Func(func(context.Context, workqueue.TypedRateLimitingInterface[ctrl.Request]) error { return nil })).
		Complete(r)
}

func webhooks(mgr ctrl.Manager) error {
	return ctrl.NewWebhookManagedBy(mgr, &appsv1.Deployment{}).Complete()
}

func options() cache.Options {
	return cache.Options{ByObject: map[client.Object]cache.ByObject{&appsv1.Deployment{}: {}, &corev1.Pod{}: {}}}
}

func schemes(s *runtime.Scheme) { s.AddKnownTypes(appsv1.SchemeGroupVersion, &appsv1.Deployment{}) }

// A reader by its name.
func (r *reconciler) live(ctx context.Context, key client.ObjectKey) error {
	return r.uncached.Get(ctx, key, &appsv1.Deployment{})
}

// Subresources are read live.
func (r *reconciler) scale(ctx context.Context, d *appsv1.Deployment) error {
	return r.SubResource("scale").Get(ctx, d, d)
}

// Two versions of a kind are two kinds to a cache.
func versions(ctx context.Context, mgr ctrl.Manager) error {
	if err := mgr.GetClient().Get(ctx, client.ObjectKey{}, &appsv1beta2.Deployment{}); err != nil {
		return err
	}
	sets := &metav1.PartialObjectMetadata{}
	sets.SetGroupVersionKind(appsv1beta2.SchemeGroupVersion.WithKind("ReplicaSet"))
	if err := mgr.GetClient().Get(ctx, client.ObjectKey{}, sets); err != nil {
		return err
	}
	return mgr.GetClient().Get(ctx, client.ObjectKey{}, &appsv1.ReplicaSet{})
}

// client-go's informers and clients have nothing to do with the manager's cache.
func clientGo(ctx context.Context, clientset kubernetes.Interface, meta metadata.Interface, mgr ctrl.Manager) error {
	factory := informers.NewSharedInformerFactory(clientset, 0)
	factory.Core().V1().Pods().Informer()
	metadatainformer.NewSharedInformerFactory(meta, 0).ForResource(corev1.SchemeGroupVersion.WithResource("configmaps"))
	if _, err := clientset.AppsV1().Deployments("default").Get(ctx, "name", metav1.GetOptions{}); err != nil {
		return err
	}
	return mgr.GetClient().Get(ctx, client.ObjectKey{}, &corev1.ConfigMap{})
}

// The option may be there or not: the same condition may decide how the objects are read.
func (r *reconciler) conditional(ctx context.Context, mgr ctrl.Manager) error {
	var options []builder.OwnsOption
	if !r.full {
		options = append(options, builder.OnlyMetadata)
	}
	if err := ctrl.NewControllerManagedBy(mgr).Owns(&networkingv1.Ingress{}, options...).Complete(r); err != nil {
		return err
	}
	if r.full {
		return r.Get(ctx, client.ObjectKey{}, &networkingv1.Ingress{})
	}
	return nil
}

// A fake, and a client whose reads are intercepted.
func fakes(ctx context.Context, c client.WithWatch) error {
	if err := fake.NewClientBuilder().Build().Get(ctx, client.ObjectKey{}, &batchv1.Job{}); err != nil {
		return err
	}
	_ = interceptor.NewClient(c, interceptor.Funcs{})
	return nil
}

func jobs(mgr ctrl.Manager, r *reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).WatchesMetadata(&batchv1.Job{}, nil).Complete(r)
}
