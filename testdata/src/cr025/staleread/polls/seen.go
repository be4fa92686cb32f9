package polls

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/polls/abroad"
)

// Ring is an object with a plan.
type Ring struct{ client.Client }

func (r *Ring) seen(ctx context.Context, w *api.Widget) error {
	w.Spec.Hosts = []string{"a"}
	w.Annotations = map[string]string{"a": "b"}
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	return abroad.Seen(ctx, r, w)
}

func (r *Ring) ready(ctx context.Context, w *api.Widget) error {
	w.Spec.Hosts = []string{"a"}
	w.Annotations = map[string]string{"a": "b"}
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	return abroad.Ready(ctx, r, w) // want `the Get in abroad.Ready .* after the Update .*\[staleread/get\]`
}

// What ends the poll is nothing that was written.
func (r *Ring) elsewhere(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	w.Spec.Hosts = []string{"a"}
	if err := r.Patch(ctx, w, client.MergeFrom(base)); err != nil {
		return err
	}
	return abroad.Ready(ctx, r, w)
}
