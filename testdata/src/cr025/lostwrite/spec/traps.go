package spec

import (
	"context"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// Defaults are for the program itself.
func (r *Reconciler) defaulted(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size == 0 {
		w.Spec.Size = 1
	}
	w.Status.Made = w.Spec.Size
	return r.Status().Update(ctx, w)
}

// The API server stores the annotations of a Node with its status.
func (r *Reconciler) annotated(ctx context.Context, node *corev1.Node) error {
	node.Annotations = map[string]string{"backend": "vxlan"}
	return r.Status().Update(ctx, node)
}

// The rest is written by another path.
func (r *Reconciler) either(ctx context.Context, w *api.Widget, only bool) error {
	w.Labels = map[string]string{"state": "done"}
	if only {
		return r.Status().Update(ctx, w)
	}
	return r.Update(ctx, w)
}

// What was changed is asked for before it is written; openshift/machine-api-operator pkg/controller/machine/controller.go
// line 187 at commit bc93a291.
func (r *Reconciler) counted(ctx context.Context, w *api.Widget) error {
	count := len(w.Finalizers)
	if !slices.Contains(w.Finalizers, finalizer) {
		w.Finalizers = append(w.Finalizers, finalizer)
	}
	if len(w.Finalizers) > count {
		return r.Update(ctx, w)
	}
	w.Status.Phase = "Ready"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	w.Annotations = map[string]string{"ready": "yes"}
	return r.Update(ctx, w)
}

// The default is for what comes behind, which has set the status.
func (r *Reconciler) defaults(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	if w.Spec.Size == 0 {
		w.Spec.Size = 1
	}
	w.Status.Made = w.Spec.Size
	return r.Status().Update(ctx, w)
}

// Whether the caller has set the status can't be known.
func (r *Reconciler) given(ctx context.Context, w *api.Widget) error {
	w.Spec.Size = 1
	return r.Status().Update(ctx, w)
}

// What a helper changes for the moment, it puts back.
func (r *Reconciler) forTheMoment(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Status.Phase = doubled(w)
	return r.Status().Update(ctx, w)
}

func doubled(w *api.Widget) string {
	old := w.Spec.Size
	w.Spec.Size = 2 * old
	text := fmt.Sprint(w.Spec.Size, w.Spec.Hosts)
	w.Spec.Size = old
	return text
}

func (r *Reconciler) untilTheEnd(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Status.Phase = doubledUntilEnd(w)
	return r.Status().Update(ctx, w)
}

func doubledUntilEnd(w *api.Widget) string {
	old := w.Spec.Size
	defer func() { w.Spec.Size = old }()
	w.Spec.Size = 2 * old
	return fmt.Sprint(w.Spec.Size, w.Spec.Hosts)
}

// What is sent is the object itself, which the function gives back; hazelcast/hazelcast-platform-operator
// internal/controller/hazelcast/usercodenamespace_controller.go line 87 at commit 0f13b8d4.
func (r *Reconciler) givenBack(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return client.IgnoreNotFound(err)
	}
	if err := r.Update(ctx, seen(w)); err != nil {
		return err
	}
	w.Status.Phase = "Seen"
	return r.Status().Update(ctx, w)
}

// So it is by way of another package, and two functions.
func (r *Reconciler) givenBackBeyond(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return client.IgnoreNotFound(err)
	}
	if err := r.Update(ctx, api.Seen(w)); err != nil {
		return err
	}
	w.Status.Phase = "Seen"
	return r.Status().Update(ctx, w)
}

// The change was sent, and refused: the status says so, and the change is made again in the next round.
func (r *Reconciler) refused(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return client.IgnoreNotFound(err)
	}
	w.Labels = map[string]string{"state": "done"}
	err := r.Update(ctx, w)
	if apierrors.IsConflict(err) {
		return r.Get(ctx, key, w)
	}
	if err != nil {
		w.Status.Phase = "Failed"
		return r.Status().Update(ctx, w)
	}
	return nil
}

// seen marks an object, and gives it back.
func seen(object client.Object) client.Object {
	annotations := object.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	annotations["seen"] = "yes"
	object.SetAnnotations(annotations)
	return object
}

// The networks are put in order for a ConfigMap, and nobody wants that stored.
func (r *Reconciler) sorted(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := r.Get(ctx, key, node); err != nil {
		return err
	}
	if err := r.publish(ctx, node); err != nil {
		return err
	}
	node.Status.Phase = corev1.NodeRunning
	return r.Status().Update(ctx, node)
}

func (r *Reconciler) publish(ctx context.Context, node *corev1.Node) error {
	cidrs := node.Spec.PodCIDRs
	slices.Sort(cidrs)
	cm := &corev1.ConfigMap{}
	cm.Data = map[string]string{"networks": strings.Join(cidrs, ",")}
	return r.Patch(ctx, cm, client.Apply, client.FieldOwner("widgets"))
}
