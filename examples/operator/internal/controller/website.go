// Package controller reconciles Websites.
package controller

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/ctrllint/ctrllint/examples/operator/api/v1alpha1"
)

const hashAnnotation = "web.example.com/content-hash"

// Reconciler keeps the Deployment and the status of each Website.
type Reconciler struct {
	client.Client
	Trackers *Trackers
	// Changed carries the Websites whose trackers have news.
	Changed chan event.GenericEvent
}

// SetupWithManager registers the reconciler.
func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&v1alpha1.Website{}).
		Owns(&appsv1.Deployment{}).
		WatchesRawSource(source.Channel(r.Changed, &handler.EnqueueRequestForObject{})).
		Complete(r)
}

// Reconcile brings one Website up to date.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var site v1alpha1.Website
	if err := r.Get(ctx, req.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !site.DeletionTimestamp.IsZero() {
		return ctrl.Result{}, nil
	}

	status := r.Trackers.status(&site)
	deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: site.Namespace, Name: site.Name}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, deployment, func() error {
		fill(deployment, &site, status.ContentHash)
		return controllerutil.SetControllerReference(&site, deployment, r.Scheme())
	}); err != nil {
		return ctrl.Result{}, err
	}

	if equality.Semantic.DeepEqual(site.Status, status) {
		return ctrl.Result{}, nil
	}
	site.Status = status
	return ctrl.Result{}, r.Status().Update(ctx, &site)
}

// Notify returns a function that asks for a reconcile of a Website.
func (r *Reconciler) Notify(ctx context.Context) func(types.NamespacedName) {
	return func(name types.NamespacedName) {
		if name.Name == "" {
			return
		}
		site := &v1alpha1.Website{ObjectMeta: metav1.ObjectMeta{Namespace: name.Namespace, Name: name.Name}}
		select {
		case r.Changed <- event.GenericEvent{Object: site}:
		case <-ctx.Done():
		}
	}
}

func fill(deployment *appsv1.Deployment, site *v1alpha1.Website, contentHash string) {
	labels := map[string]string{v1alpha1.WebsiteLabel: site.Name}
	deployment.Labels = labels
	deployment.Spec.Replicas = &site.Spec.Replicas
	deployment.Spec.Selector = &metav1.LabelSelector{MatchLabels: labels}
	deployment.Spec.Template.Labels = labels
	deployment.Spec.Template.Annotations = map[string]string{hashAnnotation: contentHash}
	containers := deployment.Spec.Template.Spec.Containers
	if len(containers) != 1 {
		containers = []corev1.Container{{Name: "server"}}
	}
	containers[0].Image = site.Spec.Image
	deployment.Spec.Template.Spec.Containers = containers
}
