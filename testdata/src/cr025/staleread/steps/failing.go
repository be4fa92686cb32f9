package steps

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/steps/failures"
)

// What has written ends with an error, by which the queue comes back.
func (r *Reconciler) comesBack(ctx context.Context, w *api.Widget) error {
	if err := r.again(ctx, w); err != nil {
		return err
	}
	return r.compared(ctx, w)
}

func (r *Reconciler) again(ctx context.Context, w *api.Widget) error {
	if w.Status.Phase == "Large" {
		return nil
	}
	if err := r.configure(ctx, w); err != nil {
		return failures.Wrap(err, "configure")
	}
	return r.requeue("configured")
}

func (r *Reconciler) requeue(why string) error { return failures.New(why) }

func (r *Reconciler) compared(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), cm); err != nil {
		return err
	}
	if cm.Data["size"] == "large" {
		w.Status.Phase = "Large"
	}
	return r.Status().Update(ctx, w)
}

// What has written only wraps errors.
func (r *Reconciler) wrapped(ctx context.Context, w *api.Widget) error {
	if err := r.wraps(ctx, w); err != nil {
		return err
	}
	return r.comparedThen(ctx, w)
}

func (r *Reconciler) wraps(ctx context.Context, w *api.Widget) error {
	return failures.Wrap(r.configure(ctx, w), "configure")
}

func (r *Reconciler) comparedThen(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), cm); err != nil { // want `warning: .*ConfigMap.*\[staleread/get\]`
		return err
	}
	if cm.Data["size"] == "large" {
		w.Status.Phase = "Large"
	}
	return r.Status().Update(ctx, w)
}

// What has written makes an error sometimes.
func (r *Reconciler) sometimes(ctx context.Context, w *api.Widget) error {
	if err := r.perhaps(ctx, w); err != nil {
		return err
	}
	return r.comparedSometimes(ctx, w)
}

func (r *Reconciler) perhaps(ctx context.Context, w *api.Widget) error {
	if err := r.configure(ctx, w); err != nil {
		return err
	}
	return failures.Perhaps(w.Status.Phase)
}

func (r *Reconciler) comparedSometimes(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), cm); err != nil { // want `warning: .*ConfigMap.*\[staleread/get\]`
		return err
	}
	if cm.Data["size"] == "large" {
		w.Status.Phase = "Large"
	}
	return r.Status().Update(ctx, w)
}

// What isn't found is told, and fails.
func (r *Reconciler) told(ctx context.Context, w *api.Widget, cm *corev1.ConfigMap) error {
	if err := r.Create(ctx, cm); err != nil {
		return err
	}
	if _, err := r.settings(ctx, w, client.ObjectKeyFromObject(cm)); err != nil {
		return err
	}
	w.Status.Phase = "Large"
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) settings(ctx context.Context, w *api.Widget, key client.ObjectKey) (int, error) {
	cm := &corev1.ConfigMap{}
	err := r.Get(ctx, key, cm) // want `note: .*may have nothing yet, so that what follows fails and is tried again.*\[staleread/get\]`
	if failed := failures.Told(true, err); failed != nil {
		return 0, failed
	}
	return len(cm.Data), nil
}

// What isn't found may be left out.
func (r *Reconciler) cleared(ctx context.Context, w *api.Widget, cm *corev1.ConfigMap) error {
	if err := r.Create(ctx, cm); err != nil {
		return err
	}
	if _, err := r.ofCleared(ctx, client.ObjectKeyFromObject(cm)); err != nil {
		return err
	}
	w.Status.Phase = "Large"
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) ofCleared(ctx context.Context, key client.ObjectKey) (int, error) {
	cm := &corev1.ConfigMap{}
	err := r.Get(ctx, key, cm) // want `note: .*may have nothing yet; use the object.*\[staleread/get\]`
	if failed := failures.Lasting(err); failed != nil {
		return 0, failed
	}
	return len(cm.Data), nil
}
