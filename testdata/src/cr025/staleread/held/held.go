// Package held has objects in fields of structs.
package held

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/held/session"
)

// Reconciler works on what is in sessions.
type Reconciler struct{ client.Client }

// Setup registers it.
func Setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).Complete(&Reconciler{mgr.GetClient()})
}

// Reconcile asks again what it has just said.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	s := session.For(req.NamespacedName)
	if err := s.Load(ctx, r); err != nil {
		return ctrl.Result{}, err
	}
	s.Config.Data["rounds"] += "x"
	if err := s.Save(ctx, r); err != nil {
		return ctrl.Result{}, err
	}
	if err := s.Load(ctx, r); err != nil { // want `warning: .*ConfigMap.*its Data\[rounds\] decides.*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	if s.Config.Data["rounds"] == "xxx" {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, r.Create(ctx, &corev1.Pod{})
}

// mended goes on with what the server answered.
func (r *Reconciler) mended(ctx context.Context, req ctrl.Request) error {
	s := session.For(req.NamespacedName)
	if err := s.Load(ctx, r); err != nil {
		return err
	}
	s.Config.Data["rounds"] += "x"
	if err := s.Save(ctx, r); err != nil {
		return err
	}
	if s.Config.Data["rounds"] == "xxx" {
		return nil
	}
	return r.Create(ctx, &corev1.Pod{})
}

// another has two sessions, of two ConfigMaps.
func (r *Reconciler) another(ctx context.Context, req ctrl.Request) error {
	s, other := session.For(req.NamespacedName), session.For(client.ObjectKey{Namespace: req.Namespace, Name: "other"})
	if err := s.Load(ctx, r); err != nil {
		return err
	}
	s.Config.Data["rounds"] += "x"
	if err := s.Save(ctx, r); err != nil {
		return err
	}
	if err := other.Load(ctx, r); err != nil {
		return err
	}
	if other.Config.Data["rounds"] == "xxx" {
		return nil
	}
	return r.Create(ctx, &corev1.Pod{})
}

// asks looks at what it hasn't written.
func (r *Reconciler) asks(ctx context.Context, req ctrl.Request) error {
	s := session.For(req.NamespacedName)
	if err := s.Load(ctx, r); err != nil {
		return err
	}
	s.Config.Data["rounds"] += "x"
	if err := s.Save(ctx, r); err != nil {
		return err
	}
	if err := s.Load(ctx, r); err != nil {
		return err
	}
	if s.Config.Labels["paused"] == "yes" {
		return nil
	}
	return r.Create(ctx, &corev1.Pod{})
}

// opens reads a Secret that it has just written, in another session.
func (r *Reconciler) opens(ctx context.Context, req ctrl.Request) error {
	o, err := session.Open(ctx, r.Client, req.NamespacedName)
	if err != nil {
		return err
	}
	o.Secret.Data["key"] = []byte("new")
	if err := o.Close(ctx); err != nil {
		return err
	}
	again, err := session.Open(ctx, r.Client, req.NamespacedName) // want `Secret.*\[staleread/get\]`
	if err != nil {
		return err
	}
	return r.Create(ctx, &corev1.Pod{Spec: corev1.PodSpec{NodeName: string(again.Secret.Data["key"])}})
}

// opensAnother reads another Secret.
func (r *Reconciler) opensAnother(ctx context.Context, req ctrl.Request) error {
	o, err := session.Open(ctx, r.Client, req.NamespacedName)
	if err != nil {
		return err
	}
	o.Secret.Data["key"] = []byte("new")
	if err := o.Close(ctx); err != nil {
		return err
	}
	again, err := session.Open(ctx, r.Client, client.ObjectKey{Namespace: req.Namespace, Name: "another"})
	if err != nil {
		return err
	}
	return r.Create(ctx, &corev1.Pod{Spec: corev1.PodSpec{NodeName: string(again.Secret.Data["key"])}})
}

var shared = struct{ Config *corev1.ConfigMap }{&corev1.ConfigMap{}}

// kept has the object in a variable of the package, which anybody may change.
func (r *Reconciler) kept(ctx context.Context, req ctrl.Request) error {
	if err := r.Get(ctx, req.NamespacedName, shared.Config); err != nil {
		return err
	}
	shared.Config.Data["rounds"] += "x"
	if err := r.Update(ctx, shared.Config); err != nil {
		return err
	}
	if err := r.Get(ctx, req.NamespacedName, shared.Config); err != nil {
		return err
	}
	if shared.Config.Data["rounds"] == "xxx" {
		return nil
	}
	return r.Create(ctx, &corev1.Pod{})
}
