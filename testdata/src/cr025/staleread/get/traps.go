package get

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// All reads come first.
func (r *Mended) readsFirst(ctx context.Context, key types.NamespacedName) error {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil {
		return err
	}
	var cm corev1.ConfigMap
	if err := r.Get(ctx, key, &cm); err != nil {
		return err
	}
	w.Spec.Config = cm.Data
	return r.Update(ctx, &w)
}

// Another kind of the same key.
func (r *Mended) otherKind(ctx context.Context, w *api.Widget) (map[string]string, error) {
	if err := r.Update(ctx, w); err != nil {
		return nil, err
	}
	var cm corev1.ConfigMap
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &cm)
	return cm.Data, err
}

// Nothing is persisted.
func (r *Mended) rehearsal(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.Update(ctx, w.DeepCopy(), client.DryRunAll); err != nil {
		return 0, err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

func (r *Mended) rehearsedCreate(ctx context.Context, cm *corev1.ConfigMap) (map[string]string, error) {
	if err := r.Create(ctx, cm.DeepCopy(), &client.CreateOptions{DryRun: []string{"All"}}); err != nil {
		return nil, err
	}
	var now corev1.ConfigMap
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), &now)
	return now.Data, err
}

// Only whether it exists is asked, which an update does not change.
func (r *Mended) stillThere(ctx context.Context, w *api.Widget) (bool, error) {
	if err := r.Update(ctx, w); err != nil {
		return false, err
	}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &api.Widget{})
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	return err == nil, err
}

// The identity of an object never changes.
func (r *Mended) sameOne(ctx context.Context, w *api.Widget) (bool, error) {
	if err := r.Update(ctx, w); err != nil {
		return false, err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return false, client.IgnoreNotFound(err)
	}
	return now.UID == w.UID, nil
}

// The cache is asked whether it has caught up, and nothing else.
func (r *Mended) caughtUp(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	if err := r.Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	var seen api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &seen); err != nil {
		return ctrl.Result{}, err
	}
	if seen.ResourceVersion != w.ResourceVersion {
		return ctrl.Result{RequeueAfter: 1}, nil
	}
	return ctrl.Result{}, nil
}
