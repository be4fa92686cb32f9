package origins

import (
	"context"

	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/cluster"

	"ctrllint.test/cr025/staleread/api"
)

func apiReaders(ctx context.Context, mgr ctrl.Manager, w *api.Widget) error {
	if err := mgr.GetClient().Update(ctx, w); err != nil {
		return err
	}
	return use(w, mgr.GetAPIReader().Get(ctx, client.ObjectKeyFromObject(w), w))
}

func newClient(ctx context.Context, config *rest.Config, w *api.Widget) error {
	c, err := client.New(config, client.Options{})
	if err != nil {
		return err
	}
	if err := c.Update(ctx, w); err != nil {
		return err
	}
	return use(w, c.Get(ctx, client.ObjectKeyFromObject(w), w))
}

// The options of a cache without one.
func newWithoutReader(ctx context.Context, config *rest.Config, w *api.Widget) error {
	c, err := client.NewWithWatch(config, client.Options{Cache: &client.CacheOptions{DisableFor: []client.Object{w}}})
	if err != nil {
		return err
	}
	if err := c.Update(ctx, w); err != nil {
		return err
	}
	return use(w, c.Get(ctx, client.ObjectKeyFromObject(w), w))
}

// Wrappers are what is in them.
func wrapped(ctx context.Context, config *rest.Config, w *api.Widget) error {
	inner, err := client.New(config, client.Options{})
	if err != nil {
		return err
	}
	c := client.NewNamespacedClient(client.WithFieldOwner(inner, "origins"), "shop")
	if err := c.Update(ctx, w); err != nil {
		return err
	}
	return use(w, c.Get(ctx, client.ObjectKeyFromObject(w), w))
}

// A rehearsal persists nothing.
func rehearsed(ctx context.Context, mgr ctrl.Manager, w *api.Widget) error {
	c := client.NewDryRunClient(mgr.GetClient())
	if err := c.Update(ctx, w); err != nil {
		return err
	}
	return use(w, c.Get(ctx, client.ObjectKeyFromObject(w), w))
}

// Who knows what the interceptor does.
func interceptedReads(ctx context.Context, c client.WithWatch, w *api.Widget) error {
	odd := interceptor.NewClient(c, interceptor.Funcs{
		Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
			return nil
		},
	})
	if err := odd.Update(ctx, w); err != nil {
		return err
	}
	return use(w, odd.Get(ctx, client.ObjectKeyFromObject(w), w))
}

// The fake has what was written at once.
func fakes(ctx context.Context, w *api.Widget) error {
	c := fake.NewClientBuilder().WithObjects(w).Build()
	if err := c.Update(ctx, w); err != nil {
		return err
	}
	return use(w, c.Get(ctx, client.ObjectKeyFromObject(w), w))
}

// Two clusters have two objects of one name.
func twoClusters(ctx context.Context, hub, spoke cluster.Cluster, w *api.Widget) error {
	if err := hub.GetClient().Update(ctx, w); err != nil {
		return err
	}
	return use(w, spoke.GetClient().Get(ctx, client.ObjectKeyFromObject(w), w))
}

// Syncer copies from one cluster to the other.
type Syncer struct {
	Local  client.Client
	Remote client.Client
}

// Reconcile writes to one cluster and reads from the other.
func (s *Syncer) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := s.Local.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := s.Local.Update(ctx, &w); err != nil {
		return ctrl.Result{}, err
	}
	var there api.Widget
	if err := s.Remote.Get(ctx, req.NamespacedName, &there); err != nil {
		return ctrl.Result{}, err
	}
	there.Spec = w.Spec
	return ctrl.Result{}, s.Remote.Update(ctx, &there)
}

// Readers says by names what is live, and by one nothing.
type Readers struct {
	client.Client
	APIReader      client.Reader
	uncachedClient client.Reader
	LiveClient     client.Reader
	source         client.Reader
}

// Reconcile asks those that are live, or may be.
func (r *Readers) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.APIReader.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, use(w, err)
	}
	if err := r.uncachedClient.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, use(w, err)
	}
	if err := r.LiveClient.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, use(w, err)
	}
	return ctrl.Result{}, use(w, r.source.Get(ctx, req.NamespacedName, w))
}

// A field of type client.Client with a live one in it.
type direct struct{ client.Client }

func newDirect(config *rest.Config) (*direct, error) {
	c, err := client.New(config, client.Options{})
	if err != nil {
		return nil, err
	}
	return &direct{Client: c}, nil
}

// Reconcile never reads a cache.
func (d *direct) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := d.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := d.Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, use(w, d.Get(ctx, req.NamespacedName, w))
}
