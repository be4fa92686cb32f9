package copied

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

// What CreateOrUpdate compares and sends is the other one.
func (r *Reconciler) filled(ctx context.Context, keys []client.ObjectKey) error {
	for _, key := range keys {
		w := &api.Widget{}
		w.Namespace, w.Name = key.Namespace, key.Name
		want := w.DeepCopy()
		if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, w, func() error {
			want.Spec.Hosts = append(want.Spec.Hosts, "a") // want `this changes Spec.Hosts of a DeepCopy, which nothing uses afterwards`
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// It is the one that is sent.
func (r *Reconciler) filledMended(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	w.Namespace, w.Name = key.Namespace, key.Name
	want := w.DeepCopy()
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, want, func() error {
		want.Spec.Hosts = append(want.Spec.Hosts, "a")
		return nil
	})
	return err
}

// What is changed goes into the other one.
func (r *Reconciler) filledOver(ctx context.Context, w *api.Widget) error {
	want := w.DeepCopy()
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, w, func() error {
		want.Spec.Hosts = append(want.Spec.Hosts, "a")
		w.Spec = want.Spec
		return nil
	})
	return err
}

// What is changed is looked at later.
func (r *Reconciler) filledKnown(ctx context.Context, w *api.Widget) (int, error) {
	want := w.DeepCopy()
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, w, func() error {
		want.Spec.Size = 3
		return nil
	})
	return want.Spec.Size, err
}
