// Package lookalike has clients with the methods of a Kubernetes client, which talk to something else.
package lookalike

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Cloud is the client of a cloud.
type Cloud interface {
	Get(ctx context.Context, key client.ObjectKey, obj *api.Widget) error
	Update(ctx context.Context, obj *api.Widget) error
	List(selector labels.Selector) ([]string, error)
}

// Reconciler keeps what the cloud has.
type Reconciler struct {
	client.Client
	cloud Cloud
	disk  *disk
}

// Reconcile writes to the cloud and reads from it.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.cloud.Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.cloud.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, err
	}
	// The cloud was written, not the cluster.
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: w.Spec.Size == 0}, nil
}

// A retry of something else.
func (r *Reconciler) retried(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return r.cloud.Update(ctx, w) })
}

// disk is a client that is complete, and reads what it wrote.
type disk struct {
	client.Client
	pods map[string]*corev1.Pod
}

func (d *disk) Get(_ context.Context, key client.ObjectKey, obj client.Object, _ ...client.GetOption) error {
	d.pods[key.Name].DeepCopyInto(obj.(*corev1.Pod))
	return nil
}

func (d *disk) Update(_ context.Context, obj client.Object, _ ...client.UpdateOption) error {
	d.pods[obj.GetName()] = obj.(*corev1.Pod)
	return nil
}

func (r *Reconciler) onDisk(ctx context.Context, pod *corev1.Pod) (string, error) {
	if err := r.disk.Update(ctx, pod); err != nil {
		return "", err
	}
	err := r.disk.Get(ctx, client.ObjectKeyFromObject(pod), pod)
	return pod.Spec.NodeName, err
}
