package paths

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

const finalizer = "shop.example.com/paths"

// Careful has no way from the write to the read.
type Careful struct {
	client.Client
}

// Reconcile leaves after each write.
func (r *Careful) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !w.DeletionTimestamp.IsZero() {
		controllerutil.RemoveFinalizer(&w, finalizer)
		return ctrl.Result{}, r.Update(ctx, &w)
	}
	if controllerutil.AddFinalizer(&w, finalizer) {
		if err := r.Update(ctx, &w); err != nil {
			return ctrl.Result{}, err
		}
		return ctrl.Result{Requeue: true}, nil
	}
	if w.Status.Phase == "" {
		w.Status.Phase = "New"
		if err := r.Status().Update(ctx, &w); err != nil {
			if apierrors.IsConflict(err) {
				return ctrl.Result{Requeue: true}, nil
			}
			return ctrl.Result{}, err
		}
		return ctrl.Result{}, nil
	}
	var again api.Widget
	if err := r.Get(ctx, req.NamespacedName, &again); err != nil {
		return ctrl.Result{}, err
	}
	again.Status.Made = again.Spec.Size
	return ctrl.Result{}, r.Status().Update(ctx, &again)
}

// The write has failed where the read is.
func (r *Careful) onError(ctx context.Context, w *api.Widget) error {
	if err := r.Update(ctx, w); err != nil {
		var now api.Widget
		if getErr := r.Get(ctx, client.ObjectKeyFromObject(w), &now); getErr != nil {
			return errors.Join(err, getErr)
		}
		now.Status.Phase = "Failed"
		return errors.Join(err, r.Status().Update(ctx, &now))
	}
	return nil
}

func (r *Careful) onErrorLater(ctx context.Context, w *api.Widget) (int, error) {
	err := r.Update(ctx, w)
	if err == nil {
		return w.Spec.Size, nil
	}
	if apierrors.IsInvalid(err) {
		return 0, err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return 0, err
	}
	return w.Spec.Size, err
}

// Two branches, one of which is taken.
func (r *Careful) eitherOr(ctx context.Context, w *api.Widget, write bool) (int, error) {
	if write {
		if err := r.Update(ctx, w); err != nil {
			return 0, err
		}
	} else {
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return 0, err
		}
	}
	return w.Spec.Size, nil
}

// A flag leads past the read.
func (r *Careful) flagged(ctx context.Context, w *api.Widget) (string, error) {
	changed := false
	if w.Spec.Colour == "" {
		w.Spec.Colour = "white"
		changed = true
		if err := r.Update(ctx, w); err != nil {
			return "", err
		}
	}
	if changed {
		return w.Spec.Colour, nil
	}
	var now api.Widget
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &now)
	return now.Spec.Colour, err
}

// The write is what is deferred.
func (r *Careful) deferred(ctx context.Context, key types.NamespacedName) (err error) {
	w := &api.Widget{}
	defer func() {
		err = errors.Join(err, r.Status().Update(ctx, w))
	}()
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	var cm corev1.ConfigMap
	if err := r.Get(ctx, key, &cm); err != nil {
		return err
	}
	w.Status.Phase = cm.Data["phase"]
	return nil
}

// Whoever panics reads no more.
func (r *Careful) panics(ctx context.Context, w *api.Widget) error {
	if w.Name == "" {
		if err := r.Update(ctx, w); err == nil {
			panic("a Widget without a name was written")
		}
	}
	return r.Get(ctx, client.ObjectKeyFromObject(w), w)
}

// The cases exclude each other.
func (r *Careful) cases(ctx context.Context, w *api.Widget) error {
	switch w.Status.Phase {
	case "Write":
		return r.Update(ctx, w)
	case "Read":
		return r.Get(ctx, client.ObjectKeyFromObject(w), w)
	}
	return nil
}

// What a function literal would do that nobody calls.
func (r *Careful) later(ctx context.Context, w *api.Widget) (func() error, error) {
	undo := func() error { return r.Update(ctx, w) }
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return nil, err
	}
	return undo, nil
}
