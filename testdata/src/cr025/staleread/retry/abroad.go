package retry

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/retry/tries"
)

// A helper of another package tries again, by way of another.
func (r *Reconciler) quickly(ctx context.Context, key types.NamespacedName) error {
	return tries.Quickly("grow", func() error {
		var w api.Widget
		if err := r.Get(ctx, key, &w); err != nil { // want `Get after a conflict .*Widget.*\[staleread/retry\]`
			return err
		}
		w.Spec.Size++
		return r.Update(ctx, &w)
	})
}

// The API server is asked.
func (r *Mended) quickly(ctx context.Context, key types.NamespacedName) error {
	return tries.Quickly("grow", func() error {
		var w api.Widget
		if err := r.APIReader.Get(ctx, key, &w); err != nil {
			return err
		}
		w.Spec.Size++
		return r.Update(ctx, &w)
	})
}

// The helper takes its time.
func (r *Mended) atLeisure(ctx context.Context, key types.NamespacedName) error {
	return tries.Patiently(func() error {
		var w api.Widget
		if err := r.Get(ctx, key, &w); err != nil {
			return err
		}
		w.Spec.Size++
		return r.Update(ctx, &w)
	})
}

// It is told to.
func (r *Mended) told(ctx context.Context, key types.NamespacedName) error {
	return tries.With("grow", wait.Backoff{Steps: 3, Duration: time.Minute, Factor: 1}, func() error {
		var w api.Widget
		if err := r.Get(ctx, key, &w); err != nil {
			return err
		}
		w.Spec.Size++
		return r.Update(ctx, &w)
	})
}

// Conflicts are not among the errors, or nothing is tried again.
func (r *Mended) otherwise(ctx context.Context, key types.NamespacedName) error {
	grow := func() error {
		var w api.Widget
		if err := r.Get(ctx, key, &w); err != nil {
			return err
		}
		w.Spec.Size++
		return r.Update(ctx, &w)
	}
	if err := tries.Throttled(grow); err != nil {
		return err
	}
	return tries.Once(grow)
}

// A Holder holds an object of one of several kinds.
type holder interface {
	object() client.Object
	grow()
}

type widgets struct{ w *api.Widget }

func (h *widgets) object() client.Object { return h.w }
func (h *widgets) grow()                 { h.w.Spec.Size++ }

type gadgets struct{ g *api.Gadget }

func (h *gadgets) object() client.Object { return h.g }
func (h *gadgets) grow()                 { h.g.Serial += "+" }

func (r *Reconciler) both(ctx context.Context, w *api.Widget, g *api.Gadget) error {
	for _, h := range []holder{&widgets{w}, &gadgets{g}} {
		if err := r.held(ctx, h); err != nil {
			return err
		}
	}
	return nil
}

// What is read is what is written, whichever kind it is.
func (r *Reconciler) held(ctx context.Context, h holder) error {
	return tries.Quickly("held", func() error {
		if err := r.Get(ctx, client.ObjectKeyFromObject(h.object()), h.object()); err != nil { // want `Get after a conflict .*\[staleread/retry\]`
			return err
		}
		h.grow()
		return r.Update(ctx, h.object())
	})
}

// A maker makes an object, another one each time.
type maker interface{ make() client.Object }

type made struct{ name string }

func (m made) make() client.Object { return &api.Widget{} }

type copied struct{ w *api.Widget }

func (c copied) make() client.Object { return c.w.DeepCopy() }

func (r *Mended) fresh(ctx context.Context, w *api.Widget) error {
	for _, m := range []maker{made{"a"}, copied{w}} {
		if err := r.one(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

func (r *Mended) one(ctx context.Context, m maker) error {
	return tries.Quickly("made", func() error {
		if err := r.Get(ctx, client.ObjectKeyFromObject(m.make()), m.make()); err != nil {
			return err
		}
		return r.Update(ctx, m.make())
	})
}
