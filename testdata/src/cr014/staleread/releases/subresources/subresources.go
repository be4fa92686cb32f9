// Package subresources has what came with controller-runtime 0.14 or before: the client of any sub-resource, whose reads are live, dry runs and metadata.
package subresources

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

type Reconciler struct {
	client.Client
}

// The reader of a sub-resource is live.
func (r *Reconciler) scaled(ctx context.Context, pod *corev1.Pod, body client.Object) (int, error) {
	if err := r.SubResource("resize").Update(ctx, pod, client.WithSubResourceBody(body)); err != nil {
		return 0, err
	}
	if err := r.SubResource("resize").Get(ctx, pod, body); err != nil {
		return 0, err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil { // want `Pod.*\[staleread/get\]`
		return 0, err
	}
	return len(pod.Spec.Containers), nil
}

func (r *Reconciler) orPatch(ctx context.Context, cm *corev1.ConfigMap) error {
	if err := r.Update(ctx, cm); err != nil {
		return err
	}
	_, err := controllerutil.CreateOrPatch(ctx, r.Client, cm, func() error { return nil }) // want `ConfigMap.*\[staleread/composite\]`
	return err
}

func (r *Reconciler) rehearsed(ctx context.Context, cm *corev1.ConfigMap) (map[string]string, error) {
	c := client.NewDryRunClient(r.Client)
	if err := c.Update(ctx, cm); err != nil {
		return nil, err
	}
	err := c.Get(ctx, client.ObjectKeyFromObject(cm), cm)
	return cm.Data, err
}

// Metadata is cached.
func (r *Reconciler) metadata(ctx context.Context, pod *corev1.Pod) (map[string]string, error) {
	if err := r.Update(ctx, pod); err != nil {
		return nil, err
	}
	meta := &metav1.PartialObjectMetadata{}
	meta.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Pod"))
	err := r.Get(ctx, client.ObjectKeyFromObject(pod), meta) // want `Pod.*\[staleread/get\]`
	return meta.Labels, err
}
