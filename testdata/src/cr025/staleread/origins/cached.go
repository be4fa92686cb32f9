// Package origins has every way to come by a client or reader: those that read a cache, and those that don't.
package origins

import (
	"context"

	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"ctrllint.test/cr025/staleread/api"
)

func managers(ctx context.Context, mgr manager.Manager, w *api.Widget) error {
	c := mgr.GetClient()
	if err := c.Update(ctx, w); err != nil {
		return err
	}
	return use(w, c.Get(ctx, client.ObjectKeyFromObject(w), w)) // want `Widget.*\[staleread/get\]`
}

func clusters(ctx context.Context, cl cluster.Cluster, w *api.Widget) error {
	if err := cl.GetClient().Update(ctx, w); err != nil {
		return err
	}
	return use(w, cl.GetClient().Get(ctx, client.ObjectKeyFromObject(w), w)) // want `Widget.*\[staleread/get\]`
}

func caches(ctx context.Context, mgr ctrl.Manager, w *api.Widget) error {
	if err := mgr.GetClient().Update(ctx, w); err != nil {
		return err
	}
	return use(w, mgr.GetCache().Get(ctx, client.ObjectKeyFromObject(w), w)) // want `Widget.*\[staleread/get\]`
}

func ownCache(ctx context.Context, config *rest.Config, c client.Client, w *api.Widget) error {
	informers, err := cache.New(config, cache.Options{})
	if err != nil {
		return err
	}
	if err := c.Update(ctx, w); err != nil {
		return err
	}
	return use(w, informers.Get(ctx, client.ObjectKeyFromObject(w), w)) // want `Widget.*\[staleread/get\]`
}

func newWithCache(ctx context.Context, config *rest.Config, informers cache.Cache, w *api.Widget) error {
	c, err := client.New(config, client.Options{Cache: &client.CacheOptions{Reader: informers}})
	if err != nil {
		return err
	}
	if err := c.Update(ctx, w); err != nil {
		return err
	}
	return use(w, c.Get(ctx, client.ObjectKeyFromObject(w), w)) // want `Widget.*\[staleread/get\]`
}

func watchWithCache(ctx context.Context, config *rest.Config, informers cache.Cache, w *api.Widget) error {
	options := client.Options{Cache: &client.CacheOptions{Reader: informers}}
	c, err := client.NewWithWatch(config, options)
	if err != nil {
		return err
	}
	if err := c.Update(ctx, w); err != nil {
		return err
	}
	return use(w, c.Get(ctx, client.ObjectKeyFromObject(w), w)) // want `Widget.*\[staleread/get\]`
}

func namespaced(ctx context.Context, mgr ctrl.Manager, w *api.Widget) error {
	c := client.NewNamespacedClient(mgr.GetClient(), "shop")
	if err := c.Update(ctx, w); err != nil {
		return err
	}
	return use(w, c.Get(ctx, client.ObjectKeyFromObject(w), w)) // want `Widget.*\[staleread/get\]`
}

func owned(ctx context.Context, mgr ctrl.Manager, w *api.Widget) error {
	c := client.WithFieldValidation(client.WithFieldOwner(mgr.GetClient(), "origins"), "Strict")
	if err := c.Update(ctx, w); err != nil {
		return err
	}
	return use(w, c.Get(ctx, client.ObjectKeyFromObject(w), w)) // want `Widget.*\[staleread/get\]`
}

// What is intercepted is the write.
func intercepted(ctx context.Context, config *rest.Config, informers cache.Cache, w *api.Widget) error {
	c, err := client.NewWithWatch(config, client.Options{Cache: &client.CacheOptions{Reader: informers}})
	if err != nil {
		return err
	}
	counting := interceptor.NewClient(c, interceptor.Funcs{
		Update: func(ctx context.Context, c client.WithWatch, obj client.Object, opts ...client.UpdateOption) error {
			return c.Update(ctx, obj, opts...)
		},
	})
	if err := counting.Update(ctx, w); err != nil {
		return err
	}
	return use(w, counting.Get(ctx, client.ObjectKeyFromObject(w), w)) // want `Widget.*\[staleread/get\]`
}

// The write bypasses the manager, the read does not.
func mixed(ctx context.Context, config *rest.Config, mgr ctrl.Manager, w *api.Widget) error {
	direct, err := client.New(config, client.Options{Scheme: mgr.GetScheme()})
	if err != nil {
		return err
	}
	if err := direct.Update(ctx, w); err != nil {
		return err
	}
	return use(w, mgr.GetClient().Get(ctx, client.ObjectKeyFromObject(w), w)) // want `Widget.*\[staleread/get\]`
}

// Fields that were filled from a manager.
type keeper struct {
	reader client.Reader
	writer client.Writer
}

func newKeeper(mgr ctrl.Manager) *keeper {
	return &keeper{reader: mgr.GetClient(), writer: mgr.GetClient()}
}

func (k *keeper) keep(ctx context.Context, w *api.Widget) error {
	if err := k.writer.Update(ctx, w); err != nil {
		return err
	}
	return use(w, k.reader.Get(ctx, client.ObjectKeyFromObject(w), w)) // want `Widget.*\[staleread/get\]`
}

// use does something with what was read.
func use(w *api.Widget, err error) error {
	println(w.Spec.Size)
	return err
}
