package traps

import (
	"context"
	"testing"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Tests are not judged.
func checkWritten(t *testing.T, ctx context.Context, r *Reconciler, w *api.Widget) {
	if err := r.Update(ctx, w); err != nil {
		t.Fatal(err)
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		t.Fatal(err)
	}
	if now.Spec.Size != w.Spec.Size {
		t.Error("not written")
	}
}
