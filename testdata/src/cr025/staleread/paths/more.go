package paths

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// A second is often enough, and often is not always.
func (r *Reconciler) sleeps(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	time.Sleep(time.Second)
	var now api.Widget
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &now) // want `Widget.*\[staleread/get\]`
	return now.Spec.Size, err
}

// Whether it was made or was there already, it is read.
func (r *Reconciler) atLeast(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	if err := r.Create(ctx, cm); err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(cm), cm); err != nil { // want `ConfigMap.*\[staleread/(get|exists)\]`
		return err
	}
	cm.Data = w.Spec.Config
	return r.Update(ctx, cm)
}

// A method is deferred, and reads when all is written.
func (r *Reconciler) defersMethod(ctx context.Context, req ctrl.Request) error {
	defer r.writeStatus(ctx, req)
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return err
	}
	w.Spec.Size++
	return r.Update(ctx, w)
}

func (r *Reconciler) writeStatus(ctx context.Context, req ctrl.Request) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil { // want `Widget.*\[staleread/get\]`
		return
	}
	w.Status.Phase = "Deferred"
	_ = r.Status().Update(ctx, w)
}

// Each of the items is written and read again.
func (r *Reconciler) items(ctx context.Context) error {
	var all api.WidgetList
	if err := r.List(ctx, &all); err != nil {
		return err
	}
	for i := range all.Items {
		w := &all.Items[i]
		w.Spec.Size++
		if err := r.Update(ctx, w); err != nil {
			return err
		}
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `Widget.*\[staleread/get\]`
			return err
		}
		w.Status.Made = w.Spec.Size
		if err := r.Status().Update(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

// A jump leads past the read.
func (r *Careful) jumps(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size == 0 {
		if err := r.Update(ctx, w); err != nil {
			return err
		}
		goto done
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	w.Spec.Size = 7
done:
	return nil
}

// The cases that write leave.
func (r *Careful) switches(ctx context.Context, req ctrl.Request, w *api.Widget) error {
	switch {
	case !w.DeletionTimestamp.IsZero():
		if controllerutil.RemoveFinalizer(w, finalizer) {
			if err := r.Update(ctx, w); err != nil {
				return err
			}
		}
		return nil
	case controllerutil.AddFinalizer(w, finalizer):
		return r.Update(ctx, w)
	}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return err
	}
	w.Spec.Size++
	return r.Update(ctx, w)
}

// Nil is what is returned for one that was just made.
func (r *Careful) nilWhenMade(ctx context.Context, w *api.Widget) (map[string]string, error) {
	cm, err := r.getOrMake(ctx, w)
	if err != nil || cm == nil {
		return nil, err
	}
	var again corev1.ConfigMap
	err = r.Get(ctx, client.ObjectKeyFromObject(w), &again)
	return again.Data, err
}

func (r *Careful) getOrMake(ctx context.Context, w *api.Widget) (*corev1.ConfigMap, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), cm)
	if apierrors.IsNotFound(err) {
		return nil, r.Create(ctx, cm)
	}
	return cm, err
}

// From child to parent, each another one.
func (r *Careful) ancestors(ctx context.Context, w *api.Widget, depth int) error {
	if depth == 0 {
		return nil
	}
	var parent api.Widget
	if err := r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: w.Spec.Parent}, &parent); err != nil {
		return err
	}
	parent.Status.Made++
	if err := r.Status().Update(ctx, &parent); err != nil {
		return err
	}
	return r.ancestors(ctx, &parent, depth-1)
}

// The error is in a variable of the function around the literal: what is read is what was refused.
func (r *Reconciler) settle(ctx context.Context, w *api.Widget) (err error) {
	for range 3 {
		if settled, failed := func() (bool, error) {
			err = r.store(ctx, w)
			if err == nil {
				return true, nil
			}
			now := &api.Widget{}
			if err = r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil {
				return false, err
			}
			w.Status = now.Status
			return false, nil
		}(); settled || failed != nil {
			return failed
		}
	}
	return err
}

func (r *Reconciler) store(ctx context.Context, w *api.Widget) error {
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	return nil
}
