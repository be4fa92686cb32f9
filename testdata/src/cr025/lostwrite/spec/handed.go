package spec

import (
	"context"
	"fmt"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// report writes the status of what prepare has read and changed.
func (r *Reconciler) report(ctx context.Context, key client.ObjectKey) error {
	w, err := r.prepare(ctx, key, 3)
	if err != nil {
		return err
	}
	return r.Status().Update(ctx, w) // want `does not store the change of Labels and Spec.*\[lostwrite/spec\]`
}

// prepare sets all of it in a copy.
func (r *Reconciler) prepare(ctx context.Context, key client.ObjectKey, size int) (*api.Widget, error) {
	var existing api.Widget
	if err := r.Get(ctx, key, &existing); err != nil {
		return nil, fmt.Errorf("missing: %w", err)
	}
	w := existing.DeepCopy()
	w.Labels = map[string]string{"size": fmt.Sprint(size)}
	w.Spec = api.Spec{Size: size}
	w.Status.Phase = "Done"
	return w, nil
}

// reportAll writes both.
func (r *Reconciler) reportAll(ctx context.Context, key client.ObjectKey) error {
	w, err := r.prepare(ctx, key, 3)
	if err != nil {
		return err
	}
	status := w.Status
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	w.Status = status
	return r.Status().Update(ctx, w)
}

// filledIn fills in what isn't set, for the function itself to go by.
func (r *Reconciler) filledIn(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return nil, err
	}
	if w.Spec.Size == 0 {
		w.Spec.Size = 1
	}
	return w, nil
}

func (r *Reconciler) reportFilledIn(ctx context.Context, key client.ObjectKey) error {
	w, err := r.filledIn(ctx, key)
	if err != nil {
		return err
	}
	w.Status.Made = w.Spec.Size
	return r.Status().Update(ctx, w)
}

// stored has written what it changed when it returns.
func (r *Reconciler) stored(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return nil, err
	}
	w.Spec = api.Spec{Size: 2}
	if err := r.Update(ctx, w); err != nil {
		return nil, err
	}
	return w, nil
}

func (r *Reconciler) reportStored(ctx context.Context, key client.ObjectKey) error {
	w, err := r.stored(ctx, key)
	if err != nil {
		return err
	}
	w.Status.Phase = "Done"
	return r.Status().Update(ctx, w)
}

// sometimes sets it in one of two ways only.
func (r *Reconciler) sometimes(ctx context.Context, key client.ObjectKey, size int) (*api.Widget, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return nil, err
	}
	if size > 0 {
		w.Labels = map[string]string{"size": fmt.Sprint(size)}
	}
	return w, nil
}

func (r *Reconciler) reportSometimes(ctx context.Context, key client.ObjectKey) error {
	w, err := r.sometimes(ctx, key, 0)
	if err != nil {
		return err
	}
	w.Status.Phase = "Done"
	return r.Status().Update(ctx, w)
}

// circled returns a copy of what it returns.
func (r *Reconciler) circled(ctx context.Context) *api.Widget {
	var a, b *api.Widget
	func() {
		a = b.DeepCopy()
		b = a.DeepCopy()
	}()
	again := func() { b.Labels = nil }
	again()
	c := a.DeepCopy()
	c.Labels = map[string]string{"size": "0"}
	return c
}

// self does so by one variable.
func (r *Reconciler) self(ctx context.Context) *api.Widget {
	var w *api.Widget
	w = w.DeepCopy()
	func() { w.Labels = map[string]string{"size": "0"} }()
	return w
}

func (r *Reconciler) reportCircled(ctx context.Context) error {
	if err := r.Status().Update(ctx, r.self(ctx)); err != nil {
		return err
	}
	return r.Status().Update(ctx, r.circled(ctx))
}
