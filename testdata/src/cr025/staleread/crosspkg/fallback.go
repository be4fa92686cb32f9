package crosspkg

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/crosspkg/lookup"
	"ctrllint.test/cr025/staleread/crosspkg/lookup/twice"
)

// Asker has another package look for what it has created.
type Asker struct {
	client.Client
	live client.Reader
	desk *lookup.Desk
}

// SetupWithManager fills it.
func (r *Asker) SetupWithManager(mgr ctrl.Manager) error {
	r.Client, r.live = mgr.GetClient(), mgr.GetAPIReader()
	r.desk = lookup.New(mgr)
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

func (r *Asker) make(ctx context.Context, req ctrl.Request) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
	return client.IgnoreAlreadyExists(r.Create(ctx, cm))
}

// Reconcile gets what is there, whoever has it.
func (r *Asker) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.make(ctx, req); err != nil {
		return ctrl.Result{}, err
	}
	cm, err := r.desk.Config(ctx, req.NamespacedName)
	if err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: cm.Data["size"] == ""}, nil
}

// Two functions below, the other package asks the API server.
func (r *Asker) size(ctx context.Context, req ctrl.Request) (string, error) {
	if err := r.make(ctx, req); err != nil {
		return "", err
	}
	return r.desk.Size(ctx, req.NamespacedName)
}

// A third package does so for the other.
func (r *Asker) shade(ctx context.Context, req ctrl.Request) (string, error) {
	if err := r.make(ctx, req); err != nil {
		return "", err
	}
	return r.desk.Shade(ctx, req.NamespacedName)
}

// Both readers come from here.
func (r *Asker) handed(ctx context.Context, req ctrl.Request) (string, error) {
	if err := r.make(ctx, req); err != nil {
		return "", err
	}
	cm := &corev1.ConfigMap{}
	if err := twice.Get(ctx, r.Client, r.live, req.NamespacedName, cm); err != nil {
		return "", err
	}
	return cm.Data["size"], nil
}

func (r *Asker) again(ctx context.Context, req ctrl.Request) (string, error) {
	if err := r.make(ctx, req); err != nil {
		return "", err
	}
	cm, err := r.desk.Again(ctx, req.NamespacedName) // want `ConfigMap.*\[staleread/get\]`
	if err != nil {
		return "", err
	}
	return cm.Data["size"], nil
}

func (r *Asker) broken(ctx context.Context, req ctrl.Request) (string, error) {
	if err := r.make(ctx, req); err != nil {
		return "", err
	}
	cm, err := r.desk.Broken(ctx, req.NamespacedName) // want `ConfigMap.*\[staleread/get\]`
	if err != nil {
		return "", err
	}
	return cm.Data["size"], nil
}

func (r *Asker) owner(ctx context.Context, req ctrl.Request) (string, error) {
	if err := r.make(ctx, req); err != nil {
		return "", err
	}
	cm, err := r.desk.Owner(ctx, req.NamespacedName) // want `ConfigMap.*\[staleread/get\]`
	if err != nil {
		return "", err
	}
	return cm.Data["size"], nil
}

// The second is the cache here too.
func (r *Asker) sameTwice(ctx context.Context, req ctrl.Request) (string, error) {
	if err := r.make(ctx, req); err != nil {
		return "", err
	}
	cm := &corev1.ConfigMap{}
	if err := twice.Get(ctx, r.Client, r.Client, req.NamespacedName, cm); err != nil { // want `ConfigMap.*\[staleread/get\]`
		return "", err
	}
	return cm.Data["size"], nil
}

// What exists already the other package finds.
func (r *Asker) adopted(ctx context.Context, g *corev1.ConfigMap) (string, error) {
	err := r.Create(ctx, g)
	if err == nil {
		return g.Data["size"], nil
	}
	if !apierrors.IsAlreadyExists(err) {
		return "", err
	}
	found, err := r.desk.Config(ctx, client.ObjectKeyFromObject(g))
	if err != nil {
		return "", err
	}
	return found.Data["size"], nil
}
