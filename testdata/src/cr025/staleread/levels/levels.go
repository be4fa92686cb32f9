// Package levels has stale reads that only cost a try, and such that do more.
package levels

import (
	"context"
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// R is a reconciler.
type R struct{ client.Client }

// Reconcile does nothing here.
func (r *R) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

// All that comes of it is an update that conflicts.
func (r *R) conflicts(ctx context.Context, req ctrl.Request) error {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return err
	}
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil { // want `note: .*\[staleread/get\]`
		return err
	}
	w.Status.Phase = "Ready"
	return r.Status().Update(ctx, w)
}

// What was read decides.
func (r *R) decides(ctx context.Context, req ctrl.Request) error {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return err
	}
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil { // want `warning: .*\[staleread/get\]`
		return err
	}
	if w.Spec.Size < 3 {
		return r.Delete(ctx, &api.Gadget{})
	}
	w.Status.Phase = "Ready"
	return r.Status().Update(ctx, w)
}

// Without the resource version, the update undoes the one before.
func (r *R) undone(ctx context.Context, req ctrl.Request) error {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return err
	}
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil { // want `warning: .*\[staleread/get\]`
		return err
	}
	w.ResourceVersion = ""
	w.Spec.Colour = "x"
	return r.Update(ctx, w)
}

// The error of the update is lost, and the status with it.
func (r *R) lost(ctx context.Context, req ctrl.Request) error {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return err
	}
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil { // want `warning: .*\[staleread/get\]`
		return err
	}
	w.Status.Phase = "Ready"
	r.Status().Update(ctx, w)
	return nil
}

// What isn't found is an error, and the queue tries again.
func (r *R) created(ctx context.Context, g *api.Gadget) (string, error) {
	if err := r.Create(ctx, g); err != nil {
		return "", err
	}
	serial, err := r.serial(ctx, client.ObjectKeyFromObject(g))
	if err != nil {
		return "", fmt.Errorf("gadget %s: %w", g.Name, err)
	}
	return serial, nil
}

func (r *R) serial(ctx context.Context, key client.ObjectKey) (string, error) {
	var g api.Gadget
	if err := r.Get(ctx, key, &g); err != nil { // want `note: .*\[staleread/get\]`
		return "", err
	}
	return g.Serial, nil
}

// It expects that, and asks to come back.
func (r *R) comesBack(ctx context.Context, g *api.Gadget) (ctrl.Result, error) {
	if err := r.Create(ctx, g); err != nil {
		return ctrl.Result{}, err
	}
	var now api.Gadget
	if err := r.Get(ctx, client.ObjectKeyFromObject(g), &now); apierrors.IsNotFound(err) {
		return ctrl.Result{RequeueAfter: time.Second}, nil
	} else if err != nil {
		return ctrl.Result{}, err
	}
	now.Serial = "known"
	return ctrl.Result{}, r.Update(ctx, &now)
}

// What isn't found is left until the next event.
func (r *R) gone(ctx context.Context, g *api.Gadget) (ctrl.Result, error) {
	if err := r.Create(ctx, g); err != nil {
		return ctrl.Result{}, err
	}
	var now api.Gadget
	if err := r.Get(ctx, client.ObjectKeyFromObject(g), &now); err != nil { // want `note: .*\[staleread/get\]`
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	now.Serial = "known"
	return ctrl.Result{}, r.Update(ctx, &now)
}

// What isn't found is made, elsewhere.
func (r *R) again(ctx context.Context, g *api.Gadget) error {
	if err := r.Create(ctx, g); err != nil {
		return err
	}
	var now api.Gadget
	if err := r.Get(ctx, client.ObjectKeyFromObject(g), &now); err != nil { // want `warning: .*\[staleread/get\]`
		if createErr := r.Create(ctx, &api.Widget{ObjectMeta: g.ObjectMeta}); createErr != nil {
			return createErr
		}
		return err
	}
	return nil
}

// CreateOrUpdate makes what it doesn't find, and fails, or updates what it finds, and conflicts.
func (r *R) composite(ctx context.Context, g *api.Gadget) error {
	if err := r.Create(ctx, g); err != nil {
		return err
	}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, g, func() error { // want `note: .*\[staleread/composite\]`
		g.Serial = "known"
		return nil
	})
	return err
}

// A difference to what was before may have nothing in it that undoes what was set since, or all.
func (r *R) compositePatch(ctx context.Context, g *api.Gadget) error {
	g.Serial = "new"
	if err := r.Update(ctx, g); err != nil {
		return err
	}
	_, err := controllerutil.CreateOrPatch(ctx, r.Client, g, func() error { // want `warning: .*\[staleread/composite\]`
		g.Serial += "er"
		return nil
	})
	return err
}

// After a delete the object is still there, and nothing is made in its place.
func (r *R) compositeDelete(ctx context.Context, g *api.Gadget) error {
	if err := r.Delete(ctx, g); err != nil {
		return err
	}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, g, func() error { // want `warning: .*\[staleread/composite\]`
		g.Serial = "known"
		return nil
	})
	return err
}
