// Package releases has one bug of each category, and its mended twin.
package releases

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

const finalizer = "shop.example.com/pod"

// Reconciler reconciles.
type Reconciler struct{ client.Client }

func (r *Reconciler) base(ctx context.Context, pod *corev1.Pod) error {
	patch := client.MergeFrom(pod)
	controllerutil.AddFinalizer(pod, finalizer)
	return r.Patch(ctx, pod, patch) // want `Finalizers.*\[lostwrite/base\]`
}

func (r *Reconciler) baseMended(ctx context.Context, pod *corev1.Pod) error {
	patch := client.MergeFrom(pod.DeepCopy())
	controllerutil.AddFinalizer(pod, finalizer)
	return r.Patch(ctx, pod, patch) // want `Finalizers.*\[lostwrite/owned\]`
}

func (r *Reconciler) late(ctx context.Context, pod *corev1.Pod) error {
	pod.Labels = map[string]string{"a": "b"}
	patch := client.MergeFrom(pod.DeepCopy())
	return r.Patch(ctx, pod, patch) // want `Labels.*\[lostwrite/late\]`
}

func (r *Reconciler) lateMended(ctx context.Context, pod *corev1.Pod) error {
	patch := client.MergeFrom(pod.DeepCopy())
	pod.Labels = map[string]string{"a": "b"}
	return r.Patch(ctx, pod, patch)
}

func (r *Reconciler) status(ctx context.Context, d *appsv1.Deployment) error {
	d.Status.ReadyReplicas = 1
	if err := r.Update(ctx, d); err != nil { // want `Status.ReadyReplicas.*\[lostwrite/status\]`
		return err
	}
	return r.Status().Update(ctx, d)
}

func (r *Reconciler) statusMended(ctx context.Context, d *appsv1.Deployment) error {
	if err := r.Update(ctx, d); err != nil {
		return err
	}
	d.Status.ReadyReplicas = 1
	return r.Status().Update(ctx, d)
}

func (r *Reconciler) spec(ctx context.Context, d *appsv1.Deployment) error {
	d.Spec.Paused = true
	if err := r.Status().Update(ctx, d); err != nil { // want `Spec.Paused.*\[lostwrite/spec\]`
		return err
	}
	return r.Update(ctx, d)
}

func (r *Reconciler) specMended(ctx context.Context, d *appsv1.Deployment) error {
	if err := r.Status().Update(ctx, d); err != nil {
		return err
	}
	d.Spec.Paused = true
	return r.Update(ctx, d)
}

func (r *Reconciler) reread(ctx context.Context, key client.ObjectKey, d *appsv1.Deployment) error {
	d.Spec.Paused = true
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.Get(ctx, key, d); err != nil { // want `Spec.Paused.*\[lostwrite/reread\]`
			return err
		}
		return r.Update(ctx, d)
	})
}

func (r *Reconciler) rereadMended(ctx context.Context, key client.ObjectKey, d *appsv1.Deployment) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.Get(ctx, key, d); err != nil {
			return err
		}
		d.Spec.Paused = true
		return r.Update(ctx, d)
	})
}

func (r *Reconciler) copied(pods *corev1.PodList) {
	for _, pod := range pods.Items {
		pod.Labels = map[string]string{"a": "b"} // want `Labels.*\[lostwrite/copy\]`
	}
}

func (r *Reconciler) copiedMended(pods *corev1.PodList) {
	for i := range pods.Items {
		pods.Items[i].Labels = map[string]string{"a": "b"}
	}
}

func (r *Reconciler) after(ctx context.Context, key client.ObjectKey) error {
	d := &appsv1.Deployment{}
	if err := r.Get(ctx, key, d); err != nil {
		return err
	}
	d.Spec.Paused = true // want `Spec.Paused.*\[lostwrite/after\]`
	return nil
}

func (r *Reconciler) afterMended(ctx context.Context, key client.ObjectKey) error {
	d := &appsv1.Deployment{}
	if err := r.Get(ctx, key, d); err != nil {
		return err
	}
	d.Spec.Paused = true
	return r.Update(ctx, d)
}

// Widget has its status apart, as its comment says.
// +kubebuilder:subresource:status
type Widget struct {
	metav1.TypeMeta
	metav1.ObjectMeta
	Status struct{ Phase string }
}

// DeepCopyObject implements runtime.Object.
func (w *Widget) DeepCopyObject() runtime.Object {
	out := *w
	w.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	return &out
}

func (r *Reconciler) own(ctx context.Context, w *Widget) error {
	w.Status.Phase = "Ready"
	return r.Update(ctx, w) // want `Status.Phase.*\[lostwrite/status\]`
}

func (r *Reconciler) halfway(ctx context.Context, pod *corev1.Pod) error {
	key := client.ObjectKey{Namespace: pod.Namespace, Name: pod.Name}
	err := r.Get(ctx, key, &corev1.Endpoints{})
	if err == nil || !apierrors.IsNotFound(err) {
		return err
	}
	if err := r.Create(ctx, &corev1.Endpoints{ObjectMeta: pod.ObjectMeta}); err != nil {
		return err
	}
	return r.Create(ctx, &corev1.Service{ObjectMeta: pod.ObjectMeta}) // want `Create of the corev1.Service.*\[lostwrite/halfway\]`
}

func (r *Reconciler) halfwayMended(ctx context.Context, pod *corev1.Pod) error {
	key := client.ObjectKey{Namespace: pod.Namespace, Name: pod.Name}
	err := r.Get(ctx, key, &corev1.Endpoints{})
	if err == nil || !apierrors.IsNotFound(err) {
		return err
	}
	if err := r.Create(ctx, &corev1.Service{ObjectMeta: pod.ObjectMeta}); err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	return r.Create(ctx, &corev1.Endpoints{ObjectMeta: pod.ObjectMeta})
}
