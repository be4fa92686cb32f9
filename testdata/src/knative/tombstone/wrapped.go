package filters

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"knative.dev/pkg/client/injection/kube/informers/core/v1/configmap"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/reconciler"

	"ctrllint.test/knative/tombstone/permanent"
)

type log struct{}

func (log) Tell(error) {}

// A renderer does something for a ConfigMap that is there.
type renderer struct {
	configs corelisters.ConfigMapLister
	render  func(*corev1.ConfigMap) error
}

func (r *renderer) Reconcile(ctx context.Context, key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return err
	}
	cm, err := r.configs.ConfigMaps(namespace).Get(name)
	if apierrors.IsNotFound(err) {
		return nil
	} else if err != nil {
		return err
	}
	return r.render(cm)
}

// An eraser does something for one that is gone.
type eraser struct {
	configs corelisters.ConfigMapLister
	erase   func(name string) error
}

func (e *eraser) Reconcile(ctx context.Context, key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return err
	}
	if _, err := e.configs.ConfigMaps(namespace).Get(name); apierrors.IsNotFound(err) {
		return e.erase(name)
	}
	return nil
}

// What is around the renderer leaves the key to it.
func newRenderer(ctx context.Context) *controller.Impl {
	r := &renderer{configs: configmap.Get(ctx).Lister()}
	impl := controller.NewContext(ctx, &permanent.Errors{Reconciler: r, Told: log{}}, controller.ControllerOptions{WorkQueueName: "render"})
	configmap.Get(ctx).Informer().AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: reconciler.LabelExistsFilterFunc("ours"), // want `note: the filter of reconciler.LabelExistsFilterFunc returns false.*\[tombstone/filter\]`
		Handler:    controller.HandleAll(impl.Enqueue),
	})
	return impl
}

// The eraser misses the key.
func newEraser(ctx context.Context) *controller.Impl {
	e := &eraser{configs: configmap.Get(ctx).Lister()}
	impl := controller.NewContext(ctx, &permanent.Errors{Reconciler: e, Told: log{}}, controller.ControllerOptions{WorkQueueName: "erase"})
	configmap.Get(ctx).Informer().AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: reconciler.LabelExistsFilterFunc("ours"), // want `error: the filter of reconciler.LabelExistsFilterFunc returns false.*\[tombstone/filter\]`
		Handler:    controller.HandleAll(impl.Enqueue),
	})
	return impl
}

// So does one of two.
func newBoth(ctx context.Context) *controller.Impl {
	r, e := &renderer{configs: configmap.Get(ctx).Lister()}, &eraser{configs: configmap.Get(ctx).Lister()}
	impl := controller.NewContext(ctx, &permanent.First{One: r, Other: e}, controller.ControllerOptions{WorkQueueName: "both"})
	configmap.Get(ctx).Informer().AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: reconciler.LabelExistsFilterFunc("ours"), // want `error: the filter of reconciler.LabelExistsFilterFunc returns false.*\[tombstone/filter\]`
		Handler:    controller.HandleAll(impl.Enqueue),
	})
	return impl
}

// What the other one does isn't seen.
func newHanded(ctx context.Context, other controller.Reconciler) *controller.Impl {
	r := &renderer{configs: configmap.Get(ctx).Lister()}
	impl := controller.NewContext(ctx, &permanent.First{One: r, Other: other}, controller.ControllerOptions{WorkQueueName: "handed"})
	configmap.Get(ctx).Informer().AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: reconciler.LabelExistsFilterFunc("ours"), // want `error: the filter of reconciler.LabelExistsFilterFunc returns false.*\[tombstone/filter\]`
		Handler:    controller.HandleAll(impl.Enqueue),
	})
	return impl
}
