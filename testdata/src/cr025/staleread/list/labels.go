package list

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

func (r *Reconciler) withRole(ctx context.Context, namespace, role string) (int, error) {
	var pods corev1.PodList
	err := r.List(ctx, &pods, client.InNamespace(namespace), client.MatchingLabels{"role": role})
	return len(pods.Items), err
}

// The list is of those with another role than the one that was created.
func (r *Reconciler) lead(ctx context.Context, w *api.Widget) error {
	worker := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name, Labels: map[string]string{"role": "worker", "of": w.Name}}}
	worker.Spec.NodeName = "a"
	if err := r.Create(ctx, worker); err != nil {
		return err
	}
	leaders, err := r.withRole(ctx, w.Namespace, "leader")
	if err != nil || leaders > 0 {
		return err
	}
	return r.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, GenerateName: "leader-"}})
}

// Of those with the same role it is one.
func (r *Reconciler) work(ctx context.Context, w *api.Widget) error {
	worker := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name, Labels: map[string]string{"role": "worker"}}}
	if err := r.Create(ctx, worker); err != nil {
		return err
	}
	var workers corev1.PodList
	if err := r.List(ctx, &workers, client.InNamespace(w.Namespace), client.MatchingLabels{"role": "worker"}); err != nil { // want `Pod.*\[staleread/list\]`
		return err
	}
	if len(workers.Items) < 3 {
		return r.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, GenerateName: "worker-"}})
	}
	return nil
}

// The role is another one when it is created.
func (r *Reconciler) promoted(ctx context.Context, w *api.Widget) error {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name, Labels: map[string]string{"role": "worker"}}}
	if w.Spec.Size == 1 {
		pod.Labels["role"] = "leader"
	}
	if err := r.Create(ctx, pod); err != nil {
		return err
	}
	var leaders corev1.PodList
	if err := r.List(ctx, &leaders, client.InNamespace(w.Namespace), client.MatchingLabels{"role": "leader"}); err != nil { // want `Pod.*\[staleread/list\]`
		return err
	}
	if len(leaders.Items) == 0 {
		return r.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, GenerateName: "leader-"}})
	}
	return nil
}
