package footprints

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// stamp changes an annotation of the first item of a list that is empty before it is read.
func (r *Reconciler) stamp(ctx context.Context, namespace string) error {
	first := corev1.PodList{}
	if err := r.List(ctx, &first, client.InNamespace(namespace)); err != nil || len(first.Items) == 0 {
		return err
	}
	pod := first.Items[0]
	pod.Annotations["stamp"] = "new"
	return r.Update(ctx, &pod)
}

// stampNamed does so with a list of which the kind is said.
func (r *Reconciler) stampNamed(ctx context.Context, namespace string) error {
	first := corev1.PodList{TypeMeta: metav1.TypeMeta{Kind: "PodList"}}
	if err := r.List(ctx, &first, client.InNamespace(namespace)); err != nil || len(first.Items) == 0 {
		return err
	}
	pod := first.Items[0]
	pod.Annotations["stamp"] = "new"
	return r.Update(ctx, &pod)
}

// cleared takes a part away.
func (r *Reconciler) cleared(ctx context.Context, namespace string) error {
	first := corev1.PodList{}
	if err := r.List(ctx, &first, client.InNamespace(namespace)); err != nil || len(first.Items) == 0 {
		return err
	}
	first.Items[0].Labels = nil
	return r.Update(ctx, &first.Items[0])
}

func (r *Reconciler) wide(ctx context.Context, namespace string) (many []string, err error) {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(namespace)); err != nil {
		return nil, err
	}
	for i := range pods.Items {
		if len(pods.Items[i].Spec.Containers) > 2 {
			many = append(many, pods.Items[i].Name)
		}
	}
	return many, nil
}

func (r *Reconciler) manyLabelled(ctx context.Context, namespace string) (many []string, err error) {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(namespace)); err != nil { // want `List after the Update .*Labels.*\[staleread/list\]`
		return nil, err
	}
	for i := range pods.Items {
		if len(pods.Items[i].Labels) > 2 {
			many = append(many, pods.Items[i].Name)
		}
	}
	return many, nil
}

func (r *Reconciler) stamped(ctx context.Context, namespace string) error {
	if err := r.stamp(ctx, namespace); err != nil {
		return err
	}
	if err := r.stampNamed(ctx, namespace); err != nil {
		return err
	}
	many, err := r.wide(ctx, namespace)
	if err != nil || len(many) < 2 {
		return err
	}
	return r.Create(ctx, &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: "more"}})
}

func (r *Reconciler) unlabelled(ctx context.Context, namespace string) error {
	if err := r.cleared(ctx, namespace); err != nil {
		return err
	}
	many, err := r.manyLabelled(ctx, namespace)
	if err != nil || len(many) < 2 {
		return err
	}
	return r.Create(ctx, &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: "more"}})
}
