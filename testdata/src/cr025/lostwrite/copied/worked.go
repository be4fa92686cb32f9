package copied

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// An inventory knows more of a widget than who asks.
type inventory interface {
	Find(name string) (api.Status, error)
}

// byPhase looks each widget up, and works on a copy of its status, of which it then uses one field.
func byPhase(widgets []*api.Widget, in inventory) (map[string]*api.Widget, error) {
	out := map[string]*api.Widget{}
	for _, w := range widgets {
		status := w.Status
		found, err := in.Find(w.Name)
		if err != nil {
			return nil, err
		}
		status.Phase = found.Phase
		status.Made = found.Made
		out[status.Phase] = w
	}
	return out, nil
}

// conditions changes a copy, and uses what it hasn't changed.
func conditions(w *api.Widget) client.ObjectKey {
	status := w.Status
	status.Made = 3 // want `this changes Made of a copy of the api.Status, which nothing uses afterwards`
	return client.ObjectKey{Name: status.Phase}
}

// shown changes a copy of the status, shows it, and sends the object.
func (r *Reconciler) shown(ctx context.Context, w *api.Widget, show func(string)) error {
	status := w.Status
	status.Phase = "Ready"
	status.Made = 3 // want `this changes Made of a copy of the api.Status`
	show(status.Phase)
	return r.Status().Update(ctx, w)
}
