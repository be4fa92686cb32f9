// Package projectionsofkind writes a kind in one representation and reads it in another.
package projectionsofkind

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Reconciler has one client for all.
type Reconciler struct{ client.Client }

// Reconcile writes typed and reads metadata.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	w.Labels = map[string]string{"seen": "yes"}
	if err := r.Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	meta := &metav1.PartialObjectMetadata{}
	meta.SetGroupVersionKind(api.GroupVersion.WithKind("Widget"))
	if err := r.Get(ctx, req.NamespacedName, meta); err != nil { // want `Widget.*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: meta.Labels["seen"] == ""}, nil
}

func (r *Reconciler) metadataThenTyped(ctx context.Context, key types.NamespacedName, patch client.Patch) (map[string]string, error) {
	meta := &metav1.PartialObjectMetadata{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name},
	}
	if err := r.Patch(ctx, meta, patch); err != nil {
		return nil, err
	}
	var cm corev1.ConfigMap
	err := r.Get(ctx, key, &cm) // want `ConfigMap.*\[staleread/get\]`
	return cm.Annotations, err
}

func (r *Reconciler) unstructuredThenTyped(ctx context.Context, key types.NamespacedName) (map[string][]byte, error) {
	u := &unstructured.Unstructured{}
	u.SetAPIVersion("v1")
	u.SetKind("Secret")
	u.SetNamespace(key.Namespace)
	u.SetName(key.Name)
	if err := r.Create(ctx, u); err != nil {
		return nil, err
	}
	var secret corev1.Secret
	err := r.Get(ctx, key, &secret) // want `Secret.*\[staleread/get\]`
	return secret.Data, err
}

func (r *Reconciler) metadataList(ctx context.Context, g *api.Gadget) (int, error) {
	if err := r.Create(ctx, g); err != nil {
		return 0, err
	}
	list := &metav1.PartialObjectMetadataList{}
	list.SetGroupVersionKind(api.GroupVersion.WithKind("GadgetList"))
	err := r.List(ctx, list, client.InNamespace(g.Namespace)) // want `Gadget.*\[staleread/list\]`
	return len(list.Items), err
}
