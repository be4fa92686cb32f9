package reread

import (
	"context"
	"encoding/json"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// An operation is one of a JSON patch.
type operation struct {
	Op    string `json:"op"`
	Where string `json:"path"`
	Value any    `json:"value,omitempty"`
}

// count sets the phase, and a helper patches the number before the status is written; aerospike/aerospike-kubernetes-operator
// internal/controller/cluster/pod.go before commit ddbafdae.
func (r *Reconciler) count(ctx context.Context, w *api.Widget, pods []corev1.Pod) error {
	w.Status.Phase = "Counted" // rests
	var operations []operation
	for range pods {
		operations = append(operations, operation{"add", "/status/made", len(pods)})
	}
	if err := r.patchStatus(ctx, w, operations); err != nil { // want `the Status\(\).Patch at raw.go:\d+ sends its data, and replaces the api.Widget, with its change of Status.Phase, by what is stored then, and Status\(\).Update at line \d+ sends just that`
		return err
	}
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) countAll(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Counted"
	operations := []operation{{Op: "remove", Where: "/status/conditions/0"}, {Op: "remove", Where: "/status/made"}}
	if err := r.patchStatus(ctx, w, operations); err != nil { // want `the Status\(\).Patch at raw.go:\d+ sends its data`
		return err
	}
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) patchStatus(ctx context.Context, w *api.Widget, operations []operation) error {
	data, err := json.Marshal(operations)
	if err != nil {
		return err
	}
	patch := client.RawPatch(types.JSONPatchType, data)
	return retry.OnError(retry.DefaultRetry, func(error) bool { return true }, func() error {
		return r.Status().Patch(ctx, w, patch)
	})
}

func (r *Reconciler) merge(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Merged"
	data, err := json.Marshal(map[string]any{"status": map[string]any{"made": 3}})
	if err != nil {
		return err
	}
	if err := r.Status().Patch(ctx, w, client.RawPatch(types.MergePatchType, data)); err != nil { // want `this Status\(\).Patch sends its data`
		return err
	}
	return r.Status().Update(ctx, w)
}

// A Pod's labels are replaced too, with all that is in them.
func (r *Reconciler) label(ctx context.Context, pod *corev1.Pod) error {
	pod.Labels["seen"] = "yes"
	if err := r.Patch(ctx, pod, client.RawPatch(types.JSONPatchType, []byte(`[{"op":"remove","path":"/metadata/finalizers"}]`))); err != nil { // want `this Patch sends its data, and replaces the corev1.Pod, with its change of Labels`
		return err
	}
	return r.Update(ctx, pod)
}

// Another object gets the answer.
func (r *Reconciler) mergeMended(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Merged"
	data, err := json.Marshal(map[string]any{"status": map[string]any{"made": 3}})
	if err != nil {
		return err
	}
	patched := &api.Widget{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	if err := r.Status().Patch(ctx, patched, client.RawPatch(types.MergePatchType, data)); err != nil {
		return err
	}
	w.ResourceVersion = patched.ResourceVersion
	return r.Status().Update(ctx, w)
}

// The data have the change, or all of the status.
func (r *Reconciler) same(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Merged"
	data, err := json.Marshal(map[string]any{"status": map[string]any{"phase": "Merged"}})
	if err != nil {
		return err
	}
	if err := r.Status().Patch(ctx, w, client.RawPatch(types.MergePatchType, data)); err != nil {
		return err
	}
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) all(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Merged"
	data, err := json.Marshal([]operation{{"replace", "/status", w.Status}})
	if err != nil {
		return err
	}
	if err := r.Status().Patch(ctx, w, client.RawPatch(types.JSONPatchType, data)); err != nil {
		return err
	}
	return r.Status().Update(ctx, w)
}

// What the data say can't be seen.
func (r *Reconciler) some(ctx context.Context, w *api.Widget, operations []operation) error {
	w.Status.Phase = "Merged"
	operations = append(operations, operation{"replace", "/status/made", 3})
	if err := r.patchStatus(ctx, w, operations); err != nil {
		return err
	}
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) formatted(ctx context.Context, w *api.Widget, field string) error {
	w.Status.Phase = "Named"
	if err := r.patchStatus(ctx, w, []operation{{"replace", fmt.Sprintf("/status/%s", field), 3}}); err != nil {
		return err
	}
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) changed(ctx context.Context, w *api.Widget, field string) error {
	w.Status.Phase = "Set"
	operations := []operation{{"replace", "/status/made", 3}}
	operations[0].Where = "/status/" + field
	if err := r.patchStatus(ctx, w, operations); err != nil {
		return err
	}
	return r.Status().Update(ctx, w)
}

// The later write is of data, too, and nothing else.
func (r *Reconciler) twice(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Told"
	for _, data := range []string{`{"status":{"made":3}}`} {
		if err := r.Status().Patch(ctx, w, client.RawPatch(types.MergePatchType, []byte(data))); err != nil {
			return err
		}
	}
	if err := r.Status().Patch(ctx, w, client.RawPatch(types.MergePatchType, []byte(`{"status":{"made":3}}`))); err != nil {
		return err
	}
	return r.Status().Patch(ctx, w, client.RawPatch(types.MergePatchType, []byte(`{"status":{"conditions":[]}}`)))
}

// What the answer doesn't have stays, such as an entry of a Widget's labels.
func (r *Reconciler) entry(ctx context.Context, w *api.Widget) error {
	w.Labels["seen"] = "yes"
	if err := r.Patch(ctx, w, client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"finalizers":null}}`))); err != nil {
		return err
	}
	return r.Update(ctx, w)
}

// What the data have is called TLS in Go.
func (r *Reconciler) secure(ctx context.Context, ingress *networkingv1.Ingress) error {
	ingress.Spec.TLS = []networkingv1.IngressTLS{{SecretName: "tls"}}
	if err := r.Patch(ctx, ingress, client.RawPatch(types.MergePatchType, []byte(`{"spec":{"tls":[{"secretName":"tls"}]}}`))); err != nil {
		return err
	}
	return r.Update(ctx, ingress)
}
