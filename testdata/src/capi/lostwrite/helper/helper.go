// Package helper patches with Cluster API's helper.
package helper

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/cluster-api/util/patch"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// Reconciler reconciles Pods.
type Reconciler struct{ client.Client }

type scope struct {
	pod *corev1.Pod
}

// Reconcile makes the helper first, and patches last.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, err error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	helper, err := patch.NewHelper(pod, r.Client)
	if err != nil {
		return ctrl.Result{}, err
	}
	defer func() { err = errors.Join(err, helper.Patch(ctx, pod)) }()
	pod.Status.Message = "reconciled"
	return ctrl.Result{}, r.save(ctx, &scope{pod})
}

// save makes it of what has been changed; nutanix-cloud-native/cluster-api-provider-nutanix
// controllers/nutanixmachine_controller.go before commit 93498365.
func (r *Reconciler) save(ctx context.Context, s *scope) error {
	helper, err := patch.NewHelper(s.pod, r.Client) // rests
	if err != nil {
		return fmt.Errorf("making a patch helper: %w", err)
	}
	return helper.Patch(ctx, s.pod) // want `this sends no change of the object: the base of the patch is a copy that is made when all changes are`
}

func (r *Reconciler) saveMended(ctx context.Context, s *scope, before *corev1.Pod) error {
	helper, err := patch.NewHelper(before, r.Client)
	if err != nil {
		return fmt.Errorf("making a patch helper: %w", err)
	}
	return helper.Patch(ctx, s.pod)
}

// late sets the first label before it makes the helper.
func (r *Reconciler) late(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	pod.Labels["first"] = "yes" // rests
	helper, err := patch.NewHelper(pod, r.Client)
	if err != nil {
		return err
	}
	pod.Annotations["second"] = "yes"
	return helper.Patch(ctx, pod) // want `this Patch does not send the change of Labels: the copy of the object that is its base was made after the change`
}

func (r *Reconciler) lateMended(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	helper, err := patch.NewHelper(pod, r.Client)
	if err != nil {
		return err
	}
	pod.Labels["first"] = "yes"
	pod.Annotations["second"] = "yes"
	return helper.Patch(ctx, pod)
}

// Which of the helpers it is can't be said.
func (r *Reconciler) either(ctx context.Context, pod *corev1.Pod, helper *patch.Helper) error {
	if helper == nil {
		made, err := patch.NewHelper(pod, r.Client)
		if err != nil {
			return err
		}
		helper = made
	}
	return helper.Patch(ctx, pod)
}

// One helper stores what the other leaves out.
func (r *Reconciler) two(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	early, err := patch.NewHelper(pod, r.Client)
	if err != nil {
		return err
	}
	pod.Labels["first"] = "yes"
	late, err := patch.NewHelper(pod, r.Client)
	if err != nil {
		return err
	}
	pod.Annotations["second"] = "yes"
	if err := late.Patch(ctx, pod); err != nil {
		return err
	}
	return early.Patch(ctx, pod)
}

// The finalizer is added to a new Pod, of which the answer has no status that could replace what was set; so it stands in
// kubernetes-sigs/cluster-api-provider-openstack controllers/openstackfloatingippool_controller.go.
func (r *Reconciler) protect(ctx context.Context, pod *corev1.Pod) (err error) {
	helper, err := patch.NewHelper(pod, r.Client)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, helper.Patch(ctx, pod)) }()
	pod.Status.Message = "protected"
	if controllerutil.AddFinalizer(pod, "shop.example.com/pod") {
		return r.Update(ctx, pod)
	}
	return nil
}
