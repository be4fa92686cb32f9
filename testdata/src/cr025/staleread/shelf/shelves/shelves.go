// Package shelves has interfaces and what implements them: what callers in other packages see is the interface.
package shelves

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// A Shelf keeps widgets. Only one type here does.
type Shelf interface {
	Load(ctx context.Context, key client.ObjectKey) (*api.Widget, error)
	Save(ctx context.Context, w *api.Widget) error
}

type cached struct{ c client.Client }

// New returns a shelf in the manager's cache.
func New(mgr ctrl.Manager) Shelf { return &cached{mgr.GetClient()} }

func (s *cached) Load(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	w := &api.Widget{}
	return w, s.c.Get(ctx, key, w)
}

func (s *cached) Save(ctx context.Context, w *api.Widget) error { return s.c.Update(ctx, w) }

// A Live keeps widgets, too, and asks the API server.
type Live interface {
	Peek(ctx context.Context, key client.ObjectKey) (*api.Widget, error)
	Put(ctx context.Context, w *api.Widget) error
}

type live struct {
	client.Writer
	reader client.Reader
}

// NewLive returns a shelf in the API server.
func NewLive(mgr ctrl.Manager) Live { return &live{mgr.GetClient(), mgr.GetAPIReader()} }

func (s *live) Peek(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	w := &api.Widget{}
	return w, s.reader.Get(ctx, key, w)
}

func (s *live) Put(ctx context.Context, w *api.Widget) error { return s.Update(ctx, w) }

// An Either has two implementations: which one a caller has can't be known.
type Either interface {
	Fetch(ctx context.Context, key client.ObjectKey) (*api.Widget, error)
	Store(ctx context.Context, w *api.Widget) error
}

type one struct{ c client.Client }

func (s *one) Fetch(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	w := &api.Widget{}
	return w, s.c.Get(ctx, key, w)
}

func (s *one) Store(ctx context.Context, w *api.Widget) error { return s.c.Update(ctx, w) }

type other struct {
	c      client.Client
	reader client.Reader
}

func (s *other) Fetch(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	w := &api.Widget{}
	return w, s.reader.Get(ctx, key, w)
}

func (s *other) Store(ctx context.Context, w *api.Widget) error { return s.c.Update(ctx, w) }

// NewEither returns one of two.
func NewEither(mgr ctrl.Manager, fresh bool) Either {
	if fresh {
		return &other{mgr.GetClient(), mgr.GetAPIReader()}
	}
	return &one{mgr.GetClient()}
}
