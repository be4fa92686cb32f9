package traps

import (
	"context"

	authorizationv1 "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"ctrllint.test/cr025/staleread/api"
)

// Two functions that have nothing to do with each other.
func (r *Reconciler) mapToWidgets(ctx context.Context, obj client.Object) []reconcile.Request {
	var all api.WidgetList
	if err := r.List(ctx, &all, client.InNamespace(obj.GetNamespace())); err != nil {
		return nil
	}
	var requests []reconcile.Request
	for i := range all.Items {
		requests = append(requests, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(&all.Items[i])})
	}
	return requests
}

// SetupWithManager mentions both.
func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&api.Widget{}).
		Watches(&corev1.ConfigMap{}, handler.EnqueueRequestsFromMapFunc(r.mapToWidgets)).
		Complete(r)
}

// A review is not stored.
func (r *Reconciler) review(ctx context.Context, w *api.Widget) (bool, error) {
	review := &authorizationv1.SelfSubjectAccessReview{}
	if err := r.Create(ctx, review); err != nil || !review.Status.Allowed {
		return false, err
	}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), w)
	return err == nil, err
}

// An eviction changes another object than the one that is read.
func (r *Reconciler) evict(ctx context.Context, pod *corev1.Pod, w *api.Widget) (int, error) {
	if err := r.SubResource("eviction").Create(ctx, pod, &policyv1.Eviction{}); err != nil {
		return 0, err
	}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), w)
	return w.Spec.Size, err
}

// The error decides what to do, and is gone where the read is.
func (r *Reconciler) conflictOnly(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	err := r.Update(ctx, w)
	switch {
	case err == nil:
		return ctrl.Result{}, nil
	case apierrors.IsConflict(err):
		return ctrl.Result{Requeue: true}, nil
	case apierrors.IsInvalid(err):
		var now api.Widget
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
			return ctrl.Result{}, err
		}
		now.Status.Phase = "Invalid"
		return ctrl.Result{}, r.Status().Update(ctx, &now)
	}
	return ctrl.Result{}, err
}

// Written, and the API server asked with what reads from there only.
func (r *Reconciler) verified(ctx context.Context, w *api.Widget) (string, error) {
	if err := r.Update(ctx, w); err != nil {
		return "", err
	}
	var now api.Widget
	err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), &now)
	return now.Spec.Colour, err
}

// A function variable hides the read: nobody knows what it does.
func (r *Reconciler) callback(ctx context.Context, w *api.Widget, after func(context.Context, *api.Widget) error) error {
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	return after(ctx, w)
}

// The next reconcile reads.
func (r *Reconciler) again(ctx context.Context, req ctrl.Request, w *api.Widget) (ctrl.Result, error) {
	w.Status.Made++
	if err := r.Status().Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	return reconcile.Result{RequeueAfter: 1}, nil
}

// A namespace is made, and what is in it counted.
func (r *Reconciler) namespace(ctx context.Context, name string) (int, error) {
	ns := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name}}
	if err := client.IgnoreAlreadyExists(r.Create(ctx, ns)); err != nil {
		return 0, err
	}
	var pods corev1.PodList
	err := r.List(ctx, &pods, client.InNamespace(name))
	return len(pods.Items), err
}
