package footprints

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// twoAnnotations sets two annotations, each if it isn't what it is to be.
func (r *Reconciler) twoAnnotations(ctx context.Context, namespace, name string) error {
	if err := r.annotated(ctx, namespace, name, "shop/seen", "yes"); err != nil {
		return err
	}
	return r.annotated(ctx, namespace, name, "shop/by", "us")
}

func (r *Reconciler) annotated(ctx context.Context, namespace, name, key, value string) error {
	cached, err := r.deployments.Deployments(namespace).Get(name)
	if err != nil {
		return err
	}
	if cached.Annotations[key] == value {
		return nil
	}
	return r.annotate(ctx, cached.DeepCopy(), key, value)
}

func (r *Reconciler) annotate(ctx context.Context, d *appsv1.Deployment, key, value string) error {
	metav1.SetMetaDataAnnotation(&d.ObjectMeta, key, value)
	_, err := r.clientset.AppsV1().Deployments(d.Namespace).Update(ctx, d, metav1.UpdateOptions{})
	return err
}

// remarked sets one twice, by what it is.
func (r *Reconciler) remarked(ctx context.Context, namespace, name string) error {
	if err := r.remark(ctx, namespace, name, "shop/by"); err != nil {
		return err
	}
	return r.remark(ctx, namespace, name, "shop/by")
}

func (r *Reconciler) remark(ctx context.Context, namespace, name, key string) error {
	cached, err := r.deployments.Deployments(namespace).Get(name) // want `Annotations\[shop/by\] decides what is done`
	if err != nil {
		return err
	}
	if cached.Annotations[key] == "us" {
		return nil
	}
	d := cached.DeepCopy()
	metav1.SetMetaDataAnnotation(&d.ObjectMeta, key, "us")
	_, err = r.clientset.AppsV1().Deployments(namespace).Update(ctx, d, metav1.UpdateOptions{})
	return err
}
