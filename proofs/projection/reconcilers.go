// Package projection has controllers that ctrllint flags, and their mended twins. The tests run both against the real
// library and count the informers.
package projection

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// options are those of a manager that runs the controllers.
func options() ctrl.Options {
	return ctrl.Options{
		Client: client.Options{Cache: &client.CacheOptions{DisableFor: []client.Object{&corev1.Node{}}}},
	}
}

// A report is what a controller found when it read the object whose event it handled.
type report func(error)

// watchBug watches the metadata and reads typed objects.
type watchBug struct {
	client.Client
	report report
}

func (r *watchBug) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).Named("watchBug").For(&appsv1.Deployment{}, builder.OnlyMetadata).Complete(r)
}

// Reconcile reads the Deployment.
func (r *watchBug) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.report(r.Get(ctx, req.NamespacedName, &appsv1.Deployment{}))
	return ctrl.Result{}, nil
}

// watchMended reads the metadata that it watches.
type watchMended struct {
	client.Client
	report report
}

func (r *watchMended) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).Named("watchMended").For(&appsv1.StatefulSet{}, builder.OnlyMetadata).Complete(r)
}

// Reconcile reads the StatefulSet.
func (r *watchMended) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	meta := &metav1.PartialObjectMetadata{}
	meta.SetGroupVersionKind(appsv1.SchemeGroupVersion.WithKind("StatefulSet"))
	r.report(r.Get(ctx, req.NamespacedName, meta))
	return ctrl.Result{}, nil
}

// readBug watches typed objects and reads metadata.
type readBug struct {
	client.Client
	report report
}

func (r *readBug) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).Named("readBug").For(&corev1.Pod{}).Complete(r)
}

// Reconcile reads the Pod.
func (r *readBug) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	meta := &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}}
	r.report(r.Get(ctx, req.NamespacedName, meta))
	return ctrl.Result{}, nil
}

// readMended reads what it watches.
type readMended struct {
	client.Client
	report report
}

func (r *readMended) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).Named("readMended").For(&corev1.Service{}).Complete(r)
}

// Reconcile reads the Service.
func (r *readMended) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.report(r.Get(ctx, req.NamespacedName, &corev1.Service{}))
	return ctrl.Result{}, nil
}

// dynamicBug watches unstructured objects and reads typed ones.
type dynamicBug struct {
	client.Client
	report report
}

func (r *dynamicBug) SetupWithManager(mgr ctrl.Manager) error {
	job := &unstructured.Unstructured{}
	job.SetGroupVersionKind(batchv1.SchemeGroupVersion.WithKind("Job"))
	return ctrl.NewControllerManagedBy(mgr).Named("dynamicBug").For(job).Complete(r)
}

// Reconcile reads the Job.
func (r *dynamicBug) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.report(r.Get(ctx, req.NamespacedName, &batchv1.Job{}))
	return ctrl.Result{}, nil
}

// dynamicMended reads unstructured objects from the cache too.
type dynamicMended struct {
	cache  client.Reader
	report report
}

func (r *dynamicMended) SetupWithManager(mgr ctrl.Manager) error {
	r.cache = mgr.GetCache()
	job := &unstructured.Unstructured{}
	job.SetGroupVersionKind(batchv1.SchemeGroupVersion.WithKind("CronJob"))
	return ctrl.NewControllerManagedBy(mgr).Named("dynamicMended").For(job).Complete(r)
}

// Reconcile reads the CronJob.
func (r *dynamicMended) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	job := &unstructured.Unstructured{}
	job.SetGroupVersionKind(batchv1.SchemeGroupVersion.WithKind("CronJob"))
	r.report(r.cache.Get(ctx, req.NamespacedName, job))
	return ctrl.Result{}, nil
}

// indexBug indexes typed objects of what it watches as metadata.
type indexBug struct {
	client.Client
	report report
}

func (r *indexBug) SetupWithManager(mgr ctrl.Manager) error {
	index := func(client.Object) []string { return nil }
	if err := mgr.GetFieldIndexer().IndexField(context.Background(), &networkingv1.Ingress{}, "spec.class", index); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).Named("indexBug").For(&networkingv1.Ingress{}, builder.OnlyMetadata).Complete(r)
}

// Reconcile reads the Ingress.
func (r *indexBug) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.report(r.Get(ctx, req.NamespacedName, &networkingv1.Ingress{}))
	return ctrl.Result{}, nil
}

// indexMended indexes what it watches.
type indexMended struct {
	client.Client
	report report
}

func (r *indexMended) SetupWithManager(mgr ctrl.Manager) error {
	index := func(client.Object) []string { return nil }
	if err := mgr.GetFieldIndexer().IndexField(context.Background(), &networkingv1.NetworkPolicy{}, "spec.class", index); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).Named("indexMended").For(&networkingv1.NetworkPolicy{}).Complete(r)
}

// Reconcile reads the NetworkPolicy.
func (r *indexMended) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.report(r.Get(ctx, req.NamespacedName, &networkingv1.NetworkPolicy{}))
	return ctrl.Result{}, nil
}

// exemptMended reads Nodes live, since the manager's options keep them out of the cache.
type exemptMended struct {
	client.Client
	report report
}

func (r *exemptMended) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).Named("exemptMended").For(&corev1.Node{}, builder.OnlyMetadata).Complete(r)
}

// Reconcile reads the Node.
func (r *exemptMended) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.report(r.Get(ctx, req.NamespacedName, &corev1.Node{}))
	return ctrl.Result{}, nil
}
