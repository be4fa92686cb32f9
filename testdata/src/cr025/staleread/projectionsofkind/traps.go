package projectionsofkind

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Unstructured objects are read from the API server.
func (r *Reconciler) typedThenUnstructured(ctx context.Context, w *api.Widget) (string, error) {
	if err := r.Update(ctx, w); err != nil {
		return "", err
	}
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(api.GroupVersion.WithKind("Widget"))
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), u); err != nil {
		return "", err
	}
	phase, _, err := unstructured.NestedString(u.Object, "status", "phase")
	return phase, err
}

func (r *Reconciler) bothUnstructured(ctx context.Context, u *unstructured.Unstructured) (bool, error) {
	if err := r.Update(ctx, u); err != nil {
		return false, err
	}
	now := u.NewEmptyInstance().(*unstructured.Unstructured)
	now.SetGroupVersionKind(u.GroupVersionKind())
	if err := r.Get(ctx, client.ObjectKeyFromObject(u), now); err != nil {
		return false, err
	}
	paused, _, err := unstructured.NestedBool(now.Object, "spec", "paused")
	return paused, err
}

func (r *Reconciler) unstructuredList(ctx context.Context, g *api.Gadget) (int, error) {
	if err := r.Create(ctx, g); err != nil {
		return 0, err
	}
	list := &unstructured.UnstructuredList{}
	list.SetGroupVersionKind(api.GroupVersion.WithKind("GadgetList"))
	err := r.List(ctx, list)
	return len(list.Items), err
}

// Metadata of another kind.
func (r *Reconciler) otherKind(ctx context.Context, w *api.Widget) (map[string]string, error) {
	if err := r.Update(ctx, w); err != nil {
		return nil, err
	}
	meta := &metav1.PartialObjectMetadata{}
	meta.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("ConfigMap"))
	err := r.Get(ctx, client.ObjectKeyFromObject(w), meta)
	return meta.Labels, err
}

// Nobody knows which kind it is.
func (r *Reconciler) someKind(ctx context.Context, w *api.Widget, gvk schema.GroupVersionKind) (map[string]string, error) {
	if err := r.Update(ctx, w); err != nil {
		return nil, err
	}
	meta := &metav1.PartialObjectMetadata{}
	meta.SetGroupVersionKind(gvk)
	err := r.Get(ctx, client.ObjectKeyFromObject(w), meta)
	return meta.Labels, err
}
