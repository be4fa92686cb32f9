package retrylost

import (
	"context"
	"errors"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"ctrllint.test/cr025/staleread/api"
)

// A Second tries once more by hand, with what the cache has.
type Second struct {
	Reconciler
	failed error
}

// Of the second refusal nobody hears: the helper forgets it.
func (s *Second) phase(ctx context.Context, w *api.Widget, phase string) error {
	w.Status.Phase = phase
	err := s.Status().Update(ctx, w)
	if apierrors.IsNotFound(err) {
		err = s.Update(ctx, w)
	}
	if err != nil {
		if !apierrors.IsConflict(err) {
			return err
		}
		if err := s.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `^warning: Get after a conflict reads the api.Widget from the cache, which may still hold the state that the .* was refused for; when the Status\(\)\.Update at second.go:\d+ is refused as well, nobody hears of it, and the change is lost; .*\[staleread/retrylost\]`
			return err
		}
		w.Status.Phase = phase
		if err := s.store(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

func (s *Second) store(ctx context.Context, w *api.Widget) error {
	err := s.Status().Update(ctx, w) // rests
	if apierrors.IsNotFound(err) {
		return s.Update(ctx, w)
	}
	return nil
}

// It is told, and that is all.
func (s *Second) size(ctx context.Context, w *api.Widget, size int) error {
	w.Spec.Size = size
	err := s.Update(ctx, w)
	if apierrors.IsConflict(err) {
		if err := s.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `^warning: .*when the Update at second.go:\d+ is refused as well, .*\[staleread/retrylost\]`
			return err
		}
		w.Spec.Size = size
		if err := s.Update(ctx, w); err != nil {
			log.FromContext(ctx).Error(err, "updating again")
		}
		return nil
	}
	return err
}

// The second refusal is returned.
func (s *Second) mended(ctx context.Context, w *api.Widget, phase string) error {
	w.Status.Phase = phase
	err := s.Status().Update(ctx, w)
	if apierrors.IsConflict(err) {
		if err := s.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `^note: .*so the next try may fail too.*\[staleread/retry\]`
			return err
		}
		w.Status.Phase = phase
		return s.storeOrFail(ctx, w)
	}
	return err
}

func (s *Second) storeOrFail(ctx context.Context, w *api.Widget) error {
	err := s.Status().Update(ctx, w)
	if apierrors.IsNotFound(err) {
		return s.Update(ctx, w)
	}
	return err
}

// It is kept for whoever asks.
func (s *Second) kept(ctx context.Context, w *api.Widget, phase string) error {
	w.Status.Phase = phase
	err := s.Status().Update(ctx, w)
	if apierrors.IsConflict(err) {
		if err := s.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `^note: .*\[staleread/retry\]`
			return err
		}
		w.Status.Phase = phase
		s.failed = s.Status().Update(ctx, w)
		return nil
	}
	return err
}

// The event of whoever was faster is waited for.
func (s *Second) waits(ctx context.Context, w *api.Widget, phase string) error {
	w.Status.Phase = phase
	err := s.Status().Update(ctx, w)
	if apierrors.IsConflict(err) {
		if err := s.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `^note: .*\[staleread/retry\]`
			return err
		}
		w.Status.Phase = phase
		if err := s.Status().Update(ctx, w); err != nil && !apierrors.IsConflict(err) {
			return errors.Join(err)
		}
		return nil
	}
	return err
}
