package status

import (
	"context"
	"errors"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

// A run is one reconcile of a Widget, whose methods set its status, and write it.
type run struct {
	client.Client
	w *api.Widget
}

func (r *run) reconcile(ctx context.Context) error {
	r.start()                              // rests
	if err := r.protect(ctx); err != nil { // want `the Update at inside.go:\d+ does not store the change of Status.Phase, and replaces the api.Widget in memory with the server's answer, so that Status\(\).Update at line \d+ writes the old state`
		return err
	}
	return r.writeStatus(ctx)
}

func (r *run) start() { r.set("Started") }

func (r *run) set(phase string) { r.w.Status.Phase = phase }

func (r *run) protect(ctx context.Context) error {
	if controllerutil.AddFinalizer(r.w, finalizer) {
		return r.Update(ctx, r.w)
	}
	return nil
}

func (r *run) writeStatus(ctx context.Context) error { return r.Status().Update(ctx, r.w) }

func (r *run) reconcileMended(ctx context.Context) error {
	if err := r.protect(ctx); err != nil {
		return err
	}
	r.start()
	return r.writeStatus(ctx)
}

// What is set before the update is set again after it.
func (r *run) again(ctx context.Context) error {
	r.start()
	if err := r.protect(ctx); err != nil {
		return err
	}
	r.set("Protected")
	return r.writeStatus(ctx)
}

// The field has another Widget when it is updated.
func (r *run) others(ctx context.Context, next *api.Widget) error {
	r.start()
	if err := r.writeStatus(ctx); err != nil {
		return err
	}
	r.set("Left")
	r.w = next
	if err := r.protect(ctx); err != nil {
		return err
	}
	return r.writeStatus(ctx)
}

func (r *run) turn(ctx context.Context, next *api.Widget) error {
	r.set("Left")
	r.take(next)
	if err := r.protect(ctx); err != nil {
		return err
	}
	return r.writeStatus(ctx)
}

func (r *run) take(next *api.Widget) { r.w = next }

// What is set is in a Widget that the field gets for the time being.
func (r *run) apart(ctx context.Context) error {
	r.tryOut("Tried")
	if err := r.protect(ctx); err != nil {
		return err
	}
	return r.writeStatus(ctx)
}

func (r *run) tryOut(phase string) {
	w := r.w
	r.w = w.DeepCopy()
	r.w.Status.Phase = phase
	r.w = w
}

// A manager is like it, and writes by a function for all objects; metal3-io/cluster-api-provider-metal3
// baremetal/metal3machine_manager.go until issue 46 was closed.
type manager struct {
	client client.Client
	w      *api.Widget
}

func (m *manager) associate(ctx context.Context) error {
	m.w.Status.Phase = "Associated" // rests
	m.w.Annotations = map[string]string{"host": "one"}
	if err := updateObject(ctx, m.client, m.w); err != nil { // want `the Update at inside.go:\d+ does not store the change of Status.Phase`
		return err
	}
	return nil
}

func updateObject(ctx context.Context, c client.Client, obj client.Object) error {
	err := c.Update(ctx, obj)
	if apierrors.IsConflict(err) {
		return errors.New("it is to be tried again")
	}
	return err
}

func (m *manager) associateMended(ctx context.Context) error {
	m.w.Annotations = map[string]string{"host": "one"}
	if err := updateObject(ctx, m.client, m.w); err != nil {
		return err
	}
	m.w.Status.Phase = "Associated"
	return nil
}

// The object is written where it may be, and the caller writes its status otherwise.
func (m *manager) perhaps(ctx context.Context) error {
	m.w.Status.Phase = "Perhaps"
	if err := updateNamed(ctx, m.client, m.w); err != nil {
		return err
	}
	return nil
}

func updateNamed(ctx context.Context, c client.Client, obj client.Object) error {
	if obj.GetName() == "" {
		return nil
	}
	return updateObject(ctx, c, obj)
}

// A conflict is no error.
func (m *manager) unlessConflict(ctx context.Context) error {
	m.w.Status.Phase = "Unless"
	if err := updateIgnoring(ctx, m.client, m.w); err != nil {
		return err
	}
	return nil
}

func updateIgnoring(ctx context.Context, c client.Client, obj client.Object) error {
	if err := c.Update(ctx, obj); err != nil && !apierrors.IsConflict(err) {
		return err
	}
	return nil
}
