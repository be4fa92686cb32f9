// Package spec has objects of which something else than the status is changed, and only the status is written.
package spec

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	finalizers "sigs.k8s.io/controller-runtime/pkg/finalizer"

	"ctrllint.test/cr025/lostwrite/api"
)

const finalizer = "shop.example.com/widget"

// Reconciler makes Widgets.
type Reconciler struct {
	client.Client
	finalizers finalizers.Finalizers
	clientset  kubernetes.Interface
}

// finish takes the finalizer away, and writes the status only; Azure/azure-service-operator until pull request 439.
func (r *Reconciler) finish(ctx context.Context, w *api.Widget) error {
	controllerutil.RemoveFinalizer(w, finalizer) // rests
	w.Status.Phase = "Done"
	return r.Status().Update(ctx, w) // want `this Status\(\).Update does not store the change of Finalizers: the API server keeps the status of the api.Widget apart, and stores nothing else`
}

// both writes the status first, and has lost the rest when it writes it; kubernetes-sigs/controller-runtime issue 2453.
func (r *Reconciler) both(ctx context.Context, w *api.Widget) error {
	w.Labels = map[string]string{"state": "done"}
	w.Status.Phase = "Done"
	if err := r.Status().Update(ctx, w); err != nil { // want `this Status\(\).Update does not store the change of Labels, .* so that Update at line \d+ writes the old state`
		return err
	}
	return r.Update(ctx, w)
}

// The spec of a kind of the API server's own.
func (r *Reconciler) cordon(ctx context.Context, node *corev1.Node) error {
	base := node.DeepCopy()
	node.Spec.Unschedulable = true
	node.Status.Phase = corev1.NodePending
	if err := r.Status().Patch(ctx, node, client.MergeFrom(base)); err != nil { // want `does not store the change of Spec.Unschedulable, .* so that Patch at line \d+ writes the old state`
		return err
	}
	return r.Patch(ctx, node, client.MergeFrom(base))
}

// apart writes the status of what a function has changed, and then the finalizers that it has changed as well;
// operator-framework/operator-controller internal/controllers/clusterextension_controller.go line 122 until pull request
// 1283, and in the same way operator-framework/catalogd (issue 409).
func (r *Reconciler) apart(ctx context.Context, key client.ObjectKey) error {
	existing := &api.Widget{}
	if err := r.Get(ctx, key, existing); err != nil {
		return err
	}
	w := existing.DeepCopy()
	failed := r.reconcile(ctx, w) // rests
	setStatus := !equality.Semantic.DeepEqual(existing.Status, w.Status)
	setFinalizers := !equality.Semantic.DeepEqual(existing.Finalizers, w.Finalizers)
	if setStatus {
		if err := r.Status().Update(ctx, w); err != nil { // want `this Status\(\).Update does not store the change of Finalizers, .* so that Update at line \d+ writes the old state`
			failed = errors.Join(failed, err)
		}
	}
	if setFinalizers {
		if err := r.Update(ctx, w); err != nil {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

func (r *Reconciler) reconcile(ctx context.Context, w *api.Widget) error {
	if _, err := r.finalizers.Finalize(ctx, w); err != nil {
		w.Status.Phase = "Failed"
		return err
	}
	w.Status.Phase = "Ready"
	return nil
}

// pause has nothing of the status to write.
func (r *Reconciler) pause(ctx context.Context, namespace, name string) error {
	d, err := r.clientset.AppsV1().Deployments(namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	d.Spec.Paused = true                                                                              // rests
	_, err = r.clientset.AppsV1().Deployments(namespace).UpdateStatus(ctx, d, metav1.UpdateOptions{}) // want `this UpdateStatus does not store the change of Spec.Paused: the API server keeps the status of the appsv1.Deployment apart, and stores nothing else with it`
	return err
}

func (r *Reconciler) grow(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Spec.Size = 3                  // rests
	return r.Status().Update(ctx, w) // want `this Status\(\).Update does not store the change of Spec.Size`
}

// failed has one change in the wrong place, and three writes that don't store it: one finding.
func (r *Reconciler) failed(ctx context.Context, w *api.Widget, why error) error {
	w.Labels = map[string]string{"state": "failed"} // rests
	switch {
	case errors.Is(why, context.Canceled):
		w.Status.Phase = "Cancelled"
		return r.Status().Update(ctx, w) // want `this Status\(\).Update does not store the change of Labels`
	case why != nil:
		w.Status.Phase = "Failed"
		return r.Status().Update(ctx, w) // rests
	}
	w.Status.Phase = "Done"
	return r.Status().Update(ctx, w) // rests
}

// The write that has failed is of the status, and the next one too: nobody has sent the labels.
func (r *Reconciler) neither(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return client.IgnoreNotFound(err)
	}
	w.Labels = map[string]string{"state": "done"}
	w.Status.Phase = "Done"
	base := w.DeepCopy()
	w.Status.Phase = "Failed"
	if err := r.Status().Patch(ctx, w, client.MergeFrom(base)); err != nil { // want `this Status\(\).Patch does not store the change of Labels`
		return r.Status().Update(ctx, w)
	}
	return nil
}
