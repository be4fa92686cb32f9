package reread

import (
	"context"

	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// A resizer has a reader of its own, so that what it reads is what the API server has.
type resizer struct {
	live   client.Reader
	client client.Client
}

func (s *resizer) resize(ctx context.Context, w *api.Widget, hosts []string) error {
	w.Spec.Size, w.Spec.Hosts = len(hosts), hosts // rests
	return s.store(ctx, w)
}

// The client clears what it reads into, so that nothing of the change is left, whatever the answer has.
func (s *resizer) store(ctx context.Context, w *api.Widget) error {
	key := client.ObjectKeyFromObject(w)
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := s.live.Get(ctx, key, w); err != nil { // want `this Get replaces the api.Widget, with its change of Spec.Hosts and Spec.Size, by what is stored, and Update at line \d+ sends just that`
			return err
		}
		return s.client.Update(ctx, w)
	})
}

func (s *resizer) resizeMended(ctx context.Context, w *api.Widget, hosts []string) error {
	return s.change(ctx, w, func(w *api.Widget) { w.Spec.Size, w.Spec.Hosts = len(hosts), hosts })
}

func (s *resizer) change(ctx context.Context, w *api.Widget, set func(*api.Widget)) error {
	key := client.ObjectKeyFromObject(w)
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := s.live.Get(ctx, key, w); err != nil {
			return err
		}
		set(w)
		return s.client.Update(ctx, w)
	})
}

// What is wanted is kept, and put in again.
func (s *resizer) resizeKept(ctx context.Context, w *api.Widget, hosts []string) error {
	w.Spec.Size, w.Spec.Hosts = len(hosts), hosts
	spec := w.Spec
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := s.live.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return err
		}
		w.Spec = spec
		return s.client.Update(ctx, w)
	})
}

// It is read only if nobody has read it before: the change is made in between, or comes to nothing.
func (s *resizer) resizeRead(ctx context.Context, w *api.Widget) error {
	if w.ResourceVersion == "" {
		if err := s.live.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return err
		}
	}
	w.Spec.Size++
	return s.client.Update(ctx, w)
}

// The entry is gone, too, though the answer has none of that name.
func (r *Reconciler) merged(ctx context.Context, w *api.Widget) error {
	w.Annotations["seen"] = "yes"
	if err := r.live.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `this Get replaces the api.Widget, with its change of Annotations, by`
		return err
	}
	return r.Update(ctx, w)
}
