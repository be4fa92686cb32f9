package steps

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/steps/phases"
)

// Mended reads before it writes.
type Mended struct {
	client.Client
	last []phases.Phase
}

func (r *Mended) steps(ctx context.Context, w *api.Widget) error {
	for _, s := range []step{r.compare, r.configure} {
		if err := s(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

func (r *Mended) compare(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil {
		return err
	}
	if cm.Data["size"] == "large" {
		w.Status.Phase = "Large"
	}
	return r.Status().Update(ctx, w)
}

func (r *Mended) configure(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	cm.Namespace, cm.Name = w.Namespace, w.Name
	cm.Data = w.Spec.Config
	return r.Update(ctx, cm)
}

// Only one of them is called.
func (r *Mended) one(ctx context.Context, w *api.Widget, n int) error {
	return []step{r.configure, r.compare}[n](ctx, w)
}

// The first that has done something is the last.
func (r *Mended) untilDone(ctx context.Context, w *api.Widget) error {
	for _, s := range []func(context.Context, *api.Widget) (bool, error){r.configured, r.compared} {
		if done, err := s(ctx, w); done || err != nil {
			return err
		}
	}
	return nil
}

func (r *Mended) configured(ctx context.Context, w *api.Widget) (bool, error) {
	if w.Spec.Size == 0 {
		return false, nil
	}
	return true, r.configure(ctx, w)
}

func (r *Mended) compared(ctx context.Context, w *api.Widget) (bool, error) {
	return true, r.compare(ctx, w)
}

// Each step is about a part of its own.
func (r *Mended) parts(ctx context.Context, w *api.Widget) error {
	for _, s := range []struct {
		suffix string
		do     func(context.Context, client.ObjectKey) error
	}{{"-a", r.write}, {"-b", r.read}} {
		if err := s.do(ctx, client.ObjectKey{Namespace: w.Namespace, Name: w.Name + s.suffix}); err != nil {
			return err
		}
	}
	return nil
}

func (r *Mended) write(ctx context.Context, key client.ObjectKey) error {
	cm := &corev1.ConfigMap{}
	cm.Namespace, cm.Name = key.Namespace, key.Name
	return r.Create(ctx, cm)
}

func (r *Mended) read(ctx context.Context, key client.ObjectKey) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, cm); client.IgnoreNotFound(err) != nil {
		return err
	}
	if len(cm.Data) == 0 {
		return r.Delete(ctx, cm)
	}
	return nil
}

// The phases go the other way round.
func (r *Mended) setUp() {
	r.last = []phases.Phase{phases.Look{Client: r.Client}, &phases.Write{Client: r.Client}}
}

func (r *Mended) run(ctx context.Context, key client.ObjectKey) error {
	for _, p := range r.last {
		if err := p.Run(ctx, key); err != nil {
			return err
		}
	}
	return nil
}
