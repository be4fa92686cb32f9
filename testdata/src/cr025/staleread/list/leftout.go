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

// What has just been made has no status yet, and isn't counted either way.
func (r *Reconciler) placed(ctx context.Context, pod *corev1.Pod) (int, error) {
	if err := r.Create(ctx, pod); err != nil {
		return 0, err
	}
	var list corev1.PodList
	if err := r.List(ctx, &list, client.InNamespace(pod.Namespace)); err != nil {
		return 0, err
	}
	n := 0
	for _, p := range list.Items {
		if p.Status.PodIP == "" {
			continue
		}
		n++
	}
	if n == 0 {
		return 0, r.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: "alone"}})
	}
	return n, nil
}

func (r *Reconciler) hosted(ctx context.Context, pod *corev1.Pod) error {
	if err := r.Create(ctx, pod); err != nil {
		return err
	}
	var list corev1.PodList
	if err := r.List(ctx, &list, client.InNamespace(pod.Namespace)); err != nil {
		return err
	}
	for i := range list.Items {
		if len(list.Items[i].Status.ContainerStatuses) > 0 && list.Items[i].Status.HostIP != "" {
			return r.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: "runs"}})
		}
	}
	return nil
}

// It is counted before it is skipped.
func (r *Reconciler) seen(ctx context.Context, pod *corev1.Pod) error {
	if err := r.Create(ctx, pod); err != nil {
		return err
	}
	var list corev1.PodList
	if err := r.List(ctx, &list, client.InNamespace(pod.Namespace)); err != nil { // want `Pod.*\[staleread/list\]`
		return err
	}
	all := map[string]bool{}
	for _, p := range list.Items {
		all[p.Name] = true
		if p.Status.PodIP == "" {
			continue
		}
		all[p.Status.PodIP] = true
	}
	if len(all) < 3 {
		return r.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, GenerateName: "more-"}})
	}
	return nil
}

// It is those without a status that count.
func (r *Reconciler) starting(ctx context.Context, pod *corev1.Pod) error {
	if err := r.Create(ctx, pod); err != nil {
		return err
	}
	var list corev1.PodList
	if err := r.List(ctx, &list, client.InNamespace(pod.Namespace)); err != nil { // want `Pod.*\[staleread/list\]`
		return err
	}
	n := 0
	for _, p := range list.Items {
		if p.Status.PodIP != "" {
			continue
		}
		n++
	}
	if n == 0 {
		return r.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, GenerateName: "more-"}})
	}
	return nil
}

// A helper skips it.
func (r *Reconciler) helped(ctx context.Context, pod *corev1.Pod) error {
	if err := r.Create(ctx, pod); err != nil {
		return err
	}
	var list corev1.PodList
	if err := r.List(ctx, &list, client.InNamespace(pod.Namespace)); err != nil {
		return err
	}
	if withAddress(list.Items) == 0 {
		return r.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: "alone"}})
	}
	return nil
}

func withAddress(pods []corev1.Pod) (n int) {
	for i := range pods {
		pod := &pods[i]
		if pod.Status.PodIP == "" {
			continue
		}
		n++
	}
	return n
}
