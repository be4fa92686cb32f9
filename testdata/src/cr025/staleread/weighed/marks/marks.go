// Package marks puts annotations on Widgets.
package marks

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Mark puts an annotation on a Widget.
func Mark(ctx context.Context, c client.Client, w *api.Widget, key string) error {
	base := w.DeepCopy()
	put(w, key)
	return c.Patch(ctx, w, client.MergeFrom(base))
}

func put(w *api.Widget, key string) {
	if w.Annotations == nil {
		w.Annotations = map[string]string{}
	}
	w.Annotations[key] = "yes"
}
