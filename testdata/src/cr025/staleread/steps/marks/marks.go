// Package marks shows what has failed in the object that it failed for, of whatever kind that is.
package marks

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Marker marks objects.
type Marker struct{ client.Client }

// Failed shows it in the kinds that have a phase.
func (m *Marker) Failed(ctx context.Context, obj client.Object, why string) error {
	switch o := obj.(type) {
	case *api.Widget:
		return m.widget(ctx, o, why)
	case *api.Gadget:
		return m.gadget(ctx, o, why)
	}
	return nil
}

func (m *Marker) widget(ctx context.Context, w *api.Widget, why string) error {
	latest := &api.Widget{}
	if err := m.Get(ctx, client.ObjectKeyFromObject(w), latest); err != nil {
		return err
	}
	if latest.Status.Phase == why {
		return nil
	}
	latest.Status.Phase = why
	return m.Status().Update(ctx, latest)
}

func (m *Marker) gadget(ctx context.Context, g *api.Gadget, why string) error {
	g.Labels = map[string]string{"failed": why}
	return m.Update(ctx, g)
}
