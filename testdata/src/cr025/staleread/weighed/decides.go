package weighed

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// The size that is there is the one that is wanted, or was before.
func (r *R) resize(ctx context.Context, w *api.Widget, sizes ...int) error {
	for _, size := range sizes {
		w.Spec.Size = size
		if err := r.Update(ctx, w); err != nil {
			return err
		}
		if now, err := r.size(ctx, client.ObjectKeyFromObject(w)); err != nil {
			return err
		} else if now == size {
			continue
		}
		if err := r.Create(ctx, &corev1.ConfigMap{ObjectMeta: w.ObjectMeta}); err != nil {
			return err
		}
	}
	return nil
}

func (r *R) size(ctx context.Context, key client.ObjectKey) (int, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil { // want `warning: .*which may have the state before the write, and its Spec.Size decides what is done; .*\[staleread/get\]`
		return -1, err
	}
	return w.Spec.Size, nil
}

// A size that isn't right is an error, with which it is tried again.
func (r *R) gate(ctx context.Context, w *api.Widget) error {
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `note: .*\[staleread/get\]`
		return err
	}
	if now.Spec.Size != 3 {
		return fmt.Errorf("the size is %d", now.Spec.Size)
	}
	return r.Create(ctx, &corev1.ConfigMap{ObjectMeta: w.ObjectMeta})
}

// The error becomes a status, and isn't tried again.
func (r *R) outcome(ctx context.Context, w, owner *api.Widget) error {
	if err := r.checked(ctx, w); err != nil {
		owner.Status.Phase = "Failed"
	} else {
		owner.Status.Phase = "Done"
	}
	return r.Status().Update(ctx, owner)
}

func (r *R) checked(ctx context.Context, w *api.Widget) error {
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `warning: .*its Spec.Size decides what is done; .*\[staleread/get\]`
		return err
	}
	if now.Spec.Size != 3 {
		return fmt.Errorf("the size is %d", now.Spec.Size)
	}
	return nil
}

// What is read becomes part of another object.
func (r *R) copied(ctx context.Context, w *api.Widget) error {
	w.Spec.Colour = "red"
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `warning: .*what is written is made of its Spec.Colour; .*\[staleread/get\]`
		return err
	}
	cm := &corev1.ConfigMap{}
	cm.Name, cm.Namespace = w.Name, w.Namespace
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		cm.BinaryData = nil
		cm.Labels = map[string]string{"colour": now.Spec.Colour}
		return nil
	})
	return err
}

// What is decided before the update of the object itself is lost with it.
func (r *R) both(ctx context.Context, w *api.Widget) error {
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `note: .*\[staleread/get\]`
		return err
	}
	if now.Spec.Size > 2 {
		now.Status.Phase = "Large"
	} else {
		now.Status.Phase = "Small"
	}
	if err := r.Status().Update(ctx, now); err != nil {
		return err
	}
	if now.Status.Phase == "Small" {
		return r.Delete(ctx, &corev1.ConfigMap{ObjectMeta: w.ObjectMeta})
	}
	return nil
}
