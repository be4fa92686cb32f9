// Package comebacks has reconciles that are brought back by the patch of a helper.
package comebacks

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/cluster-api/util/patch"
	"sigs.k8s.io/cluster-api/util/predicates"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Set wants Pods for a ReplicationController. The shape is that of Cluster API's MachineSet before commit 23c412ddb, which waits for
// the cache to have the Machine since.
type Set struct{ client.Client }

// SetupWithManager passes over events of what is paused.
func (r *Set) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ReplicationController{}).
		Owns(&corev1.Pod{}).
		WithEventFilter(predicates.ResourceNotPausedAndHasFilterLabel(mgr.GetScheme(), mgr.GetLogger(), "")).
		Complete(r)
}

// Reconcile patches last.
func (r *Set) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, err error) {
	rc := &corev1.ReplicationController{}
	if err := r.Get(ctx, req.NamespacedName, rc); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	helper, err := patch.NewHelper(rc, r.Client)
	if err != nil {
		return ctrl.Result{}, err
	}
	defer func() { err = errors.Join(err, helper.Patch(ctx, rc)) }()
	return ctrl.Result{}, sync(ctx, r.Client, rc)
}

func sync(ctx context.Context, c client.Client, rc *corev1.ReplicationController) error {
	pods := &corev1.PodList{}
	if err := c.List(ctx, pods, client.InNamespace(rc.Namespace), client.MatchingLabels(rc.Spec.Selector)); err != nil { // want `warning: List decides whether the Create at comebacks.go:\d+ makes a new corev1.Pod, and the Patch at comebacks.go:\d+ brings.*\[staleread/list\]`
		return err
	}
	rc.Status.Replicas = int32(len(pods.Items))
	for n := int32(len(pods.Items)); rc.Spec.Replicas != nil && n < *rc.Spec.Replicas; n++ {
		pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: rc.Namespace, GenerateName: rc.Name + "-", Labels: rc.Spec.Selector}}
		if err := c.Create(ctx, pod); err != nil {
			return err
		}
	}
	return nil
}

// Quiet doesn't hear of its own patch.
type Quiet struct{ client.Client }

// SetupWithManager passes over events of the status.
func (r *Quiet) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ReplicationController{}).
		WithEventFilter(predicates.ResourceIsChanged(mgr.GetScheme(), mgr.GetLogger())).
		Complete(r)
}

// Reconcile patches last.
func (r *Quiet) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, err error) {
	rc := &corev1.ReplicationController{}
	if err := r.Get(ctx, req.NamespacedName, rc); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	helper, err := patch.NewHelper(rc, r.Client)
	if err != nil {
		return ctrl.Result{}, err
	}
	defer func() { err = errors.Join(err, helper.Patch(ctx, rc)) }()
	return ctrl.Result{}, sync(ctx, r.Client, rc)
}

// Idle has nothing to patch when it has created a Pod.
type Idle struct{ client.Client }

// SetupWithManager hears of all.
func (r *Idle) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Namespace{}).Complete(r)
}

// Reconcile patches last.
func (r *Idle) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, err error) {
	ns := &corev1.Namespace{}
	if err := r.Get(ctx, req.NamespacedName, ns); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	helper, err := patch.NewHelper(ns, r.Client)
	if err != nil {
		return ctrl.Result{}, err
	}
	defer func() { err = errors.Join(err, helper.Patch(ctx, ns)) }()
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods, client.InNamespace(ns.Name)); err != nil || len(pods.Items) > 0 {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: ns.Name, GenerateName: "first-"}})
}
