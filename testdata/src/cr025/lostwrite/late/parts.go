package late

import (
	"context"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const proxied = "shop.example.com/proxied"

// The base is copied from what has the container already; the patch has the mark by which nobody tries again.
func (r *Reconciler) proxy(ctx context.Context, key client.ObjectKey) error {
	d := &appsv1.Deployment{}
	if err := r.Get(ctx, key, d); err != nil {
		return err
	}
	added := addProxy(&d.Spec.Template.Spec) // rests
	base := d.DeepCopy()                     // rests
	metav1.SetMetaDataAnnotation(&d.ObjectMeta, proxied, "yes")
	if !added {
		return nil
	}
	return r.Patch(ctx, d, client.MergeFrom(base)) // want `this Patch does not send the change of Spec.Template: the copy of the appsv1.Deployment that is its base was made after the change`
}

func (r *Reconciler) proxyMended(ctx context.Context, key client.ObjectKey) error {
	d := &appsv1.Deployment{}
	if err := r.Get(ctx, key, d); err != nil {
		return err
	}
	base := d.DeepCopy()
	if !addProxy(&d.Spec.Template.Spec) {
		return nil
	}
	metav1.SetMetaDataAnnotation(&d.ObjectMeta, proxied, "yes")
	return r.Patch(ctx, d, client.MergeFrom(base))
}

func addProxy(pod *corev1.PodSpec) bool {
	for i := range pod.Containers {
		if c := &pod.Containers[i]; c.Name == "proxy" {
			was := c.Image
			c.Image = "proxy:2"
			return was != c.Image
		}
	}
	pod.Volumes = append(pod.Volumes, corev1.Volume{Name: "proxy"})
	pod.Containers = append(pod.Containers, corev1.Container{Name: "proxy", Image: "proxy:2"})
	return true
}

// What only looks at the part changes nothing.
func (r *Reconciler) proxyAsked(ctx context.Context, key client.ObjectKey) error {
	d := &appsv1.Deployment{}
	if err := r.Get(ctx, key, d); err != nil {
		return err
	}
	if !hasProxy(&d.Spec.Template.Spec) {
		return nil
	}
	base := d.DeepCopy()
	metav1.SetMetaDataAnnotation(&d.ObjectMeta, proxied, "yes")
	return r.Patch(ctx, d, client.MergeFrom(base))
}

func hasProxy(pod *corev1.PodSpec) bool {
	return slices.ContainsFunc(pod.Containers, func(c corev1.Container) bool { return c.Name == "proxy" })
}

// What is changed is a copy's, to see whether there would be anything to do.
func (r *Reconciler) proxyTried(ctx context.Context, key client.ObjectKey) error {
	d := &appsv1.Deployment{}
	if err := r.Get(ctx, key, d); err != nil {
		return err
	}
	if addProxy(&d.DeepCopy().Spec.Template.Spec) || addProxy(d.Spec.Template.Spec.DeepCopy()) {
		return nil
	}
	base := d.DeepCopy()
	metav1.SetMetaDataAnnotation(&d.ObjectMeta, proxied, "yes")
	return r.Patch(ctx, d, client.MergeFrom(base))
}

// The pod is made what it will be, to be counted.
func (r *Reconciler) proxyCounted(ctx context.Context, key client.ObjectKey) error {
	d := &appsv1.Deployment{}
	if err := r.Get(ctx, key, d); err != nil {
		return err
	}
	addProxy(&d.Spec.Template.Spec)
	base := d.DeepCopy()
	if len(d.Spec.Template.Spec.Containers) > 3 {
		metav1.SetMetaDataAnnotation(&d.ObjectMeta, proxied, "crowded")
	}
	return r.Patch(ctx, d, client.MergeFrom(base))
}

// What has been changed before has a patch of its own.
func (r *Reconciler) proxyFirst(ctx context.Context, key client.ObjectKey) error {
	d := &appsv1.Deployment{}
	if err := r.Get(ctx, key, d); err != nil {
		return err
	}
	first := d.DeepCopy()
	if addProxy(&d.Spec.Template.Spec) {
		if err := r.Patch(ctx, d, client.MergeFrom(first)); err != nil {
			return err
		}
	}
	base := d.DeepCopy()
	metav1.SetMetaDataAnnotation(&d.ObjectMeta, proxied, "yes")
	return r.Patch(ctx, d, client.MergeFrom(base))
}
