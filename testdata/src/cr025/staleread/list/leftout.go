package list

import (
	"context"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// The one that was just made is left out by its name.
func (r *Reconciler) others(ctx context.Context, cm *corev1.ConfigMap) error {
	if err := r.Create(ctx, cm); err != nil {
		return err
	}
	var list corev1.ConfigMapList
	if err := r.List(ctx, &list, client.InNamespace(cm.Namespace)); err != nil {
		return err
	}
	n := 0
	for i := range list.Items {
		if list.Items[i].Name == cm.Name {
			continue
		}
		n++
	}
	if n == 0 {
		return r.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: cm.Namespace, Name: "alone"}})
	}
	return nil
}

// The one that was just deleted is taken out by its UID.
func (r *Reconciler) remaining(ctx context.Context, pod *corev1.Pod) error {
	if err := r.Delete(ctx, pod); err != nil {
		return err
	}
	var list corev1.PodList
	if err := r.List(ctx, &list, client.InNamespace(pod.Namespace)); err != nil {
		return err
	}
	list.Items = slices.DeleteFunc(list.Items, func(p corev1.Pod) bool { return p.UID == pod.UID })
	if len(list.Items) == 0 {
		return r.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: "empty"}})
	}
	return nil
}

// Those that were deleted are known.
func (r *Reconciler) notGone(ctx context.Context, pods []corev1.Pod, namespace string) error {
	gone := sets.New[string]()
	for i := range pods {
		if err := r.Delete(ctx, &pods[i]); err != nil {
			return err
		}
		gone.Insert(pods[i].Name)
	}
	var left corev1.PodList
	if err := r.List(ctx, &left, client.InNamespace(namespace)); err != nil {
		return err
	}
	n := 0
	for i := range left.Items {
		if !gone.Has(left.Items[i].Name) {
			n++
		}
	}
	if n == 0 {
		return r.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "empty"}})
	}
	return nil
}

// Another one is left out than the one that was made.
func (r *Reconciler) butDefault(ctx context.Context, cm *corev1.ConfigMap) error {
	if err := r.Create(ctx, cm); err != nil {
		return err
	}
	var list corev1.ConfigMapList
	if err := r.List(ctx, &list, client.InNamespace(cm.Namespace)); err != nil { // want `warning: .*how many there are decides what is done.*\[staleread/list\]`
		return err
	}
	n := 0
	for i := range list.Items {
		if list.Items[i].Name == "default" {
			continue
		}
		n++
	}
	if n == 0 {
		return r.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: cm.Namespace, Name: "alone"}})
	}
	return nil
}

// What is listed belongs to each of the nodes, and whether what was deleted does isn't seen.
func (r *Reconciler) perNode(ctx context.Context, orphans []corev1.Pod, nodes []corev1.Node) error {
	for i := range orphans {
		if err := r.Delete(ctx, &orphans[i]); err != nil {
			return err
		}
	}
	for _, node := range nodes {
		var pods corev1.PodList
		if err := r.List(ctx, &pods, client.MatchingLabels{"node": node.Name}); err != nil {
			return err
		}
		if len(pods.Items) == 0 {
			if err := r.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "a", GenerateName: "p-", Labels: map[string]string{"node": node.Name}}}); err != nil {
				return err
			}
		}
	}
	return nil
}
