// The program fills the fields of its own structs, which nobody else can.
package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// LoadFunc reads a config.
type LoadFunc func(ctx context.Context, key client.ObjectKey) (*corev1.ConfigMap, error)

// Booker books, and reads by a function that it is given.
type Booker struct {
	Writer client.Writer
	Load   LoadFunc
	Peek   func(ctx context.Context, key client.ObjectKey) (*corev1.Secret, error)
	Other  LoadFunc
}

// Reconcile books.
func (b *Booker) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm, err := b.Load(ctx, req.NamespacedName)
	if err != nil {
		return ctrl.Result{}, err
	}
	cm.Data["booked"] = "yes"
	if err := b.Writer.Update(ctx, cm); err != nil {
		return ctrl.Result{}, err
	}
	if cm, err = b.Load(ctx, req.NamespacedName); err != nil {
		return ctrl.Result{}, err
	}
	if cm.Data["booked"] == "" {
		return ctrl.Result{}, b.Writer.Delete(ctx, &corev1.Pod{})
	}
	return ctrl.Result{}, nil
}

func (b *Booker) hold(ctx context.Context, key client.ObjectKey) error {
	secret, err := b.Peek(ctx, key)
	if err != nil {
		return err
	}
	secret.Labels["held"] = "yes"
	if err := b.Writer.Update(ctx, secret); err != nil {
		return err
	}
	again, err := b.Peek(ctx, key)
	if err != nil {
		return err
	}
	if again.Labels["held"] == "" {
		return b.Writer.Delete(ctx, &corev1.Pod{})
	}
	return nil
}

// Two functions may be there: which one isn't known.
func (b *Booker) either(ctx context.Context, key client.ObjectKey) error {
	cm, err := b.Other(ctx, key)
	if err != nil {
		return err
	}
	cm.Data["either"] = "yes"
	if err := b.Writer.Update(ctx, cm); err != nil {
		return err
	}
	again, err := b.Other(ctx, key)
	if err != nil || again.Data["either"] != "" {
		return err
	}
	return b.Writer.Delete(ctx, &corev1.Pod{})
}

type peeker struct{ c client.Client }

func (p *peeker) peek(ctx context.Context, key client.ObjectKey) (*corev1.Secret, error) {
	secret := &corev1.Secret{}
	return secret, p.c.Get(ctx, key, secret) // want `Secret.*Labels\[held\] decides.*\[staleread/get\]`
}

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		panic(err)
	}
	c, api := mgr.GetClient(), mgr.GetAPIReader()
	b := &Booker{
		Writer: c,
		Load: func(ctx context.Context, key client.ObjectKey) (*corev1.ConfigMap, error) {
			cm := &corev1.ConfigMap{}
			return cm, c.Get(ctx, key, cm) // want `ConfigMap.*Data\[booked\] decides.*\[staleread/get\]`
		},
		Peek: (&peeker{c}).peek,
		Other: func(ctx context.Context, key client.ObjectKey) (*corev1.ConfigMap, error) {
			cm := &corev1.ConfigMap{}
			return cm, c.Get(ctx, key, cm)
		},
	}
	if len(ctrl.GetConfigOrDie().Host) > 3 {
		b.Other = func(ctx context.Context, key client.ObjectKey) (*corev1.ConfigMap, error) {
			cm := &corev1.ConfigMap{}
			return cm, api.Get(ctx, key, cm)
		}
	}
	_ = b.hold(context.Background(), client.ObjectKey{})
	_ = b.either(context.Background(), client.ObjectKey{})
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).Complete(b); err != nil {
		panic(err)
	}
}
