// Package decorated has controllers that read and write through interfaces which one type implements and others decorate.
package decorated

import (
	"context"
	"errors"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/decorated/shelf"
)

// A claims has the holders of claims.
type claims interface {
	load(ctx context.Context, name string) (*corev1.ConfigMap, error)
	save(ctx context.Context, cm *corev1.ConfigMap) error
}

type stored struct{ c client.Client }

func (s *stored) load(ctx context.Context, name string) (*corev1.ConfigMap, error) {
	cm := &corev1.ConfigMap{}
	err := s.c.Get(ctx, client.ObjectKey{Name: name}, cm) // want `Get after the Update at decorated.go:30 reads the corev1.ConfigMap.*\[staleread/get\]`
	return cm, err
}

func (s *stored) save(ctx context.Context, cm *corev1.ConfigMap) error { return s.c.Update(ctx, cm) }

// logged decorates.
type logged struct{ claims }

func (l logged) save(ctx context.Context, cm *corev1.ConfigMap) error {
	log.Println(cm.Name)
	return l.claims.save(ctx, cm)
}

// Reconciler has claims.
type Reconciler struct {
	client client.Client
	claims claims
	me     string
}

func setup(mgr ctrl.Manager, verbose bool) error {
	var all claims = &stored{mgr.GetClient()}
	if verbose {
		all = logged{all}
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).Complete(&Reconciler{mgr.GetClient(), all, "me"})
}

// Reconcile claims, and looks who has won.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm, err := r.claims.load(ctx, req.Name)
	if err != nil {
		return ctrl.Result{}, err
	}
	cm.Data["holder"] = r.me
	if err := r.claims.save(ctx, cm); err != nil {
		return ctrl.Result{}, err
	}
	won, err := r.claims.load(ctx, req.Name)
	if err != nil || won.Data["holder"] != r.me {
		return ctrl.Result{}, errors.Join(err, errors.New("lost"))
	}
	return ctrl.Result{}, r.client.Create(ctx, &corev1.Secret{})
}

// Mended goes on with what it has saved.
func (r *Reconciler) mended(ctx context.Context, name string) error {
	cm, err := r.claims.load(ctx, name)
	if err != nil {
		return err
	}
	cm.Data["holder"] = r.me
	if err := r.claims.save(ctx, cm); err != nil {
		return err
	}
	if cm.Data["holder"] != r.me {
		return errors.New("lost")
	}
	return r.client.Create(ctx, &corev1.Secret{})
}

// Keeper has a shelf of another package.
type Keeper struct {
	client client.Client
	shelf  shelf.Shelf
}

func setupKeeper(mgr ctrl.Manager, counts bool) error {
	keeper := &Keeper{mgr.GetClient(), shelf.New(mgr.GetClient(), counts)}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).Named("keeper").Complete(keeper)
}

// Reconcile puts and takes.
func (k *Keeper) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm, err := k.shelf.Take(ctx, req.NamespacedName)
	if err != nil {
		return ctrl.Result{}, err
	}
	cm.Data["holder"] = "keeper"
	if err := k.shelf.Put(ctx, cm); err != nil {
		return ctrl.Result{}, err
	}
	now, err := k.shelf.Take(ctx, req.NamespacedName) // want `corev1.ConfigMap.*\[staleread/get\]`
	if err != nil || now.Data["holder"] != "keeper" {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, k.client.Delete(ctx, &corev1.Secret{})
}

// A board has two types that implement it, of which one has no client: neither decorates the other.
type board interface {
	read(ctx context.Context, name string) (*corev1.ConfigMap, error)
	write(ctx context.Context, cm *corev1.ConfigMap) error
}

type public struct{ of *stored }

func (p *public) read(ctx context.Context, name string) (*corev1.ConfigMap, error) {
	return p.of.load(ctx, name)
}

func (p *public) write(ctx context.Context, cm *corev1.ConfigMap) error { return p.of.save(ctx, cm) }

// private asks the board that it copies once.
type private struct {
	of  board
	all map[string]*corev1.ConfigMap
}

func (p *private) read(ctx context.Context, name string) (*corev1.ConfigMap, error) {
	if p.all[name] == nil {
		return nil, errors.New("unknown")
	}
	return p.all[name], nil
}

func (p *private) write(_ context.Context, cm *corev1.ConfigMap) error {
	p.all[cm.Name] = cm
	return nil
}

func (r *Reconciler) pin(ctx context.Context, b board, name string) error {
	cm, err := b.read(ctx, name)
	if err != nil {
		return err
	}
	cm.Data["pinned"] = "yes"
	if err := b.write(ctx, cm); err != nil {
		return err
	}
	now, err := b.read(ctx, name)
	if err != nil || now.Data["pinned"] != "yes" {
		return errors.New("not pinned")
	}
	return r.client.Create(ctx, &corev1.Secret{})
}
