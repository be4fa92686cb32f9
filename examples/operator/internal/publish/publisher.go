// Package publish makes the objects around a Website that visitors need.
package publish

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"github.com/ctrllint/ctrllint/examples/operator/api/v1alpha1"
)

const finalizer = "web.example.com/published"

// Publisher reconciles what a Website is published with.
type Publisher struct {
	client.Client
	Clientset kubernetes.Interface
	Accounts  corelisters.ServiceAccountLister
}

// SetupWithManager registers the publisher.
func (p *Publisher) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).Named("publisher").
		For(&v1alpha1.Website{}).
		Owns(&batchv1.Job{}).
		Complete(p)
}

// Reconcile publishes one Website.
func (p *Publisher) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &v1alpha1.Website{}
	if err := p.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !site.DeletionTimestamp.IsZero() {
		controllerutil.RemoveFinalizer(site, finalizer)
		return ctrl.Result{}, p.release(ctx, site)
	}
	if site.Status.ContentHash == "" {
		site.Status.ContentHash = "none"
		if err := p.Status().Update(ctx, site); err != nil {
			return ctrl.Result{}, err
		}
		if err := p.Get(ctx, req.NamespacedName, site); err != nil {
			return ctrl.Result{}, err
		}
	}
	if controllerutil.AddFinalizer(site, finalizer) {
		if err := p.Update(ctx, site); err != nil {
			return ctrl.Result{}, err
		}
	}
	for _, step := range []func(context.Context, *v1alpha1.Website) error{
		p.settings, p.token, p.caches, p.warmUp, p.account, p.pin, p.welcome,
	} {
		if err := step(ctx, site); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}
