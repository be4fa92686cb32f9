package list

import (
	"context"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

const (
	users    = "shop.example.com/uses"
	cleanups = "shop.example.com/cleanup"
)

// Marks are finalizers that objects in a list are told by.
type Marks struct{ client.Client }

func (m *Marks) unmark(ctx context.Context, key types.NamespacedName) (*api.Widget, error) {
	var w api.Widget
	if err := m.Get(ctx, key, &w); err != nil {
		return nil, err
	}
	controllerutil.RemoveFinalizer(&w, users)
	return &w, m.Update(ctx, &w)
}

func (m *Marks) sweep(ctx context.Context, ns string) error {
	return m.DeleteAllOf(ctx, &corev1.ConfigMap{}, client.InNamespace(ns))
}

// The one that was just unmarked still has it.
func (m *Marks) last(ctx context.Context, key types.NamespacedName) error {
	if _, err := m.unmark(ctx, key); err != nil {
		return err
	}
	var all api.WidgetList
	if err := m.List(ctx, &all, client.InNamespace(key.Namespace)); err != nil { // want `warning: .*its Finalizers\[shop.example.com/uses\] decides.*\[staleread/list\]`
		return err
	}
	for i := range all.Items {
		if controllerutil.ContainsFinalizer(&all.Items[i], users) {
			return nil
		}
	}
	return m.sweep(ctx, key.Namespace)
}

// It is left out.
func (m *Marks) lastMended(ctx context.Context, key types.NamespacedName) error {
	w, err := m.unmark(ctx, key)
	if err != nil {
		return err
	}
	var all api.WidgetList
	if err := m.List(ctx, &all, client.InNamespace(key.Namespace)); err != nil {
		return err
	}
	for i := range all.Items {
		if all.Items[i].UID != w.UID && controllerutil.ContainsFinalizer(&all.Items[i], users) {
			return nil
		}
	}
	return m.sweep(ctx, key.Namespace)
}

// Others are asked for than the one that was taken off.
func (m *Marks) cleaned(ctx context.Context, key types.NamespacedName) error {
	if _, err := m.unmark(ctx, key); err != nil {
		return err
	}
	var all api.WidgetList
	if err := m.List(ctx, &all, client.InNamespace(key.Namespace)); err != nil {
		return err
	}
	for i := range all.Items {
		if slices.Contains(all.Items[i].Finalizers, cleanups) || controllerutil.ContainsFinalizer(&all.Items[i], "shop.example.com/audit") {
			return nil
		}
	}
	return m.sweep(ctx, key.Namespace)
}

// A patch sends all finalizers that the object is to have: without the first one, of which the second read doesn't know.
func (m *Marks) both(ctx context.Context, key types.NamespacedName) error {
	if err := m.mark(ctx, key, users); err != nil {
		return err
	}
	return m.mark(ctx, key, cleanups)
}

func (m *Marks) mark(ctx context.Context, key types.NamespacedName, name string) error {
	var w api.Widget
	if err := m.Get(ctx, key, &w); err != nil { // want `note: Get after the Patch .*\[staleread/get\]`
		return client.IgnoreNotFound(err)
	}
	base := w.DeepCopy()
	if !controllerutil.AddFinalizer(&w, name) {
		return nil
	}
	return m.Patch(ctx, &w, client.MergeFrom(base))
}
