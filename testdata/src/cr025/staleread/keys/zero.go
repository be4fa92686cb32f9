package keys

import (
	"context"
	"fmt"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

func short(name string) string {
	if len(name) > 12 {
		return name[:12]
	}
	return name
}

// part makes a Widget that begins as a zero one, and gets its name then.
func part(ctx context.Context, c client.Client, w *api.Widget, name string) error {
	p := api.Widget{}
	p.Namespace = w.Namespace
	p.Name = fmt.Sprintf("%s-%s", w.Name, short(name))
	set := func() error {
		p.Spec.Parent = name
		return nil
	}
	if _, err := controllerutil.CreateOrUpdate(ctx, c, &p, set); err != nil {
		return err
	}
	p.Spec.Size = 1
	return c.Update(ctx, &p)
}

// Each is another one.
func (r *Reconciler) parts(ctx context.Context, w *api.Widget, names []string) error {
	for _, name := range names {
		if err := part(ctx, r.Client, w, name); err != nil {
			return err
		}
	}
	return nil
}

// one makes a Widget that begins as a zero one, too.
func one(ctx context.Context, c client.Client, w *api.Widget, name string) error {
	p := api.Widget{}
	p.Namespace = w.Namespace
	p.Name = fmt.Sprintf("%s-%s", w.Name, name)
	set := func() error {
		p.Spec.Parent = name
		return nil
	}
	_, err := controllerutil.CreateOrUpdate(ctx, c, &p, set) // want `CreateOrUpdate after the Update at .*\[staleread/composite\]`
	if err != nil {
		return err
	}
	p.Spec.Size = 1
	return c.Update(ctx, &p)
}

// The same is asked for twice.
func (r *Reconciler) onceMore(ctx context.Context, w *api.Widget) error {
	if err := one(ctx, r.Client, w, "first"); err != nil {
		return err
	}
	return one(ctx, r.Client, w, "first")
}
