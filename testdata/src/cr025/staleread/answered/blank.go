package answered

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Gated goes on when its Deployment is up.
type Gated struct{ client.Client }

// SetupWithManager sets it up.
func (g *Gated) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&appsv1.Deployment{}).Complete(g)
}

// Reconcile waits for the Deployment that it makes.
func (g *Gated) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := g.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := g.Create(ctx, deploymentOf(req)); client.IgnoreAlreadyExists(err) != nil {
		return ctrl.Result{}, err
	}
	if result, err := g.gate(ctx, req.NamespacedName); result != nil || err != nil {
		return *result, err
	}
	w.Status.Phase = string(up)
	return ctrl.Result{}, g.Status().Update(ctx, w)
}

// gate stops for what isn't there as for what isn't up, as nothing is that was just made.
func (g *Gated) gate(ctx context.Context, key types.NamespacedName) (*ctrl.Result, error) {
	var d appsv1.Deployment
	if err := g.Get(ctx, key, &d); err != nil {
		if apierrors.IsNotFound(err) {
			return &ctrl.Result{}, nil
		}
		return &ctrl.Result{}, err
	}
	if d.Status.ReadyReplicas == 0 {
		return &ctrl.Result{}, nil
	}
	return nil, nil
}

// Passing goes on without its Deployment.
type Passing struct{ client.Client }

// SetupWithManager sets it up.
func (p *Passing) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&appsv1.Deployment{}).Complete(p)
}

// Reconcile goes on where there is nothing to wait for.
func (p *Passing) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := p.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := p.Create(ctx, deploymentOf(req)); client.IgnoreAlreadyExists(err) != nil {
		return ctrl.Result{}, err
	}
	if result, err := p.gate(ctx, req.NamespacedName); result != nil || err != nil {
		return *result, err
	}
	w.Status.Phase = string(up)
	return ctrl.Result{}, p.Status().Update(ctx, w)
}

// gate takes what isn't there for not wanted.
func (p *Passing) gate(ctx context.Context, key types.NamespacedName) (*ctrl.Result, error) {
	var d appsv1.Deployment
	if err := p.Get(ctx, key, &d); err != nil { // want `may have nothing yet, and what follows goes on as if there were none.*\[staleread/get\]`
		if apierrors.IsNotFound(err) {
			return nil, nil
		}
		return &ctrl.Result{}, err
	}
	if d.Status.ReadyReplicas == 0 {
		return &ctrl.Result{}, nil
	}
	return nil, nil
}

// Scaled looks at what the Deployment is told, too.
type Scaled struct{ client.Client }

// SetupWithManager sets it up.
func (s *Scaled) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&appsv1.Deployment{}).Complete(s)
}

// Reconcile waits for the Deployment that it makes.
func (s *Scaled) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := s.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := s.Create(ctx, deploymentOf(req)); client.IgnoreAlreadyExists(err) != nil {
		return ctrl.Result{}, err
	}
	if result, err := s.gate(ctx, req.NamespacedName); result != nil || err != nil {
		return *result, err
	}
	w.Status.Phase = string(up)
	return ctrl.Result{}, s.Status().Update(ctx, w)
}

func (s *Scaled) gate(ctx context.Context, key types.NamespacedName) (*ctrl.Result, error) {
	var d appsv1.Deployment
	if err := s.Get(ctx, key, &d); err != nil { // want `may have nothing yet, and what follows goes on as if there were none.*\[staleread/get\]`
		if apierrors.IsNotFound(err) {
			return &ctrl.Result{}, nil
		}
		return &ctrl.Result{}, err
	}
	if d.Spec.Replicas != nil && *d.Spec.Replicas > 1 {
		return nil, nil
	}
	return &ctrl.Result{}, nil
}
