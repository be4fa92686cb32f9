// Package oneof has calls whose object is in one projection or another, as a branch before them decides: each has it in one.
package oneof

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"
)

type reconciler struct {
	client.Client
	light bool
}

// anyOf tells whether there is one. What it has to select by decides what it reads.
func anyOf(ctx context.Context, c client.Client, list client.ObjectList, by client.MatchingFields) (bool, error) {
	found := list
	if len(by) == 0 {
		gvk, err := apiutil.GVKForObject(list, c.Scheme())
		if err != nil {
			return false, err
		}
		found = &metav1.PartialObjectMetadataList{}
		found.(*metav1.PartialObjectMetadataList).SetGroupVersionKind(gvk)
	}
	if err := c.List(ctx, found, by, client.Limit(1)); err != nil {
		return false, err
	}
	return found.GetContinue() != "", nil
}

// pods are read in one projection.
func (r *reconciler) pods(ctx context.Context) (bool, error) {
	return anyOf(ctx, r.Client, &corev1.PodList{}, nil)
}

// service returns an object for one that is read in one projection.
func (r *reconciler) service() client.Object {
	if r.light {
		return serviceMeta()
	}
	return &corev1.Service{}
}

func serviceMeta() client.Object {
	out := &metav1.PartialObjectMetadata{}
	out.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Service"))
	return out
}

func (r *reconciler) hasService(ctx context.Context, key types.NamespacedName) error {
	return r.Get(ctx, key, r.service())
}

// each reads nodes in both: they take turns.
func (r *reconciler) each(ctx context.Context, key types.NamespacedName) error {
	light := &metav1.PartialObjectMetadata{}
	light.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Node"))
	for _, obj := range []client.Object{light, &corev1.Node{}} {
		if err := r.Get(ctx, key, obj); err != nil { // want `corev1.Node is cached twice`
			return err
		}
	}
	return nil
}

// twice reads jobs in one projection, then in the other, in one place.
func (r *reconciler) twice(ctx context.Context, key types.NamespacedName) error {
	light := &metav1.PartialObjectMetadata{}
	light.SetGroupVersionKind(batchv1.SchemeGroupVersion.WithKind("Job"))
	var obj client.Object = light
	for range 2 {
		if err := r.Get(ctx, key, obj); err != nil { // want `batchv1.Job is cached twice`
			return err
		}
		obj = &batchv1.Job{}
	}
	return nil
}

// deployment reads deployments in one projection or another, beside what reads them in one alone.
func (r *reconciler) deployment(ctx context.Context, key types.NamespacedName) error {
	var obj client.Object = &appsv1.Deployment{}
	if r.light {
		light := &metav1.PartialObjectMetadata{}
		light.SetGroupVersionKind(appsv1.SchemeGroupVersion.WithKind("Deployment"))
		obj = light
	}
	return r.Get(ctx, key, obj) // want `appsv1.Deployment is cached twice: this Get reads metadata`
}

// Reconcile does all of it.
func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var deployment appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &deployment); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	some, err := r.pods(ctx)
	if err != nil || some && deployment.Spec.Paused {
		return ctrl.Result{}, err
	}
	for _, do := range []func(context.Context, types.NamespacedName) error{r.hasService, r.each, r.twice, r.deployment} {
		if err := do(ctx, req.NamespacedName); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}
