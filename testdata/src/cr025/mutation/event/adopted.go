package event

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// An adopter gives objects their owners, and takes those from them that they should not have.
type adopter struct{ client client.Client }

func (a *adopter) claim(ctx context.Context, owner *corev1.Node, obj client.Object) error {
	if len(obj.GetOwnerReferences()) > 0 {
		return a.release(ctx, obj)
	}
	return a.adopt(ctx, owner, obj)
}

func (a *adopter) release(ctx context.Context, obj client.Object) error {
	return a.client.Patch(ctx, obj, client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"ownerReferences":null}}`)))
}

func (a *adopter) adopt(ctx context.Context, owner *corev1.Node, obj client.Object) error {
	if err := controllerutil.SetControllerReference(owner, obj, a.client.Scheme()); err != nil {
		return err
	}
	return a.client.Patch(ctx, obj, client.RawPatch(types.MergePatchType, []byte(`{}`)))
}

// handlers say of all that is done behind one call what nobody may miss, and not that a client writes an answer.
func (a *adopter) handlers(owner *corev1.Node) handler.Funcs {
	return handler.Funcs{
		CreateFunc: func(ctx context.Context, e event.CreateEvent, _ workqueue.TypedRateLimitingInterface[reconcile.Request]) {
			_ = a.claim(ctx, owner, e.Object) // want `error: event.adopter.adopt \(adopted.go:\d+\) changes OwnerReferences of the object.*\[mutation/event\]`
		},
		UpdateFunc: func(ctx context.Context, e event.UpdateEvent, _ workqueue.TypedRateLimitingInterface[reconcile.Request]) {
			_ = a.claim(ctx, owner, e.ObjectNew.DeepCopyObject().(client.Object))
		},
	}
}

// released only has the answer written.
func (a *adopter) released(owner *corev1.Node) handler.Funcs {
	return handler.Funcs{
		CreateFunc: func(ctx context.Context, e event.CreateEvent, _ workqueue.TypedRateLimitingInterface[reconcile.Request]) {
			_ = a.release(ctx, e.Object) // want `note: event.adopter.release \(adopted.go:\d+\) writes the server's answer into the object.*\[mutation/event\]`
		},
	}
}

// first writes by one call and changes by a later one.
func (a *adopter) first(owner *corev1.Node) handler.Funcs {
	return handler.Funcs{
		CreateFunc: func(ctx context.Context, e event.CreateEvent, _ workqueue.TypedRateLimitingInterface[reconcile.Request]) {
			if a.release(ctx, e.Object) != nil {
				_ = a.adopt(ctx, owner, e.Object) // want `error: event.adopter.adopt \(adopted.go:\d+\) changes OwnerReferences of the object.*\[mutation/event\]`
			}
		},
	}
}
