package polls

import (
	"context"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// ensure makes a Widget and doesn't go on before the cache has it, as in splunk-operator (85b1dcc).
func ensure(ctx context.Context, c client.Client, w *api.Widget) error {
	key := client.ObjectKeyFromObject(w)
	var found api.Widget
	err := c.Get(ctx, key, &found)
	if !apierrors.IsNotFound(err) {
		return err
	}
	if err := c.Create(ctx, w); err != nil {
		return err
	}
	tries := 0
	err = c.Get(ctx, key, &found) // want `note: .*Widget.*\[staleread/get\]`
	for ; err != nil; err = c.Get(ctx, key, &found) {
		time.Sleep(time.Millisecond)
		if tries++; tries > 20 {
			return err
		}
	}
	return nil
}

// The cache has what was made.
func (r *R) ensured(ctx context.Context, w *api.Widget) error {
	if err := ensure(ctx, r.Client, w); err != nil {
		return err
	}
	return r.size(ctx, client.ObjectKeyFromObject(w))
}

func (r *R) size(ctx context.Context, key client.ObjectKey) error {
	var found api.Widget
	if err := r.Get(ctx, key, &found); apierrors.IsNotFound(err) { // want `Widget.*\[staleread/get\]`
		found.Name, found.Namespace = key.Name, key.Namespace
		found.Labels = map[string]string{"size": "small"}
		return r.Create(ctx, &found)
	}
	return nil
}

// Nothing waits for it.
func (r *R) unwaited(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, w); err != nil {
		return err
	}
	return r.size(ctx, client.ObjectKeyFromObject(w))
}
