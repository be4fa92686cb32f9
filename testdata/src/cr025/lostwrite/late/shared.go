package late

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
	"ctrllint.test/cr025/lostwrite/late/operations"
)

// The copy of the metadata has the object's own map.
func (r *Reconciler) forget(ctx context.Context, w *api.Widget) error {
	before := w.DeepCopy()
	operations.Forget(w.ObjectMeta)
	return r.Patch(ctx, w, client.MergeFrom(before))
}
