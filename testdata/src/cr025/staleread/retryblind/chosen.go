package retryblind

import (
	"context"

	retrygo "github.com/avast/retry-go/v4"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Chooser says for which errors there is another try.
type Chooser struct{ client.Client }

// Conflicts are among them.
func (r *Chooser) conflicts(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Spec.Size = 3
	return retrygo.Do(func() error {
		return r.Update(ctx, w) // want `sends the same api.Widget again.*\[staleread/retryblind\]`
	}, retrygo.Context(ctx), retrygo.RetryIf(apierrors.IsConflict))
}

// They are not.
func (r *Chooser) timeouts(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Spec.Size = 3
	return retrygo.Do(func() error { return r.Update(ctx, w) }, retrygo.Context(ctx), retrygo.RetryIf(apierrors.IsTimeout))
}
