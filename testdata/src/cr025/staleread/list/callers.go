package list

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// Shared has what Widgets share, and is deleted with the last one that uses it. What an update changes is seen in the functions
// around it too, if they are all known.
type Shared struct{ client.Client }

func (s *Shared) drop(ctx context.Context, key types.NamespacedName) error {
	var w api.Widget
	if err := s.Get(ctx, key, &w); err != nil {
		return client.IgnoreNotFound(err)
	}
	controllerutil.RemoveFinalizer(&w, users)
	return s.leave(ctx, &w)
}

func (s *Shared) leave(ctx context.Context, w *api.Widget) error {
	if err := s.Update(ctx, w); err != nil {
		return err
	}
	n, err := s.usedBy(ctx, w.Namespace)
	if err != nil || n > 0 {
		return err
	}
	return s.DeleteAllOf(ctx, &corev1.ConfigMap{}, client.InNamespace(w.Namespace))
}

func (s *Shared) usedBy(ctx context.Context, ns string) (n int, err error) {
	var all api.WidgetList
	if err := s.List(ctx, &all, client.InNamespace(ns)); err != nil { // want `warning: List after the Update at callers.go:\d+ .*its Finalizers\[shop.example.com/uses\] decides.*\[staleread/list\]`
		return 0, err
	}
	for i := range all.Items {
		if controllerutil.ContainsFinalizer(&all.Items[i], users) {
			n++
		}
	}
	return n, nil
}

// One who calls has set another field, and another nothing.
func (s *Shared) resize(ctx context.Context, key types.NamespacedName) error {
	var w api.Widget
	if err := s.Get(ctx, key, &w); err != nil {
		return client.IgnoreNotFound(err)
	}
	w.Spec.Size = 3
	return s.settle(ctx, &w)
}

func (s *Shared) again(ctx context.Context, key types.NamespacedName) error {
	var w api.Widget
	if err := s.Get(ctx, key, &w); err != nil {
		return client.IgnoreNotFound(err)
	}
	return s.settle(ctx, &w)
}

func (s *Shared) settle(ctx context.Context, w *api.Widget) error {
	w.Spec.Colour = "red"
	if err := s.Update(ctx, w); err != nil {
		return err
	}
	var all api.WidgetList
	if err := s.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil {
		return err
	}
	for i := range all.Items {
		if all.Items[i].Spec.Parent == "" {
			return s.DeleteAllOf(ctx, &corev1.ConfigMap{}, client.InNamespace(w.Namespace))
		}
	}
	return nil
}

// What others set who call, in other packages, isn't known.
func (s *Shared) Settle(ctx context.Context, w *api.Widget) error {
	if err := s.Update(ctx, w); err != nil {
		return err
	}
	var all api.WidgetList
	if err := s.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil {
		return err
	}
	for i := range all.Items {
		if all.Items[i].Spec.Parent == "" {
			return s.DeleteAllOf(ctx, &corev1.ConfigMap{}, client.InNamespace(w.Namespace))
		}
	}
	return nil
}

// The list is counted before the update, and the Widget itself left out.
func (s *Shared) dropMended(ctx context.Context, key types.NamespacedName) error {
	var w api.Widget
	if err := s.Get(ctx, key, &w); err != nil {
		return client.IgnoreNotFound(err)
	}
	controllerutil.RemoveFinalizer(&w, users)
	return s.leaveMended(ctx, &w)
}

func (s *Shared) leaveMended(ctx context.Context, w *api.Widget) error {
	var all api.WidgetList
	if err := s.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil {
		return err
	}
	n := 0
	for i := range all.Items {
		if all.Items[i].UID != w.UID && controllerutil.ContainsFinalizer(&all.Items[i], users) {
			n++
		}
	}
	if err := s.Update(ctx, w); err != nil || n > 0 {
		return err
	}
	return s.DeleteAllOf(ctx, &corev1.ConfigMap{}, client.InNamespace(w.Namespace))
}

// It is another finalizer that is counted.
func (s *Shared) release(ctx context.Context, key types.NamespacedName) error {
	var w api.Widget
	if err := s.Get(ctx, key, &w); err != nil {
		return client.IgnoreNotFound(err)
	}
	controllerutil.RemoveFinalizer(&w, cleanups)
	return s.released(ctx, &w)
}

func (s *Shared) released(ctx context.Context, w *api.Widget) error {
	if err := s.Update(ctx, w); err != nil {
		return err
	}
	var all api.WidgetList
	if err := s.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil {
		return err
	}
	for i := range all.Items {
		if controllerutil.ContainsFinalizer(&all.Items[i], users) {
			return nil
		}
	}
	return s.DeleteAllOf(ctx, &corev1.ConfigMap{}, client.InNamespace(w.Namespace))
}
