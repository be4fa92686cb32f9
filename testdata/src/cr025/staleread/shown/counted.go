package shown

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Counter shows how many Deployments there are for each Widget; it hears of them.
type Counter struct {
	client.Client
}

// SetupWithManager sets it up.
func (r *Counter) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&appsv1.Deployment{}).Complete(r)
}

// Reconcile makes one, and counts them: the next round counts anew.
func (r *Counter) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Create(ctx, deploymentOf(req)); client.IgnoreAlreadyExists(err) != nil {
		return ctrl.Result{}, err
	}
	n, err := r.count(ctx, w)
	if err != nil {
		return ctrl.Result{}, err
	}
	w.Status.Phase = "Made"
	if n < w.Spec.Size {
		w.Status.Phase = "Missing"
	}
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

func (r *Counter) count(ctx context.Context, w *api.Widget) (int, error) {
	var all appsv1.DeploymentList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil { // want `^note: .*how many there are decides.*\[staleread/list\]`
		return 0, err
	}
	return len(all.Items), nil
}

// Filler makes something else because of the count, which stays.
type Filler struct {
	client.Client
}

// SetupWithManager sets it up.
func (r *Filler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&appsv1.Deployment{}).Complete(r)
}

// Reconcile makes one, and asks for help if they are too few.
func (r *Filler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Create(ctx, deploymentOf(req)); client.IgnoreAlreadyExists(err) != nil {
		return ctrl.Result{}, err
	}
	few, err := r.tooFew(ctx, w)
	if err != nil || !few {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, GenerateName: "help-"}})
}

func (r *Filler) tooFew(ctx context.Context, w *api.Widget) (bool, error) {
	var all appsv1.DeploymentList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil { // want `^warning: .*how many there are decides.*\[staleread/list\]`
		return false, err
	}
	return len(all.Items) < w.Spec.Size, nil
}
