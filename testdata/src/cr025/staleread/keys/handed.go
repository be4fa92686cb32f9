package keys

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Marker marks by the metadata alone.
type Marker struct{ client.Client }

func metaOf(gvk schema.GroupVersionKind) *metav1.PartialObjectMetadata {
	m := &metav1.PartialObjectMetadata{}
	m.SetGroupVersionKind(gvk)
	return m
}

var secretKind = corev1.SchemeGroupVersion.WithKind("Secret")

// The object that a function makes gets its name here.
func (r *Marker) mark(ctx context.Context, key client.ObjectKey) error {
	m := metaOf(secretKind)
	m.Namespace, m.Name = key.Namespace, key.Name
	if err := r.Patch(ctx, m, client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"annotations":{"hold":"x"}}}`))); err != nil {
		return err
	}
	again := metaOf(secretKind)
	if err := r.Get(ctx, key, again); err != nil { // want `Annotations\[hold\] decides.*\[staleread/get\]`
		return err
	}
	if again.Annotations["hold"] == "" {
		return r.Delete(ctx, again)
	}
	return nil
}

// It gets another one.
func (r *Marker) other(ctx context.Context, key client.ObjectKey) error {
	m := metaOf(secretKind)
	m.SetNamespace(key.Namespace)
	m.SetName(key.Name + "-copy")
	if err := r.Patch(ctx, m, client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"annotations":{"hold":"x"}}}`))); err != nil {
		return err
	}
	again := metaOf(secretKind)
	if err := r.Get(ctx, key, again); err != nil {
		return err
	}
	if again.Annotations["hold"] == "" {
		return r.Delete(ctx, again)
	}
	return nil
}
