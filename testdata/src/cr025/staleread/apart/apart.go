// Package apart has writes and reads that are few and many calls away from each other.
package apart

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Ward keeps the beds of a hospital in ConfigMaps.
type Ward struct {
	client.Client
	Beds types.NamespacedName
}

// close notes that no bed is left, where one was, and reads it in the function beside it.
func (w *Ward) close(ctx context.Context) error {
	if err := w.mark(ctx, "closed"); err != nil {
		return err
	}
	return w.count(ctx)
}

func (w *Ward) mark(ctx context.Context, state string) error {
	var beds corev1.ConfigMap
	if err := w.Get(ctx, w.Beds, &beds); err != nil {
		return err
	}
	if beds.Data["state"] == state {
		return nil
	}
	beds.Data["state"] = state
	return w.Update(ctx, &beds)
}

func (w *Ward) count(ctx context.Context) error {
	var beds corev1.ConfigMap
	if err := w.Get(ctx, w.Beds, &beds); err != nil { // want `^warning: .*Data\[state\] decides.*\[staleread/get\]`
		return err
	}
	if beds.Data["state"] == "closed" {
		return w.Delete(ctx, &corev1.Pod{})
	}
	return nil
}

// A Floor has wards; its steps do the same behind one call more each.
type Floor struct {
	client.Client
	Beds types.NamespacedName
}

func (f *Floor) close(ctx context.Context) error {
	if err := f.step(ctx, "closed"); err != nil {
		return err
	}
	return f.next(ctx)
}

func (f *Floor) step(ctx context.Context, state string) error { return f.mark(ctx, state) }

func (f *Floor) next(ctx context.Context) error { return f.count(ctx) }

func (f *Floor) mark(ctx context.Context, state string) error {
	var beds corev1.ConfigMap
	if err := f.Get(ctx, f.Beds, &beds); err != nil {
		return err
	}
	if beds.Data["state"] == state {
		return nil
	}
	beds.Data["state"] = state
	return f.Update(ctx, &beds)
}

func (f *Floor) count(ctx context.Context) error {
	var beds corev1.ConfigMap
	if err := f.Get(ctx, f.Beds, &beds); err != nil { // want `^note: .*Data\[state\] decides.*\[staleread/get\]`
		return err
	}
	if beds.Data["state"] == "closed" {
		return f.Delete(ctx, &corev1.Pod{})
	}
	return nil
}

// A House has floors. That the old state may be refused there is not worth a line any more.
type House struct {
	client.Client
	Beds types.NamespacedName
}

func (h *House) close(ctx context.Context) error {
	if err := h.step(ctx, "closed"); err != nil {
		return err
	}
	return h.next(ctx)
}

func (h *House) step(ctx context.Context, state string) error { return h.mark(ctx, state) }

func (h *House) next(ctx context.Context) error { return h.label(ctx) }

func (h *House) mark(ctx context.Context, state string) error {
	var beds corev1.ConfigMap
	if err := h.Get(ctx, h.Beds, &beds); err != nil {
		return err
	}
	if beds.Data["state"] == state {
		return nil
	}
	beds.Data["state"] = state
	return h.Update(ctx, &beds)
}

func (h *House) label(ctx context.Context) error {
	var beds corev1.ConfigMap
	if err := h.Get(ctx, h.Beds, &beds); err != nil {
		return err
	}
	beds.Labels = map[string]string{"house": "closed"}
	return h.Update(ctx, &beds)
}
