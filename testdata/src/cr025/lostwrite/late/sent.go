package late

import (
	"context"
	"errors"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// A sender patches copies: the object doesn't get the answers.
type sender struct {
	c      client.Client
	before client.Object
}

func newSender(c client.Client, obj client.Object) (*sender, error) {
	if obj == nil {
		return nil, errors.New("no object")
	}
	return &sender{c, obj.DeepCopyObject().(client.Object)}, nil
}

func (s *sender) send(ctx context.Context, obj client.Object) error {
	after := obj.DeepCopyObject().(client.Object)
	err := s.c.Patch(ctx, after, client.MergeFrom(s.before))
	after = obj.DeepCopyObject().(client.Object)
	return errors.Join(err, s.c.Status().Patch(ctx, after, client.MergeFrom(s.before)))
}

// A scope is what is needed for one Widget.
type scope struct{ w *api.Widget }

func (s *scope) ready() { s.w.Status.Phase = "Ready" }

// store makes the base of what has been changed; nutanix-cloud-native/cluster-api-provider-nutanix
// controllers/nutanixmachine_controller.go before commit 93498365.
func (r *Reconciler) store(ctx context.Context, s *scope) error {
	sender, err := newSender(r.Client, s.w) // rests
	if err != nil {
		return err
	}
	return sender.send(ctx, s.w) // want `this sends no change of the api.Widget: the base of the patch is a copy that is made when all changes are, so that there is no difference; make the copy before the changes`
}

func (r *Reconciler) storeNow(ctx context.Context, s *scope) error {
	s.w.Status.Phase = "Stored"
	return r.store(ctx, s)
}

func (r *Reconciler) storeMended(ctx context.Context, s *scope, before *api.Widget) error {
	sender, err := newSender(r.Client, before)
	if err != nil {
		return err
	}
	return sender.send(ctx, s.w)
}

// read has the Widget for itself.
func (r *Reconciler) read(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Status.Phase = "Read" // rests
	sender, err := newSender(r.Client, w)
	if err != nil {
		return err
	}
	w.Labels = map[string]string{"read": "yes"}
	return sender.send(ctx, w) // want `the Status\(\).Patch at sent.go:\d+ does not send the change of Status.Phase: the copy of the api.Widget that is its base was made after the change`
}

func (r *Reconciler) readMended(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	sender, err := newSender(r.Client, w)
	if err != nil {
		return err
	}
	w.Status.Phase = "Read"
	return sender.send(ctx, w)
}

// The object still has the change when it is written.
func (r *Reconciler) readAgain(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Status.Phase = "Read"
	sender, err := newSender(r.Client, w)
	if err != nil {
		return err
	}
	if err := sender.send(ctx, w); err != nil {
		return err
	}
	return r.Status().Update(ctx, w)
}

// Others have the object too, and change it between.
func (r *Reconciler) storeReady(ctx context.Context, s *scope, w *api.Widget) error {
	sender, err := newSender(r.Client, w)
	if err != nil {
		return err
	}
	s.ready()
	return sender.send(ctx, w)
}

func (r *Reconciler) storeSet(ctx context.Context, s *scope, w *api.Widget) error {
	sender, err := newSender(r.Client, w)
	if err != nil {
		return err
	}
	s.w.Status.Phase = "Set"
	return sender.send(ctx, w)
}

// What is sent has another label.
func (r *Reconciler) sendLabelled(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	after := w.DeepCopy()
	after.Labels = map[string]string{"sent": "yes"}
	return r.Patch(ctx, after, client.MergeFrom(base))
}
