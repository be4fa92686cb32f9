// Package helpers has the write in one function and the read in another.
package helpers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Reconciler has methods for everything.
type Reconciler struct {
	client.Client
	store store
}

// Reconcile writes by one method and reads by another.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w, err := r.fetchFirst(ctx, req.NamespacedName)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.setPhase(ctx, w, "Started"); err != nil {
		return ctrl.Result{}, err
	}
	again, err := r.fetch(ctx, req.NamespacedName)
	if err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.setPhase(ctx, again, "Done")
}

func (r *Reconciler) fetchFirst(ctx context.Context, key types.NamespacedName) (*api.Widget, error) {
	w := &api.Widget{}
	return w, r.Get(ctx, key, w)
}

func (r *Reconciler) fetch(ctx context.Context, key types.NamespacedName) (*api.Widget, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil { // want `Widget.*\[staleread/get\]`
		return nil, err
	}
	return w, nil
}

func (r *Reconciler) setPhase(ctx context.Context, w *api.Widget, phase string) error {
	w.Status.Phase = phase
	return r.Status().Update(ctx, w)
}

// The write is a method's, the read is here.
func (r *Reconciler) writeElsewhere(ctx context.Context, w *api.Widget) (string, error) {
	if err := r.setPhase(ctx, w, "Written"); err != nil {
		return "", err
	}
	var now api.Widget
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &now) // want `Widget.*\[staleread/get\]`
	return now.Status.Phase, err
}

// The write is here, the read is three calls away.
func (r *Reconciler) readElsewhere(ctx context.Context, cm *corev1.ConfigMap) (string, error) {
	if err := r.Update(ctx, cm); err != nil {
		return "", err
	}
	return r.outer(ctx, cm.Namespace, cm.Name)
}

func (r *Reconciler) outer(ctx context.Context, namespace, name string) (string, error) {
	return r.inner(ctx, types.NamespacedName{Namespace: namespace, Name: name})
}

func (r *Reconciler) inner(ctx context.Context, key types.NamespacedName) (string, error) {
	return lookUp(ctx, r.Client, key)
}

func lookUp(ctx context.Context, c client.Client, key types.NamespacedName) (string, error) {
	var cm corev1.ConfigMap
	if err := c.Get(ctx, key, &cm); err != nil { // want `ConfigMap.*\[staleread/get\]`
		return "", err
	}
	return cm.Data["value"], nil
}

// A client that is passed on.
func syncStatus(ctx context.Context, c client.Client, w *api.Widget) (int, error) {
	if err := c.Status().Update(ctx, w); err != nil {
		return 0, err
	}
	var now api.Widget
	err := c.Get(ctx, client.ObjectKeyFromObject(w), &now) // want `Widget.*\[staleread/get\]`
	return now.Status.Made, err
}

func (r *Reconciler) closures(ctx context.Context, w *api.Widget) (int, error) {
	save := func() error { return r.Update(ctx, w) }
	load := func() (int, error) {
		var now api.Widget
		err := r.Get(ctx, client.ObjectKeyFromObject(w), &now) // want `Widget.*\[staleread/get\]`
		return now.Spec.Size, err
	}
	if err := save(); err != nil {
		return 0, err
	}
	return load()
}

// The one store that there is.
type store interface {
	Save(ctx context.Context, cm *corev1.ConfigMap) error
	Load(ctx context.Context, key client.ObjectKey) (*corev1.ConfigMap, error)
}

type clusterStore struct{ client.Client }

func (s clusterStore) Save(ctx context.Context, cm *corev1.ConfigMap) error {
	return s.Update(ctx, cm)
}

func (s clusterStore) Load(ctx context.Context, key client.ObjectKey) (*corev1.ConfigMap, error) {
	cm := &corev1.ConfigMap{}
	return cm, s.Get(ctx, key, cm) // want `ConfigMap.*\[staleread/get\]`
}

func newReconciler(mgr ctrl.Manager) *Reconciler {
	return &Reconciler{Client: mgr.GetClient(), store: clusterStore{mgr.GetClient()}}
}

func (r *Reconciler) stored(ctx context.Context, cm *corev1.ConfigMap) (map[string]string, error) {
	if err := r.store.Save(ctx, cm); err != nil {
		return nil, err
	}
	now, err := r.store.Load(ctx, client.ObjectKeyFromObject(cm))
	if err != nil {
		return nil, err
	}
	return now.Data, nil
}

// Base is embedded, and its client with it.
type Base struct {
	client.Client
	Scheme string
}

// Derived has the client of its base.
type Derived struct{ *Base }

// Reconcile calls one client by two names.
func (d Derived) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
	if err := d.Create(ctx, secret); err != nil {
		return ctrl.Result{}, err
	}
	now := &corev1.Secret{}
	err := d.Base.Client.Get(ctx, req.NamespacedName, now) // want `Secret.*\[staleread/get\]`
	return ctrl.Result{Requeue: len(now.Data) == 0}, err
}

// The kind is what the caller passes.
func (r *Reconciler) save(ctx context.Context, obj client.Object) error { return r.Update(ctx, obj) }

func (r *Reconciler) reload(ctx context.Context, obj client.Object) error {
	return r.Get(ctx, client.ObjectKeyFromObject(obj), obj) // want `Pod.*\[staleread/get\]`
}

func (r *Reconciler) anyKind(ctx context.Context, pod *corev1.Pod) (corev1.PodPhase, error) {
	if err := r.save(ctx, pod); err != nil {
		return "", err
	}
	if err := r.reload(ctx, pod); err != nil {
		return "", err
	}
	return pod.Status.Phase, nil
}
