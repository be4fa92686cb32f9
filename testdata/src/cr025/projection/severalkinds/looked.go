package severalkinds

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// What may own something, by the names that references have for it.
var owning = map[string]schema.GroupVersionKind{
	"Pod":  corev1.SchemeGroupVersion.WithKind("Pod"),
	"Node": corev1.SchemeGroupVersion.WithKind("Node"),
}

// owner reads what a reference is to: pods among others, which are watched as typed objects.
func (r *reconciler) owner(ctx context.Context, ref *metav1.OwnerReference, namespace string) (client.Object, error) {
	kind, ok := owning[ref.Kind]
	if !ok {
		return nil, nil
	}
	o := &metav1.PartialObjectMetadata{}
	o.SetGroupVersionKind(kind)
	return o, r.Get(ctx, client.ObjectKey{Namespace: namespace, Name: ref.Name}, o) // want `corev1.Pod is cached twice: this Get reads metadata, Watches at severalkinds.go:[0-9]+ watches typed objects`
}

// Jobs, of which the metadata is watched, are read so.
var working = map[string]schema.GroupVersionKind{
	"Job":  batchv1.SchemeGroupVersion.WithKind("Job"),
	"Node": corev1.SchemeGroupVersion.WithKind("Node"),
}

func (r *reconciler) worker(ctx context.Context, name string, key client.ObjectKey) error {
	o := &metav1.PartialObjectMetadata{}
	o.SetGroupVersionKind(working[name])
	return r.Get(ctx, key, o)
}

// Of those that may own something, it is the node that is read.
func (r *reconciler) node(ctx context.Context, name string) error {
	o := &metav1.PartialObjectMetadata{}
	o.SetGroupVersionKind(owning["Node"])
	return r.Get(ctx, client.ObjectKey{Name: name}, o)
}
