package spec

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// Nothing looks at the size any more: it was to be stored.
func (r *Reconciler) resize(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Spec.Size = 3 // rests
	w.Status.Phase = "Resized"
	return r.Status().Update(ctx, w) // want `this Status\(\).Update does not store the change of Spec.Size`
}

func (r *Reconciler) deadline(ctx context.Context, namespace, name string) error {
	pod, err := r.clientset.CoreV1().Pods(namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	seconds := int64(3600)
	pod.Spec.ActiveDeadlineSeconds = &seconds // rests
	pod.Status.Message = "ends"
	_, err = r.clientset.CoreV1().Pods(namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{}) // want `this UpdateStatus does not store the change of Spec.ActiveDeadlineSeconds`
	return err
}

func (r *Reconciler) resizeMended(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	w.Status.Phase = "Resized"
	return r.Status().Update(ctx, w)
}

// The default is for the function that is given the object.
func (r *Reconciler) sized(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Spec.Size = 3
	w.Status.Made = made(w)
	return r.Status().Update(ctx, w)
}

func made(w *api.Widget) int { return w.Spec.Size / 2 }

// So it is, behind the write.
func (r *Reconciler) sizedLater(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return nil, err
	}
	w.Spec.Size = 3
	w.Status.Phase = "Sized"
	return w, r.Status().Update(ctx, w)
}
