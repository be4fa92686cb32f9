package list

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Garbage collection: one that is not seen yet is none to delete.
func (r *Mended) prune(ctx context.Context, w *api.Widget) error {
	want := gadget(w, 0)
	if err := r.Create(ctx, want); err != nil {
		return err
	}
	var all api.GadgetList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace), client.MatchingLabels{"widget": w.Name}); err != nil {
		return err
	}
	for i := range all.Items {
		if all.Items[i].Name == want.Name {
			continue
		}
		if err := r.Delete(ctx, &all.Items[i]); client.IgnoreNotFound(err) != nil {
			return err
		}
	}
	return nil
}

// Another kind.
func (r *Mended) parents(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.Create(ctx, gadget(w, 1)); err != nil {
		return 0, err
	}
	var widgets api.WidgetList
	err := r.List(ctx, &widgets)
	return len(widgets.Items), err
}

// Another namespace.
func (r *Mended) elsewhere(ctx context.Context) (int, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "prices"}}
	if err := r.Create(ctx, cm); err != nil {
		return 0, err
	}
	var list corev1.ConfigMapList
	err := r.List(ctx, &list, client.InNamespace("stock"))
	return len(list.Items), err
}

// An update neither adds to the list nor takes from it.
func (r *Mended) touched(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	var widgets api.WidgetList
	err := r.List(ctx, &widgets)
	return len(widgets.Items), err
}

// The cache is waited for.
func (r *Mended) await(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, gadget(w, 2)); err != nil {
		return err
	}
	return wait.PollUntilContextCancel(ctx, time.Second, true, func(ctx context.Context) (bool, error) {
		var all api.GadgetList
		err := r.List(ctx, &all, client.InNamespace(w.Namespace))
		return len(all.Items) > w.Status.Made, err
	})
}

// Nothing was made, or the function was left.
func (r *Mended) either(ctx context.Context, w *api.Widget) (int, error) {
	if w.Status.Made == 0 {
		return 1, r.Create(ctx, gadget(w, 0))
	}
	var all api.GadgetList
	err := r.List(ctx, &all)
	return len(all.Items), err
}
