// Package list has lists of a kind of which an object was just created or deleted.
package list

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Reconciler makes as many Gadgets as a Widget wants.
type Reconciler struct {
	client.Client
}

// Reconcile counts without those that it just made.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	for i := w.Status.Made; i < w.Spec.Size; i++ {
		if err := r.Create(ctx, gadget(&w, i)); err != nil {
			return ctrl.Result{}, err
		}
	}
	var all api.GadgetList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil { // want `Gadget.*\[staleread/list\]`
		return ctrl.Result{}, err
	}
	w.Status.Made = len(all.Items)
	return ctrl.Result{}, r.Status().Update(ctx, &w)
}

func gadget(w *api.Widget, i int) *api.Gadget {
	return &api.Gadget{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: w.Namespace,
			Name:      fmt.Sprintf("%s-%d", w.Name, i),
			Labels:    map[string]string{"widget": w.Name},
		},
		Serial: fmt.Sprint(i),
	}
}

// The deleted one is still counted.
func (r *Reconciler) scaleDown(ctx context.Context, w *api.Widget, victim *corev1.Pod) (bool, error) {
	if err := r.Delete(ctx, victim); err != nil {
		return false, err
	}
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods, client.InNamespace(victim.Namespace), client.MatchingLabels{"widget": w.Name}); err != nil { // want `Pod.*\[staleread/list\]`
		return false, err
	}
	return len(pods.Items) > w.Spec.Size, nil
}

func (r *Reconciler) clear(ctx context.Context, namespace string) (int, error) {
	if err := r.DeleteAllOf(ctx, &corev1.Secret{}, client.InNamespace(namespace)); err != nil {
		return 0, err
	}
	var left corev1.SecretList
	if err := r.List(ctx, &left, client.InNamespace(namespace)); err != nil { // want `Secret.*\[staleread/list\]`
		return 0, err
	}
	return len(left.Items), nil
}

// One more, and what names there are.
func (r *Reconciler) names(ctx context.Context, cm *corev1.ConfigMap) ([]string, error) {
	if err := r.Create(ctx, cm); err != nil {
		return nil, err
	}
	list := new(corev1.ConfigMapList)
	if err := r.List(ctx, list); err != nil { // want `ConfigMap.*\[staleread/list\]`
		return nil, err
	}
	var names []string
	for i := range list.Items {
		names = append(names, list.Items[i].Name)
	}
	return names, nil
}

// All those are deleted of which one may be left.
func (r *Reconciler) drain(ctx context.Context, namespace string) (bool, error) {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(namespace)); err != nil {
		return false, err
	}
	for i := range pods.Items {
		if err := r.Delete(ctx, &pods.Items[i]); client.IgnoreNotFound(err) != nil {
			return false, err
		}
	}
	if err := r.List(ctx, &pods, client.InNamespace(namespace)); err != nil { // want `Pod.*\[staleread/list\]`
		return false, err
	}
	for i := range pods.Items {
		pods.Items[i].Labels = map[string]string{"survived": "yes"}
		if err := r.Update(ctx, &pods.Items[i]); err != nil {
			return false, err
		}
	}
	return len(pods.Items) > 0, nil
}
