package after

import (
	"context"
	"sync"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Recorder keeps records in a ConfigMap, as that of crane (pkg/oom/recorder.go) does. What its functions defer has no
// influence on what they return.
type Recorder struct {
	client.Client
	mu sync.Mutex
}

// Save changes nothing of what the server has where the read has failed, whose error it returns.
func (r *Recorder) Save(ctx context.Context, key client.ObjectKey, records string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	saved := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, saved); err != nil {
		if apierrors.IsNotFound(err) {
			saved.Data = map[string]string{"records": records}
			return r.Create(ctx, saved)
		}
		saved.Data = map[string]string{"records": records}
		return err
	}
	saved.Data = map[string]string{"records": records}
	return r.Update(ctx, saved)
}

// Told is Save with an error that a deferred function looks at, and leaves as it is.
func (r *Recorder) Told(ctx context.Context, key client.ObjectKey, records string, tell func(error)) (err error) {
	defer func() {
		if err != nil {
			tell(err)
		}
	}()
	saved := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, saved); err != nil {
		saved.Data = map[string]string{"records": records}
		return err
	}
	saved.Data = map[string]string{"records": records}
	return r.Update(ctx, saved)
}

// Forgive forgets the error that it returns.
func (r *Recorder) Forgive(ctx context.Context, key client.ObjectKey, records string) (err error) {
	defer func() {
		if apierrors.IsNotFound(err) {
			err = nil
		}
	}()
	saved := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, saved); err != nil {
		saved.Data = map[string]string{"records": records} // want `this changes Data of the corev1.ConfigMap that Get \(deferring.go:\d+\) has read, and nothing uses it afterwards.*\[lostwrite/after\]`
		return err
	}
	saved.Data = map[string]string{"records": records}
	return r.Update(ctx, saved)
}

// Skip returns nil without a write.
func (r *Recorder) Skip(ctx context.Context, key client.ObjectKey, records string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	saved := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, saved); err != nil {
		return err
	}
	saved.Data = map[string]string{"records": records} // want `this changes Data of the corev1.ConfigMap that Get \(deferring.go:\d+\) has read, and nothing uses it afterwards.*\[lostwrite/after\]`
	return nil
}
