package retry

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/retry/edits"
)

// What another package asks in each of its tries reads the cache.
func (r *Reconciler) editor() *edits.Editor {
	return &edits.Editor{
		Source: func(ctx context.Context, name string) (*api.Widget, error) {
			var w api.Widget
			err := r.Get(ctx, types.NamespacedName{Namespace: "shop", Name: name}, &w) // want `note: Get after a conflict .*the Update in edits.Editor.try .* was refused for.*\[staleread/retry\]`
			return &w, err
		},
		Default: func(ctx context.Context, name string) (*api.Widget, error) {
			var w api.Widget
			err := r.Get(ctx, types.NamespacedName{Namespace: "shop", Name: "default"}, &w)
			return &w, err
		},
		Writer: r.Client,
	}
}

func (r *Reconciler) resize(ctx context.Context, name string) error {
	return r.editor().Resize(ctx, name, 3)
}

func (r *Reconciler) reset(ctx context.Context, name string) error {
	return r.editor().Reset(ctx, name)
}

func (r *Reconciler) found(ctx context.Context, name string) (*api.Widget, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKey{Namespace: "shop", Name: name}, w); err != nil { // want `note: Get after a conflict .*the Update in edits.Paint.*\[staleread/retry\]`
		return nil, err
	}
	return w, nil
}

func (r *Reconciler) paint(ctx context.Context, name string) error {
	return edits.Paint(ctx, r.Client, r.found, name, "red")
}

// It is asked once, and the API server after a conflict.
func (r *Reconciler) refill(ctx context.Context, live client.Reader, name string) error {
	return edits.Refill(ctx, r.Client, live, func(ctx context.Context, name string) (*api.Widget, error) {
		w := &api.Widget{}
		return w, r.Get(ctx, client.ObjectKey{Namespace: "shop", Name: name}, w)
	}, name, "red")
}

// The API server is asked, also where the cache is first.
func (r *Mended) editor() *edits.Editor {
	return &edits.Editor{
		Source: func(ctx context.Context, name string) (*api.Widget, error) {
			var w api.Widget
			err := r.APIReader.Get(ctx, types.NamespacedName{Namespace: "shop", Name: name}, &w)
			return &w, err
		},
		Writer: r.Client,
	}
}

func (r *Mended) impatient(tries int) *edits.Editor {
	return &edits.Editor{
		Source: func(ctx context.Context, name string) (*api.Widget, error) {
			var w api.Widget
			var from client.Reader = r.APIReader
			if tries++; tries == 1 {
				from = r.Client
			}
			err := from.Get(ctx, types.NamespacedName{Namespace: "shop", Name: name}, &w)
			return &w, err
		},
		Writer: r.Client,
	}
}

// What is read beside isn't what is written.
func (r *Mended) beside() *edits.Editor {
	return &edits.Editor{
		Source: func(ctx context.Context, name string) (*api.Widget, error) {
			var like api.Widget
			if err := r.Get(ctx, types.NamespacedName{Namespace: "shop", Name: "like"}, &like); err != nil {
				return nil, err
			}
			return &api.Widget{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name}, Spec: like.Spec}, nil
		},
		Writer: r.Client,
	}
}

func (r *Mended) resize(ctx context.Context, name string) error {
	if err := r.impatient(0).Resize(ctx, name, 2); err != nil {
		return err
	}
	if err := r.beside().Resize(ctx, name, 2); err != nil {
		return err
	}
	return r.editor().Resize(ctx, name, 3)
}
