package origins

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// fresh has a Get of its own, which asks the API server.
type fresh struct {
	client.Client
	server client.Reader
}

func (f fresh) Get(ctx context.Context, key client.ObjectKey, obj client.Object, opts ...client.GetOption) error {
	return f.server.Get(ctx, key, obj, opts...)
}

type freshShop struct{ c client.Client }

func newFreshShop(mgr ctrl.Manager) *freshShop {
	return &freshShop{fresh{mgr.GetClient(), mgr.GetAPIReader()}}
}

func (s *freshShop) save(ctx context.Context, w *api.Widget) error {
	if err := s.c.Update(ctx, w); err != nil {
		return err
	}
	return use(w, s.c.Get(ctx, client.ObjectKeyFromObject(w), w))
}

// counting has one that asks the client which it wraps.
type counting struct {
	client.Client
	reads int
}

func (c *counting) Get(ctx context.Context, key client.ObjectKey, obj client.Object, opts ...client.GetOption) error {
	c.reads++
	return c.Client.Get(ctx, key, obj, opts...)
}

type countingShop struct{ c client.Client }

func newCountingShop(mgr ctrl.Manager) *countingShop {
	return &countingShop{&counting{Client: mgr.GetClient()}}
}

func (s *countingShop) save(ctx context.Context, w *api.Widget) error {
	if err := s.c.Update(ctx, w); err != nil {
		return err
	}
	return use(w, s.c.Get(ctx, client.ObjectKeyFromObject(w), w)) // want `\[staleread/get\]`
}
