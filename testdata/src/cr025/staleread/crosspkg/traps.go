package crosspkg

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/crosspkg/mark"
	"ctrllint.test/cr025/staleread/crosspkg/store"
)

// The reader is live, and the helper takes what it gets.
func (r *Reconciler) liveThere(ctx context.Context, w *api.Widget) (int, error) {
	if err := store.Save(ctx, r.Client, w); err != nil {
		return 0, err
	}
	now, err := store.Load(ctx, r.APIReader, client.ObjectKeyFromObject(w))
	if err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

func (r *Reconciler) fresh(ctx context.Context, cm *corev1.ConfigMap) (string, error) {
	if err := r.store.Put(ctx, cm); err != nil {
		return "", err
	}
	return r.store.Fresh(ctx, client.ObjectKeyFromObject(cm), "size")
}

// The helper says whether it has written.
func (r *Reconciler) labelled(ctx context.Context, w *api.Widget) (int, error) {
	if done, err := store.Label(ctx, r.Client, w); err != nil || done {
		return 0, err
	}
	now, err := store.Load(ctx, r.Client, client.ObjectKeyFromObject(w))
	if err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

func (r *Reconciler) otherKey(ctx context.Context, w *api.Widget) (int, error) {
	if err := store.Save(ctx, r.Client, w); err != nil {
		return 0, err
	}
	parent, err := store.Load(ctx, r.Client, client.ObjectKey{Namespace: w.Namespace, Name: w.Spec.Parent})
	if err != nil {
		return 0, err
	}
	return parent.Spec.Size, nil
}

func (r *Reconciler) otherKind(ctx context.Context, w *api.Widget) (string, error) {
	if err := store.Save(ctx, r.Client, w); err != nil {
		return "", err
	}
	return r.store.Value(ctx, client.ObjectKeyFromObject(w), "size")
}

func (r *Reconciler) retriedLive(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		w, err := store.Load(ctx, r.APIReader, key)
		if err != nil {
			return err
		}
		w.Spec.Size++
		return store.Save(ctx, r.Client, w)
	})
}

func (r *Reconciler) onError(ctx context.Context, w *api.Widget) (*api.Widget, error) {
	if err := store.Save(ctx, r.Client, w); err != nil {
		return store.Load(ctx, r.Client, client.ObjectKeyFromObject(w))
	}
	return w, nil
}

// The mark is in the annotations.
func (r *Reconciler) marked(ctx context.Context, key client.ObjectKey) error {
	var cm corev1.ConfigMap
	if err := r.Get(ctx, key, &cm); err != nil {
		return err
	}
	mark.On(&cm)
	if err := r.Update(ctx, &cm); err != nil {
		return err
	}
	var now corev1.ConfigMap
	if err := r.Get(ctx, key, &now); err != nil {
		return err
	}
	if now.Data["size"] == "large" {
		return r.Delete(ctx, &now)
	}
	return nil
}

// Which kind it is doesn't change.
func (r *Reconciler) ofKind(ctx context.Context, obj client.Object) error {
	if err := r.Update(ctx, obj); err != nil {
		return err
	}
	now := obj.DeepCopyObject().(client.Object)
	if err := r.Get(ctx, client.ObjectKeyFromObject(obj), now); err != nil { // want `note: .*\[staleread/get\]`
		return err
	}
	if now.GetObjectKind().GroupVersionKind().Kind == "Pod" {
		return r.Delete(ctx, now)
	}
	return nil
}

// What is set isn't known; but an update leaves the status alone, which somebody else makes of it later.
func (r *Reconciler) graded(ctx context.Context, key client.ObjectKey) error {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil {
		return err
	}
	mark.Any(&w)
	if err := r.Update(ctx, &w); err != nil {
		return err
	}
	var now api.Widget
	if err := r.Get(ctx, key, &now); err != nil {
		return err
	}
	if now.Status.Phase == "Large" {
		return r.Delete(ctx, &now)
	}
	return nil
}

// The rest of it may be what was set.
func (r *Reconciler) sized(ctx context.Context, key client.ObjectKey) error {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil {
		return err
	}
	mark.Any(&w)
	if err := r.Update(ctx, &w); err != nil {
		return err
	}
	var now api.Widget
	if err := r.Get(ctx, key, &now); err != nil { // want `warning: .*Widget.*Spec.Size decides.*\[staleread/get\]`
		return err
	}
	if now.Spec.Size == 3 {
		return r.Delete(ctx, &now)
	}
	return nil
}
