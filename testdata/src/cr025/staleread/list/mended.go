package list

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Mended lists before it writes, and keeps account.
type Mended struct {
	client.Client
	APIReader client.Reader
}

// Reconcile knows what it has made.
func (r *Mended) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var all api.GadgetList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil {
		return ctrl.Result{}, err
	}
	made := len(all.Items)
	for ; made < w.Spec.Size; made++ {
		if err := r.Create(ctx, gadget(&w, made)); err != nil {
			return ctrl.Result{}, err
		}
	}
	w.Status.Made = made
	return ctrl.Result{}, r.Status().Update(ctx, &w)
}

func (r *Mended) scaleDown(ctx context.Context, w *api.Widget, victim *corev1.Pod) (bool, error) {
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods, client.InNamespace(victim.Namespace), client.MatchingLabels{"widget": w.Name}); err != nil {
		return false, err
	}
	if err := r.Delete(ctx, victim); err != nil {
		return false, err
	}
	return len(pods.Items)-1 > w.Spec.Size, nil
}

func (r *Mended) clear(ctx context.Context, namespace string) (int, error) {
	if err := r.DeleteAllOf(ctx, &corev1.Secret{}, client.InNamespace(namespace)); err != nil {
		return 0, err
	}
	var left corev1.SecretList
	if err := r.APIReader.List(ctx, &left, client.InNamespace(namespace)); err != nil {
		return 0, err
	}
	return len(left.Items), nil
}
