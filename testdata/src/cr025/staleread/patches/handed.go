package patches

import (
	"context"
	"time"

	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Handed patches what a function changes that it is handed, and that has the object from around it.
type Handed struct {
	client.Client
	APIReader client.Reader
}

func (r *Handed) with(ctx context.Context, w *api.Widget, change func()) error {
	base := client.MergeFrom(w.DeepCopy())
	change()
	return r.Patch(ctx, w, base)
}

// The literal sets the size.
func (r *Handed) grow(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.with(ctx, w, func() { w.Spec.Size++ }); err != nil {
		return 0, err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil { // want `Widget.*Spec.Size.*\[staleread/get\]`
		return 0, err
	}
	return now.Spec.Size, nil
}

// It is read from the API server.
func (r *Handed) growLive(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.with(ctx, w, func() { w.Spec.Size++ }); err != nil {
		return 0, err
	}
	var now api.Widget
	if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

// By way of another helper, which hands it on to one that tries again.
func (r *Handed) paint(ctx context.Context, w *api.Widget) (string, error) {
	if err := r.painted(ctx, w, func() { w.Spec.Colour = "red" }); err != nil {
		return "", err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil { // want `Widget.*Spec.Colour.*\[staleread/get\]`
		return "", err
	}
	return now.Spec.Colour, nil
}

func (r *Handed) painted(ctx context.Context, w *api.Widget, paint func()) error {
	return r.anew(ctx, w, paint)
}

func (r *Handed) anew(ctx context.Context, w *api.Widget, change func()) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return err
		}
		change()
		return r.Update(ctx, w)
	})
}

// The literal sets something else than what is looked at; the size was set before, and is on both sides.
func (r *Handed) label(ctx context.Context, w *api.Widget) (int, error) {
	w.Spec.Size = 7
	if err := r.with(ctx, w, func() { w.Labels = map[string]string{"a": "b"} }); err != nil {
		return 0, err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

// It sets something in another object.
func (r *Handed) other(ctx context.Context, w, sibling *api.Widget) (int, error) {
	if err := r.with(ctx, w, func() { sibling.Spec.Size = w.Spec.Size }); err != nil {
		return 0, err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

// What is called after the patch is no part of it.
func (r *Handed) told(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.tells(ctx, w, func() { w.Spec.Size = 0 }); err != nil {
		return 0, err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

func (r *Handed) tells(ctx context.Context, w *api.Widget, done func()) error {
	base := client.MergeFrom(w.DeepCopy())
	w.Annotations = map[string]string{"a": "b"}
	if err := r.Patch(ctx, w, base); err != nil {
		return err
	}
	done()
	return nil
}

// A clock is called on the way, and the end of a context: neither has the object.
func (r *Handed) stamped(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.stamp(ctx, w, time.Now, func() {}); err != nil {
		return 0, err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

func (r *Handed) stamp(ctx context.Context, w *api.Widget, clock func() time.Time, done context.CancelFunc) error {
	base := client.MergeFrom(w.DeepCopy())
	w.Annotations = map[string]string{"at": clock().String()}
	done()
	return r.Patch(ctx, w, base)
}

// Who is handed a clock reads what was patched himself.
func (r *Handed) Timed(ctx context.Context, w *api.Widget, clock func() time.Time) error {
	base := client.MergeFrom(w.DeepCopy())
	w.Annotations = map[string]string{"at": clock().String()}
	if err := r.Patch(ctx, w, base); err != nil {
		return err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return err
	}
	if now.Spec.Size == 0 {
		return r.Delete(ctx, &now)
	}
	return nil
}
