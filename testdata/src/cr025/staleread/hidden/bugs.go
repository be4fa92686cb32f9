// Package hidden has stale reads behind a generic function of another package, a function in a field, an interface of
// one's own, in goroutines that are waited for, and across the rounds of a loop.
package hidden

import (
	"context"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/hidden/fetch"
)

// A Store is what the reconciler needs of a client.
type Store interface {
	Get(ctx context.Context, key client.ObjectKey, obj client.Object, opts ...client.GetOption) error
	Update(ctx context.Context, obj client.Object, opts ...client.UpdateOption) error
}

// Reconciler has its client, and a function that reads.
type Reconciler struct {
	client.Client
	store Store
	load  func(ctx context.Context, key client.ObjectKey) (*api.Widget, error)
}

// New makes the reconciler of a manager.
func New(mgr ctrl.Manager) *Reconciler {
	r := &Reconciler{Client: mgr.GetClient(), store: mgr.GetClient()}
	r.load = func(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
		w := &api.Widget{}
		return w, r.Get(ctx, key, w) // want `Widget.*\[staleread/get\]`
	}
	return r
}

// Reconcile does nothing here.
func (r *Reconciler) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

func (r *Reconciler) generic(ctx context.Context, w *api.Widget) (int, error) {
	w.Spec.Size++
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	now, err := fetch.Fetch[api.Widget](ctx, r.Client, client.ObjectKeyFromObject(w)) // want `Widget.*\[staleread/get\]`
	if err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

// What was written is what a generic function has read: the key is the one that it was given.
func (r *Reconciler) fetched(ctx context.Context, key client.ObjectKey) (int, error) {
	w, err := fetch.Fetch[api.Widget](ctx, r.Client, key)
	if err != nil {
		return 0, err
	}
	w.Spec.Size++
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	w, err = fetch.Fetch[api.Widget](ctx, r.Client, key) // want `Widget.*\[staleread/get\]`
	if err != nil {
		return 0, err
	}
	return w.Spec.Size, nil
}

func (r *Reconciler) pointed(ctx context.Context, key client.ObjectKey) (int, error) {
	w, err := fetch.Plain[api.Widget](ctx, r.Client, key)
	if err != nil {
		return 0, err
	}
	w.Spec.Size++
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	w, err = fetch.Plain[api.Widget](ctx, r.Client, key) // want `Widget.*\[staleread/get\]`
	if err != nil {
		return 0, err
	}
	return w.Spec.Size, nil
}

func (r *Reconciler) field(ctx context.Context, w *api.Widget) (int, error) {
	w.Spec.Size++
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	now, err := r.load(ctx, client.ObjectKeyFromObject(w))
	if err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

func (r *Reconciler) own(ctx context.Context, w *api.Widget) (int, error) {
	w.Spec.Size++
	if err := r.store.Update(ctx, w); err != nil {
		return 0, err
	}
	var now api.Widget
	err := r.store.Get(ctx, client.ObjectKeyFromObject(w), &now) // want `Widget.*\[staleread/get\]`
	return now.Spec.Size, err
}

func (r *Reconciler) rounds(ctx context.Context, key types.NamespacedName) error {
	for range 3 {
		w := &api.Widget{}
		if err := r.Get(ctx, key, w); err != nil { // want `Widget.*\[staleread/get\]`
			return err
		}
		w.Spec.Size++
		if err := r.Update(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciler) waited(ctx context.Context, w *api.Widget) (int, error) {
	var wg sync.WaitGroup
	var failed error
	wg.Add(1)
	go func() {
		defer wg.Done()
		w.Spec.Size++
		failed = r.Update(ctx, w)
	}()
	wg.Wait()
	if failed != nil {
		return 0, failed
	}
	var now api.Widget
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &now) // want `Widget.*\[staleread/get\]`
	return now.Spec.Size, err
}

func (r *Reconciler) deletes(ctx context.Context, cm *corev1.ConfigMap, outdated bool) error {
	if outdated {
		if err := r.Delete(ctx, cm); err != nil {
			return err
		}
	}
	fresh := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: cm.Name, Namespace: cm.Namespace}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, fresh, func() error { // want `ConfigMap.*\[staleread/composite\]`
		fresh.Data = map[string]string{"a": "b"}
		return nil
	})
	return err
}

func (r *Reconciler) once(ctx context.Context, key types.NamespacedName) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		w := &api.Widget{}
		if err := r.Get(ctx, key, w); err != nil { // want `\[staleread/retry\]`
			return err
		}
		w.Spec.Size++
		if err := r.Update(ctx, w); err != nil {
			return err
		}
		return nil
	})
}

// Two objects that the server names are never the same.
func (r *Reconciler) generated(ctx context.Context) error {
	first := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{GenerateName: "a-", Namespace: "x"}}
	if err := r.Create(ctx, first); err != nil {
		return err
	}
	second := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{GenerateName: "a-", Namespace: "x"}}
	return r.Get(ctx, client.ObjectKeyFromObject(second), second)
}

// The metadata of the kind comes from a function.
func (r *Reconciler) metadata(ctx context.Context, w *api.Widget) (string, error) {
	w.Labels = map[string]string{"a": "b"}
	if err := r.Update(ctx, w); err != nil {
		return "", err
	}
	m := widgetMetadata()
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), m); err != nil { // want `Widget.*\[staleread/get\]`
		return "", err
	}
	return m.Labels["a"], nil
}

func widgetMetadata() *metav1.PartialObjectMetadata {
	m := &metav1.PartialObjectMetadata{}
	m.SetGroupVersionKind(api.GroupVersion.WithKind("Widget"))
	return m
}
