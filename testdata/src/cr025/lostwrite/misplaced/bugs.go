// Package misplaced has statuses that are put together without an object of the kind's type, and sent to where they are left out.
package misplaced

import (
	"context"
	"encoding/json"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	coreapply "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

var (
	ingresses = schema.GroupVersionResource{Group: "networking.k8s.io", Version: "v1", Resource: "ingresses"}
	maps      = schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}
	widgets   = schema.GroupVersion{Group: "shop.example.com", Version: "v1"}
)

type writer struct {
	client.Client
	kube    kubernetes.Interface
	dynamic dynamic.Interface
}

func (w *writer) text(ctx context.Context, node *corev1.Node) error {
	return w.Patch(ctx, node, client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"labels":{"a":"b"}},"status":{"phase":"Running"}}`))) // want `^error: this Patch does not store Status: the API server keeps the status of the corev1.Node apart, and stores it only where the write is of that.*\[lostwrite/status\]`
}

func (w *writer) textMended(ctx context.Context, node *corev1.Node) error {
	return w.Status().Patch(ctx, node, client.RawPatch(types.MergePatchType, []byte(`{"status":{"phase":"Running"}}`)))
}

func (w *writer) operation(ctx context.Context, g *api.Widget, made int) error {
	data := fmt.Appendf(nil, `[{"op":"replace","path":"/status/made","value":%d}]`, made)
	return w.Patch(ctx, g, client.RawPatch(types.JSONPatchType, data)) // want `this Patch does not store Status: the API server keeps the status of the api.Widget apart`
}

func (w *writer) encoded(ctx context.Context, pod *corev1.Pod, reason string) error {
	data, err := json.Marshal(map[string]any{"status": map[string]any{"reason": reason}})
	if err != nil {
		return err
	}
	_, err = w.kube.CoreV1().Pods(pod.Namespace).Patch(ctx, pod.Name, types.StrategicMergePatchType, data, metav1.PatchOptions{}) // want `this Patch does not store Status: the API server keeps the status of the corev1.Pod apart`
	return err
}

func (w *writer) encodedMended(ctx context.Context, pod *corev1.Pod, reason string) error {
	data, err := json.Marshal(map[string]any{"status": map[string]any{"reason": reason}})
	if err != nil {
		return err
	}
	_, err = w.kube.CoreV1().Pods(pod.Namespace).Patch(ctx, pod.Name, types.StrategicMergePatchType, data, metav1.PatchOptions{}, "status")
	return err
}

func (w *writer) configured(ctx context.Context, name string) error {
	config := coreapply.Node(name).WithLabels(map[string]string{"a": "b"}).WithStatus(coreapply.NodeStatus().WithPhase(corev1.NodeRunning)) // rests
	_, err := w.kube.CoreV1().Nodes().Apply(ctx, config, metav1.ApplyOptions{FieldManager: "w"})                                            // want `this Apply does not store Status: the API server keeps the status of the corev1.Node apart`
	return err
}

func (w *writer) configuredMended(ctx context.Context, name string) error {
	config := coreapply.Node(name).WithStatus(coreapply.NodeStatus().WithPhase(corev1.NodeRunning))
	_, err := w.kube.CoreV1().Nodes().ApplyStatus(ctx, config, metav1.ApplyOptions{FieldManager: "w"})
	return err
}

func (w *writer) applied(ctx context.Context, of *api.Widget, made int) error {
	u := &unstructured.Unstructured{Object: map[string]any{
		"metadata": map[string]any{"name": of.Name, "namespace": of.Namespace},
		"status":   map[string]any{"replicas": made}, // rests
	}}
	u.SetGroupVersionKind(appsv1.SchemeGroupVersion.WithKind("ReplicaSet"))
	return w.Apply(ctx, client.ApplyConfigurationFromUnstructured(u), client.FieldOwner("w")) // want `this Apply does not store Status: the API server keeps the status of the appsv1.ReplicaSet apart`
}

func (w *writer) appliedMended(ctx context.Context, of *api.Widget, made int) error {
	u := &unstructured.Unstructured{Object: map[string]any{
		"metadata": map[string]any{"name": of.Name, "namespace": of.Namespace},
		"status":   map[string]any{"replicas": made},
	}}
	u.SetGroupVersionKind(appsv1.SchemeGroupVersion.WithKind("ReplicaSet"))
	return w.Status().Apply(ctx, client.ApplyConfigurationFromUnstructured(u), client.FieldOwner("w"))
}

func (w *writer) patchedToApply(ctx context.Context, key client.ObjectKey) error {
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Service"))
	u.SetNamespace(key.Namespace)
	u.SetName(key.Name)
	u.Object["status"] = map[string]any{"loadBalancer": map[string]any{"ip": key.Name}} // rests
	return w.Patch(ctx, u, client.Apply, client.FieldOwner("w"))                        // want `this Patch does not store Status: the API server keeps the status of the corev1.Service apart`
}

func (w *writer) nested(ctx context.Context, key client.ObjectKey) error {
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("PersistentVolumeClaim"))
	if err := w.Get(ctx, key, u); err != nil {
		return err
	}
	if err := unstructured.SetNestedField(u.Object, "Lost", "status", "phase"); err != nil { // rests
		return err
	}
	return w.Update(ctx, u) // want `this Update does not store Status: the API server keeps the status of the corev1.PersistentVolumeClaim apart`
}

func (w *writer) byResource(ctx context.Context, ns, name, host string) error {
	u, err := w.dynamic.Resource(ingresses).Namespace(ns).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	hosts := []any{map[string]any{"hostname": host}}
	if err := unstructured.SetNestedSlice(u.Object, hosts, "status", "loadBalancer", "ingress"); err != nil { // rests
		return err
	}
	_, err = w.dynamic.Resource(ingresses).Namespace(ns).Update(ctx, u, metav1.UpdateOptions{}) // want `this Update does not store Status: the API server keeps the status of the networkingv1.Ingress apart`
	return err
}

func (w *writer) byResourceMended(ctx context.Context, ns, name, host string) error {
	u, err := w.dynamic.Resource(ingresses).Namespace(ns).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	hosts := []any{map[string]any{"hostname": host}}
	if err := unstructured.SetNestedSlice(u.Object, hosts, "status", "loadBalancer", "ingress"); err != nil {
		return err
	}
	_, err = w.dynamic.Resource(ingresses).Namespace(ns).UpdateStatus(ctx, u, metav1.UpdateOptions{})
	return err
}
