// Package shelf reads and writes through interfaces of another package.
package shelf

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/shelf/shelves"
)

// Reconciler has three shelves.
type Reconciler struct {
	shelf  shelves.Shelf
	live   shelves.Live
	either shelves.Either
}

// New makes the reconciler of a manager.
func New(mgr ctrl.Manager) *Reconciler {
	return &Reconciler{shelves.New(mgr), shelves.NewLive(mgr), shelves.NewEither(mgr, true)}
}

func (r *Reconciler) grow(ctx context.Context, w *api.Widget) (int, error) {
	w.Spec.Size++
	if err := r.shelf.Save(ctx, w); err != nil {
		return 0, err
	}
	now, err := r.shelf.Load(ctx, client.ObjectKeyFromObject(w)) // want `Widget.*\[staleread/get\]`
	if err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

func (r *Reconciler) fresh(ctx context.Context, w *api.Widget) (int, error) {
	w.Spec.Size++
	if err := r.live.Put(ctx, w); err != nil {
		return 0, err
	}
	now, err := r.live.Peek(ctx, client.ObjectKeyFromObject(w))
	if err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

func (r *Reconciler) oneOfTwo(ctx context.Context, w *api.Widget) (int, error) {
	w.Spec.Size++
	if err := r.either.Store(ctx, w); err != nil {
		return 0, err
	}
	now, err := r.either.Fetch(ctx, client.ObjectKeyFromObject(w))
	if err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}
