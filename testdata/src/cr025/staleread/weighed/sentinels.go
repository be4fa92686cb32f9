package weighed

import (
	"context"
	"errors"
	"fmt"
	"io"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// errStop says that nothing is left to do.
var errStop = errors.New("stop")

// A refusal is an error of our own.
type refusal struct{ why string }

func (r *refusal) Error() string { return r.why }

// Stopping is a reconciler that ends without an error where one of its steps says so.
type Stopping struct{ client.Client }

// Reconcile knows three errors by which its steps say that they are done. An object that isn't found is none of them.
func (s *Stopping) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	err := s.steps(ctx, req)
	if errors.Is(err, errStop) || errors.Is(err, io.EOF) {
		return ctrl.Result{}, nil
	}
	var refused *refusal
	if errors.As(err, &refused) {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, err
}

func (s *Stopping) steps(ctx context.Context, req ctrl.Request) error {
	g := &api.Gadget{}
	g.Namespace, g.Name = req.Namespace, req.Name
	if err := s.Create(ctx, g); err != nil {
		return err
	}
	if req.Name == "" {
		return errStop
	}
	if err := s.check(ctx, req); err != nil {
		return fmt.Errorf("checking: %w", err)
	}
	return nil
}

func (s *Stopping) check(ctx context.Context, req ctrl.Request) error {
	var now api.Gadget
	if err := s.Get(ctx, req.NamespacedName, &now); err != nil { // want `note: .*so that what follows fails and is tried again.*\[staleread/get\]`
		return err
	}
	if now.Serial == "" {
		return &refusal{"no serial"}
	}
	return nil
}

// Turning is one whose steps take a missing object for the end.
type Turning struct{ client.Client }

// Reconcile knows how its steps say that they are done.
func (t *Turning) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := t.steps(ctx, req); !errors.Is(err, errStop) {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

func (t *Turning) steps(ctx context.Context, req ctrl.Request) error {
	g := &api.Gadget{}
	g.Namespace, g.Name = req.Namespace, req.Name
	if err := t.Create(ctx, g); err != nil {
		return err
	}
	var now api.Gadget
	err := t.Get(ctx, req.NamespacedName, &now) // want `warning: .*goes on as if there were none.*\[staleread/get\]`
	if apierrors.IsNotFound(err) {
		return errStop
	}
	return err
}

// Both is one whose steps return both errors in one.
type Both struct{ client.Client }

// Reconcile knows how its steps say that they are done.
func (b *Both) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := b.steps(ctx, req); !errors.Is(err, errStop) {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

func (b *Both) steps(ctx context.Context, req ctrl.Request) error {
	g := &api.Gadget{}
	g.Namespace, g.Name = req.Namespace, req.Name
	if err := b.Create(ctx, g); err != nil {
		return err
	}
	var now api.Gadget
	if err := b.Get(ctx, req.NamespacedName, &now); err != nil { // want `warning: .*goes on as if there were none.*\[staleread/get\]`
		return fmt.Errorf("%w: %w", errStop, err)
	}
	return nil
}
