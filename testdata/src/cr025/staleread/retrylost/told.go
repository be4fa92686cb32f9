package retrylost

import (
	"context"
	"errors"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// logged never has another try.
func (r *Reconciler) logged(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.Get(ctx, key, cm); err != nil {
			return err
		}
		cm.Data = map[string]string{"state": "done"}
		if err := r.Update(ctx, cm); err != nil { // want `returns nil when Update of the corev1.ConfigMap is refused: the retry ends as if it had succeeded, and the change is lost.*\[staleread/retrylost\]`
			log.FromContext(ctx).Error(err, "updating")
		}
		return nil
	})
}

// An errorList keeps the texts of errors.
type errorList struct{ texts []string }

func (l *errorList) add(err error) { l.texts = append(l.texts, err.Error()) }

func (l *errorList) err() error {
	if len(l.texts) == 0 {
		return nil
	}
	return errors.New(strings.Join(l.texts, ", "))
}

// listed has no other try either, but its callers get to know of it.
func (r *Reconciler) listed(ctx context.Context, key client.ObjectKey) error {
	list := &errorList{}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.Get(ctx, key, cm); err != nil {
			return err
		}
		cm.Data = map[string]string{"state": "done"}
		if err := r.Update(ctx, cm); err != nil {
			list.add(fmt.Errorf("updating: %w", err))
		}
		return list.err()
	})
}

// kept puts the error where the caller finds it.
func (r *Reconciler) kept(ctx context.Context, key client.ObjectKey) error {
	var failed error
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.APIReader.Get(ctx, key, cm); err != nil {
			return err
		}
		cm.Data = map[string]string{"state": "done"}
		if err := r.Update(ctx, cm); err != nil {
			failed = err
		}
		return nil
	})
	return errors.Join(err, failed)
}

// wrapped returns the conflict, in another error.
func (r *Reconciler) wrapped(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.APIReader.Get(ctx, key, cm); err != nil {
			return err
		}
		cm.Data = map[string]string{"state": "done"}
		if err := r.Update(ctx, cm); err != nil {
			return fmt.Errorf("updating %s: %w", key, err)
		}
		return nil
	})
}
