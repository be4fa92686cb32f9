package list

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/selection"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// another makes a pod if none was found.
func (r *Reconciler) another(ctx context.Context, w *api.Widget, found int) error {
	if found > 0 {
		return nil
	}
	return r.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, GenerateName: "another-"}})
}

// A requirement leaves out what was created.
func (r *Reconciler) notWorkers(ctx context.Context, w *api.Widget) error {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name, Labels: map[string]string{"role": "worker"}}}
	if err := r.Create(ctx, pod); err != nil {
		return err
	}
	others, err := labels.NewRequirement("role", selection.NotIn, []string{"worker", "spare"})
	if err != nil {
		return err
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(w.Namespace), client.MatchingLabelsSelector{Selector: labels.NewSelector().Add(*others)}); err != nil {
		return err
	}
	return r.another(ctx, w, len(pods.Items))
}

// This one doesn't.
func (r *Reconciler) notSpares(ctx context.Context, w *api.Widget) error {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name, Labels: map[string]string{"role": "worker"}}}
	if err := r.Create(ctx, pod); err != nil {
		return err
	}
	others, err := labels.NewRequirement("role", selection.NotIn, []string{"spare"})
	if err != nil {
		return err
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(w.Namespace), client.MatchingLabelsSelector{Selector: labels.NewSelector().Add(*others)}); err != nil { // want `Pod.*\[staleread/list\]`
		return err
	}
	return r.another(ctx, w, len(pods.Items))
}

// The options are a struct with a selector of another set.
func (r *Reconciler) leaders(ctx context.Context, w *api.Widget) error {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name, Labels: map[string]string{"role": "worker"}}}
	if err := r.Create(ctx, pod); err != nil {
		return err
	}
	var pods corev1.PodList
	options := &client.ListOptions{Namespace: w.Namespace, LabelSelector: labels.SelectorFromSet(labels.Set{"role": "leader"})}
	if err := r.List(ctx, &pods, options); err != nil {
		return err
	}
	return r.another(ctx, w, len(pods.Items))
}

// The pod has no label at all, or not this one.
func (r *Reconciler) labelled(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}); err != nil {
		return err
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(w.Namespace), client.HasLabels{"leader"}); err != nil {
		return err
	}
	return r.another(ctx, w, len(pods.Items))
}

func (r *Reconciler) selected(ctx context.Context, w *api.Widget) error {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name, Labels: map[string]string{"role": "worker"}}}
	if err := r.Create(ctx, pod); err != nil {
		return err
	}
	selector, err := metav1.LabelSelectorAsSelector(&metav1.LabelSelector{MatchLabels: map[string]string{"leader": "yes"}})
	if err != nil {
		return err
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(w.Namespace), client.MatchingLabelsSelector{Selector: selector}); err != nil {
		return err
	}
	return r.another(ctx, w, len(pods.Items))
}

// It has the label, of any value.
func (r *Reconciler) withLabel(ctx context.Context, w *api.Widget) error {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name, Labels: map[string]string{"leader": w.Name}}}
	if err := r.Create(ctx, pod); err != nil {
		return err
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(w.Namespace), client.HasLabels{"leader"}); err != nil { // want `Pod.*\[staleread/list\]`
		return err
	}
	return r.another(ctx, w, len(pods.Items))
}

// What is asked for is a field, of which no label speaks.
func (r *Reconciler) onNode(ctx context.Context, w *api.Widget) error {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	pod.Spec.NodeName = "a"
	if err := r.Create(ctx, pod); err != nil {
		return err
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(w.Namespace), client.MatchingFields{"spec.nodeName": "a"}); err != nil { // want `Pod.*\[staleread/list\]`
		return err
	}
	return r.another(ctx, w, len(pods.Items))
}

// The role may be another one by the time that the pod is created.
func (r *Reconciler) chosen(ctx context.Context, w *api.Widget) error {
	role := map[string]string{"role": "worker"}
	if w.Spec.Size == 1 {
		role["role"] = "leader"
	}
	if err := r.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name, Labels: role}}); err != nil {
		return err
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(w.Namespace), client.MatchingLabels{"role": "leader"}); err != nil { // want `Pod.*\[staleread/list\]`
		return err
	}
	return r.another(ctx, w, len(pods.Items))
}

// A label is taken off by way of the whole map: of another one nothing is said.
func (r *Reconciler) unmarked(ctx context.Context, w *api.Widget, pod *corev1.Pod) error {
	marks := pod.GetLabels()
	delete(marks, "spare")
	pod.SetLabels(marks)
	if err := r.Update(ctx, pod); err != nil {
		return err
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(w.Namespace), client.HasLabels{"leader"}); err != nil {
		return err
	}
	return r.another(ctx, w, len(pods.Items))
}
