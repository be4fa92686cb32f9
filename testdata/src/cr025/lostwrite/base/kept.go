package base

import (
	"context"
	"errors"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// A statusRequest is an object of which the status is to be patched.
type statusRequest struct {
	obj   client.Object
	patch client.Patch
}

// checkAll collects what it has to patch; kube-logging/logging-operator pkg/resources/model/reconciler.go before commit
// 9336d5b9.
func (r *Reconciler) checkAll(ctx context.Context, widgets []api.Widget) error {
	var requests []statusRequest
	register := func(obj client.Object) {
		requests = append(requests, statusRequest{
			obj:   obj,
			patch: client.MergeFrom(obj), // want `the base of this patch is the very object that Status\(\).Patch at line 34 patches with it, so that there is never a difference`
		})
	}
	for i := range widgets {
		register(&widgets[i])
		widgets[i].Status.Phase = "Checked"
	}
	var errs error
	for _, req := range requests {
		errs = errors.Join(errs, r.Status().Patch(ctx, req.obj, req.patch)) // rests
	}
	return errs
}

func (r *Reconciler) checkAllMended(ctx context.Context, widgets []api.Widget) error {
	var requests []statusRequest
	register := func(obj client.Object) {
		requests = append(requests, statusRequest{obj, client.MergeFrom(obj.DeepCopyObject().(client.Object))})
	}
	for i := range widgets {
		register(&widgets[i])
		widgets[i].Status.Phase = "Checked"
	}
	for _, req := range requests {
		if err := r.Status().Patch(ctx, req.obj, req.patch); err != nil {
			return err
		}
	}
	return nil
}

// What is patched is a copy that is kept beside the object.
type copyRequest struct {
	of, obj client.Object
	patch   client.Patch
}

func (r *Reconciler) checkCopies(ctx context.Context, widgets []api.Widget) error {
	var requests []copyRequest
	for i := range widgets {
		changed := widgets[i].DeepCopy()
		changed.Status.Phase = "Checked"
		requests = append(requests, copyRequest{of: &widgets[i], obj: changed, patch: client.MergeFrom(&widgets[i])})
	}
	for _, req := range requests {
		if err := r.Status().Patch(ctx, req.obj, req.patch); err != nil {
			return err
		}
	}
	return nil
}

// The object is another one when it is patched.
type laterRequest struct {
	obj   *api.Widget
	patch client.Patch
}

func (r *Reconciler) checkLater(ctx context.Context, widgets []api.Widget) error {
	var requests []*laterRequest
	for i := range widgets {
		requests = append(requests, &laterRequest{&widgets[i], client.MergeFrom(&widgets[i])})
	}
	for _, req := range requests {
		req.obj = req.obj.DeepCopy()
		req.obj.Status.Phase = "Checked"
		if err := r.Status().Patch(ctx, req.obj, req.patch); err != nil {
			return err
		}
	}
	return nil
}

// What is patched is in another struct.
func (r *Reconciler) checkNext(ctx context.Context, widgets []api.Widget) error {
	var requests []nextRequest
	for i := range widgets {
		requests = append(requests, nextRequest{&widgets[i], client.MergeFrom(&widgets[i])})
	}
	for i, req := range requests[1:] {
		if err := r.Status().Patch(ctx, req.obj, requests[i].patch); err != nil {
			return err
		}
	}
	return nil
}

type nextRequest struct {
	obj   *api.Widget
	patch client.Patch
}
