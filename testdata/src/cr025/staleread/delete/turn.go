package delete

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Rotator has one step that deletes what is of another colour, and one that makes what isn't there.
type Rotator struct{ client.Client }

// What the second step finds is the old one, and the status says that the new one is there.
func (r *Rotator) rotate(ctx context.Context, w *api.Widget) error {
	if _, err := r.dropOther(ctx, w); err != nil {
		return err
	}
	if err := r.ensure(ctx, w); err != nil {
		return err
	}
	w.Status.Phase = w.Spec.Colour
	return r.Status().Update(ctx, w)
}

func (r *Rotator) dropOther(ctx context.Context, w *api.Widget) (bool, error) {
	old := &corev1.ConfigMap{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), old); err != nil {
		return false, client.IgnoreNotFound(err)
	}
	if old.Labels["colour"] == w.Spec.Colour {
		return false, nil
	}
	return true, client.IgnoreNotFound(r.Delete(ctx, old))
}

func (r *Rotator) ensure(ctx context.Context, w *api.Widget) error {
	have := &corev1.ConfigMap{}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), have) // want `warning: Get after the Delete at turn.go.*ConfigMap.*\[staleread/delete\]`
	if !apierrors.IsNotFound(err) {
		return err
	}
	have.Name, have.Namespace = w.Name, w.Namespace
	have.Labels = map[string]string{"colour": w.Spec.Colour}
	return r.Create(ctx, have)
}

// The second step waits for another turn.
func (r *Rotator) rotateLater(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	dropped, err := r.dropOther(ctx, w)
	if err != nil {
		return ctrl.Result{}, err
	}
	if dropped {
		return ctrl.Result{RequeueAfter: time.Second}, nil
	}
	if err := r.ensureLater(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	w.Status.Phase = w.Spec.Colour
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

func (r *Rotator) ensureLater(ctx context.Context, w *api.Widget) error {
	have := &corev1.ConfigMap{}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), have)
	if !apierrors.IsNotFound(err) {
		return err
	}
	have.Name, have.Namespace = w.Name, w.Namespace
	return r.Create(ctx, have)
}

// Who wants none deletes it, and doesn't come to the second step.
func (r *Rotator) wanted(ctx context.Context, w *api.Widget) error {
	if err := r.dropUnwanted(ctx, w); err != nil {
		return err
	}
	if w.Spec.Size > 0 {
		if err := r.ensureWanted(ctx, w); err != nil {
			return err
		}
	}
	w.Status.Phase = "Ready"
	return r.Status().Update(ctx, w)
}

func (r *Rotator) dropUnwanted(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size > 0 {
		return nil
	}
	old := &corev1.ConfigMap{}
	old.Name, old.Namespace = w.Name, w.Namespace
	return client.IgnoreNotFound(r.Delete(ctx, old))
}

func (r *Rotator) ensureWanted(ctx context.Context, w *api.Widget) error {
	have := &corev1.ConfigMap{}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), have) // want `note: Get after the Delete at turn.go.*ConfigMap.*\[staleread/delete\]`
	if !apierrors.IsNotFound(err) {
		return err
	}
	have.Name, have.Namespace = w.Name, w.Namespace
	return r.Create(ctx, have)
}

// Another round is asked for, which makes it.
func (r *Rotator) rotateTwice(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	if _, err := r.dropOther(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.ensureTwice(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	w.Status.Phase = "Waiting"
	return ctrl.Result{RequeueAfter: time.Second}, r.Status().Update(ctx, w)
}

func (r *Rotator) ensureTwice(ctx context.Context, w *api.Widget) error {
	have := &corev1.ConfigMap{}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), have) // want `note: Get after the Delete at turn.go.*\[staleread/delete\]`
	if !apierrors.IsNotFound(err) {
		return err
	}
	have.Name, have.Namespace = w.Name, w.Namespace
	return r.Create(ctx, have)
}

// The caller asks for another round.
func (r *Rotator) rotateOnce(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	if err := r.rotateInner(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: time.Second}, nil
}

func (r *Rotator) rotateInner(ctx context.Context, w *api.Widget) error {
	if _, err := r.dropOther(ctx, w); err != nil {
		return err
	}
	if err := r.ensureInner(ctx, w); err != nil {
		return err
	}
	w.Status.Phase = w.Spec.Colour
	return r.Status().Update(ctx, w)
}

func (r *Rotator) ensureInner(ctx context.Context, w *api.Widget) error {
	have := &corev1.ConfigMap{}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), have) // want `note: Get after the Delete at turn.go.*\[staleread/delete\]`
	if !apierrors.IsNotFound(err) {
		return err
	}
	have.Name, have.Namespace = w.Name, w.Namespace
	return r.Create(ctx, have)
}

// The step says whether there is more to do.
func (r *Rotator) rotateTold(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	if _, err := r.dropOther(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	made, err := r.ensureTold(ctx, w)
	if err != nil {
		return ctrl.Result{}, err
	}
	if w.Status.Phase = "Waiting"; made {
		w.Status.Phase = "Ready"
	}
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

func (r *Rotator) ensureTold(ctx context.Context, w *api.Widget) (bool, error) {
	have := &corev1.ConfigMap{}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), have) // want `note: Get after the Delete at turn.go.*\[staleread/delete\]`
	if !apierrors.IsNotFound(err) {
		return false, err
	}
	have.Name, have.Namespace = w.Name, w.Namespace
	return true, r.Create(ctx, have)
}
