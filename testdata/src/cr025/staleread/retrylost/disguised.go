package retrylost

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// The error has only the text of the conflict.
func (r *Mended) disguised(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.APIReader.Get(ctx, key, cm); err != nil {
			return fmt.Errorf("reading %s: %v", key, err)
		}
		cm.Data = map[string]string{"state": "done"}
		if err := r.Update(ctx, cm); err != nil { // want `^note: .* returns an error that has only the text of the conflict when Update of the corev1.ConfigMap is refused: there is no other try; wrap the conflict with %w.*\[staleread/retrylost\]`
			return fmt.Errorf("updating %s: %v", key, err)
		}
		return nil
	})
}

func (r *Mended) disguisedText(ctx context.Context, key client.ObjectKey) error {
	return retry.OnError(retry.DefaultRetry, apierrors.IsConflict, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.APIReader.Get(ctx, key, cm); err != nil {
			return err
		}
		cm.Data = map[string]string{"state": "done"}
		if err := r.Update(ctx, cm); err != nil { // want `^note: .* returns an error that has only the text of the conflict.*\[staleread/retrylost\]`
			return fmt.Errorf("updating %s: %s", key, err.Error())
		}
		return nil
	})
}

// It is wrapped.
func (r *Mended) wrapped(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.APIReader.Get(ctx, key, cm); err != nil {
			return fmt.Errorf("reading %s: %v", key, err)
		}
		cm.Data = map[string]string{"state": "done"}
		if err := r.Update(ctx, cm); err != nil {
			return fmt.Errorf("updating %s: %w", key, err)
		}
		return nil
	})
}

// Whatever the error, there is another try.
func (r *Mended) always(ctx context.Context, key client.ObjectKey) error {
	return retry.OnError(retry.DefaultRetry, func(error) bool { return true }, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.APIReader.Get(ctx, key, cm); err != nil {
			return err
		}
		cm.Data = map[string]string{"state": "done"}
		if err := r.Update(ctx, cm); err != nil {
			return fmt.Errorf("updating %s: %v", key, err)
		}
		return nil
	})
}

// Conflicts are returned as they are.
func (r *Mended) others(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.APIReader.Get(ctx, key, cm); err != nil {
			return err
		}
		cm.Data = map[string]string{"state": "done"}
		err := r.Update(ctx, cm)
		if err != nil && !apierrors.IsConflict(err) {
			return fmt.Errorf("updating %s: %v", key, err)
		}
		return err
	})
}

// It is made anew of the text.
func (r *Mended) disguisedAnew(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.APIReader.Get(ctx, key, cm); err != nil {
			return err
		}
		cm.Data = map[string]string{"state": "done"}
		if err := r.Update(ctx, cm); err != nil { // want `^note: .* returns an error that has only the text of the conflict.*\[staleread/retrylost\]`
			return errors.New("updating: " + err.Error())
		}
		return nil
	})
}

// The text is only logged, and what is returned says something else on purpose.
func (r *Mended) toldElsewhere(ctx context.Context, key client.ObjectKey, told func(string)) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.APIReader.Get(ctx, key, cm); err != nil {
			return err
		}
		cm.Data = map[string]string{"state": "done"}
		if err := r.Update(ctx, cm); err != nil {
			told(err.Error())
			return errStopped
		}
		return nil
	})
}

var errStopped = errors.New("stopped")
