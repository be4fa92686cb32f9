// Package answered answers with a value when it finds nothing of an object that it has just made.
package answered

import (
	"context"
	"errors"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/answered/looks"
	"ctrllint.test/cr025/staleread/api"
)

type phase string

const (
	starting phase = "Starting"
	broken   phase = "Broken"
	up       phase = "Up"
)

const often = time.Minute

// Reconciler has a Deployment for each Widget.
type Reconciler struct {
	client.Client
}

// SetupWithManager sets it up.
func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&appsv1.Deployment{}).Complete(r)
}

// Reconcile makes it, and says in the status how it is. Nothing fails, and it comes back as it does in any case.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Create(ctx, deploymentOf(req)); err != nil {
		w.Status.Phase = string(broken)
	} else {
		w.Status.Phase = string(r.look(ctx, req.NamespacedName))
	}
	if err := r.Status().Update(ctx, w); err != nil {
		return ctrl.Result{RequeueAfter: time.Second}, err
	}
	return ctrl.Result{RequeueAfter: often}, nil
}

func (r *Reconciler) look(ctx context.Context, key types.NamespacedName) phase {
	var d appsv1.Deployment
	err := r.Get(ctx, key, &d) // want `^note: .*from the cache, which may have nothing yet; .*\[staleread/get\]`
	if apierrors.IsNotFound(err) {
		return starting
	}
	if err != nil {
		return broken
	}
	if d.Status.ReadyReplicas == 0 {
		return starting
	}
	return up
}

// Begin fails as long as it doesn't find it, by the same sort of answer.
func (r *Reconciler) Begin(ctx context.Context, w *api.Widget, req ctrl.Request) error {
	if err := r.Create(ctx, deploymentOf(req)); err != nil {
		return err
	}
	switch r.must(ctx, req.NamespacedName) {
	case starting:
		return errors.New("not there")
	case broken:
		return errors.New("not to be seen")
	}
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) must(ctx context.Context, key types.NamespacedName) phase {
	var d appsv1.Deployment
	err := r.Get(ctx, key, &d) // want `^note: .*which may have nothing yet, so that what follows fails and is tried again; .*\[staleread/get\]`
	if apierrors.IsNotFound(err) {
		return starting
	}
	if err != nil {
		return broken
	}
	return up
}

// Await comes back sooner as long as it doesn't find it.
func (r *Reconciler) Await(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.Create(ctx, deploymentOf(req)); err != nil {
		return ctrl.Result{}, err
	}
	if r.soon(ctx, req.NamespacedName) == starting {
		return ctrl.Result{Requeue: true}, nil
	}
	return ctrl.Result{}, nil
}

func (r *Reconciler) soon(ctx context.Context, key types.NamespacedName) phase {
	var d appsv1.Deployment
	err := r.Get(ctx, key, &d) // want `^note: .*which may have nothing yet, so that what follows fails and is tried again; .*\[staleread/get\]`
	if err != nil {
		return starting
	}
	return up
}

// Replace makes another one if it doesn't find it.
func (r *Reconciler) Replace(ctx context.Context, req ctrl.Request) error {
	if err := r.Create(ctx, deploymentOf(req)); err != nil {
		return err
	}
	if r.again(ctx, req.NamespacedName) == starting {
		req.Name += "-next"
		return r.Create(ctx, deploymentOf(req))
	}
	return nil
}

func (r *Reconciler) again(ctx context.Context, key types.NamespacedName) phase {
	var d appsv1.Deployment
	err := r.Get(ctx, key, &d) // want `^warning: .*which may have nothing yet, and what follows goes on as if there were none; .*\[staleread/get\]`
	if err != nil {
		return starting
	}
	return up
}

// Show shows what another package answers.
func (r *Reconciler) Show(ctx context.Context, w *api.Widget, req ctrl.Request) (ctrl.Result, error) {
	if err := r.Create(ctx, deploymentOf(req)); err != nil {
		return ctrl.Result{}, err
	}
	w.Status.Phase = string(looks.At(ctx, r.Client, req.NamespacedName)) // want `^note: .*which may have nothing yet; .*\[staleread/get\]`
	return ctrl.Result{RequeueAfter: often}, r.Status().Update(ctx, w)
}

// Insist fails by that.
func (r *Reconciler) Insist(ctx context.Context, req ctrl.Request) error {
	if err := r.Create(ctx, deploymentOf(req)); err != nil {
		return err
	}
	if looks.At(ctx, r.Client, req.NamespacedName) == looks.Missing { // want `^note: .*which may have nothing yet, so that what follows fails and is tried again.*\[staleread/get\]`
		return errors.New("not there")
	}
	return nil
}

func deploymentOf(req ctrl.Request) *appsv1.Deployment {
	return &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
}
