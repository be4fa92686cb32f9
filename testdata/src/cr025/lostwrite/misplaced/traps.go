package misplaced

import (
	"context"
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	coreapply "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// A Gadget has all in one.
func (w *writer) whole(ctx context.Context, g *api.Gadget) error {
	return w.Patch(ctx, g, client.RawPatch(types.MergePatchType, []byte(`{"status":{"phase":"Running"}}`)))
}

// What has no status may have an entry of that name in a part of it.
func (w *writer) noStatus(ctx context.Context, ns, name string) error {
	u, err := w.dynamic.Resource(maps).Namespace(ns).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if err := unstructured.SetNestedField(u.Object, "on", "data", "status"); err != nil {
		return err
	}
	_, err = w.dynamic.Resource(maps).Namespace(ns).Update(ctx, u, metav1.UpdateOptions{})
	return err
}

// The same text goes to both.
func (w *writer) both(ctx context.Context, node *corev1.Node) error {
	patch := client.RawPatch(types.MergePatchType, []byte(`{"spec":{"unschedulable":true},"status":{"phase":"Pending"}}`))
	if err := w.Patch(ctx, node, patch); err != nil {
		return err
	}
	return w.Status().Patch(ctx, node, patch)
}

func (w *writer) bothConfigured(ctx context.Context, name string) error {
	config := coreapply.Node(name).WithStatus(coreapply.NodeStatus().WithPhase(corev1.NodeRunning))
	if _, err := w.kube.CoreV1().Nodes().Apply(ctx, config, metav1.ApplyOptions{FieldManager: "w"}); err != nil {
		return err
	}
	_, err := w.kube.CoreV1().Nodes().ApplyStatus(ctx, config, metav1.ApplyOptions{FieldManager: "w"})
	return err
}

// The callers say for what it is.
func (w *writer) named(ctx context.Context, name string, subresources ...string) error {
	_, err := w.kube.CoreV1().Nodes().Patch(ctx, name, types.MergePatchType, []byte(`{"status":{"phase":"Running"}}`), metav1.PatchOptions{}, subresources...)
	return err
}

func (w *writer) byItsName(ctx context.Context, node string) error {
	_, err := w.kube.CoreV1().Nodes().PatchStatus(ctx, node, []byte(`{"status":{"phase":"Running"}}`))
	return err
}

// The status is only tested.
func (w *writer) tested(ctx context.Context, node *corev1.Node) error {
	data := []byte(`[{"op":"test","path":"/status/phase","value":"Running"},{"op":"add","path":"/spec/unschedulable","value":true}]`)
	return w.Patch(ctx, node, client.RawPatch(types.JSONPatchType, data))
}

// The status is left out.
func (w *writer) withoutStatus(ctx context.Context, key client.ObjectKey) error {
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Service"))
	if err := w.Get(ctx, key, u); err != nil {
		return err
	}
	u.Object["status"] = map[string]any{}
	unstructured.RemoveNestedField(u.Object, "metadata", "managedFields")
	return w.Update(ctx, u)
}

// It is written first, and then gets the status for who asks.
func (w *writer) shown(ctx context.Context, key client.ObjectKey) (*unstructured.Unstructured, error) {
	u := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"status": "x"}}}
	u.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Service"))
	u.SetName(key.Name)
	if err := w.Update(ctx, u); err != nil {
		return nil, err
	}
	return u, unstructured.SetNestedField(u.Object, "done", "status", "phase")
}

// A kind that may be any.
func (w *writer) anyKind(ctx context.Context, name, kind string) error {
	u := &unstructured.Unstructured{Object: map[string]any{"status": map[string]any{"phase": "Running"}}}
	u.SetGroupVersionKind(widgets.WithKind(kind))
	u.SetName(name)
	return w.Patch(ctx, u, client.Apply, client.FieldOwner("w"))
}

// A sink stores what it is given as the status.
type sink interface {
	Store(ctx context.Context, data []byte) error
	Put(ctx context.Context, obj client.Object) error
}

func (w *writer) sunk(ctx context.Context, node *corev1.Node, to sink) error {
	data, err := json.Marshal(map[string]any{"status": map[string]any{"phase": "Running"}})
	if err != nil {
		return err
	}
	if err := w.Patch(ctx, node, client.RawPatch(types.MergePatchType, data)); err != nil {
		return err
	}
	return to.Store(ctx, data)
}

func (w *writer) put(ctx context.Context, name string, to sink) error {
	u := &unstructured.Unstructured{Object: map[string]any{"status": map[string]any{"phase": "Running"}}}
	u.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Node"))
	u.SetName(name)
	if err := w.Patch(ctx, u, client.Apply, client.FieldOwner("w")); err != nil {
		return err
	}
	return to.Put(ctx, u)
}
