package filters

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"knative.dev/pkg/client/injection/kube/informers/core/v1/namespace"
	"knative.dev/pkg/client/injection/kube/informers/core/v1/secret"
	namespacereconciler "knative.dev/pkg/client/injection/kube/reconciler/core/v1/namespace"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/reconciler"
)

type labeller struct{}

func (*labeller) ReconcileKind(context.Context, *corev1.Namespace) reconciler.Event { return nil }

type cleaner struct{ labeller }

func (*cleaner) ObserveDeletion(context.Context, types.NamespacedName) error { return nil }

// The reconciler of Namespaces does nothing for one that is gone; what the Secrets of one are is another matter.
func newLabeller(ctx context.Context) *controller.Impl {
	impl := namespacereconciler.NewImpl(ctx, &labeller{})
	namespace.Get(ctx).Informer().AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: reconciler.LabelExistsFilterFunc("ours"),
		Handler:    controller.HandleAll(impl.Enqueue),
	})
	secret.Get(ctx).Informer().AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: reconciler.LabelExistsFilterFunc("ours"), // want `error: the filter of reconciler.LabelExistsFilterFunc returns false.*\[tombstone/filter\]`
		Handler:    controller.HandleAll(impl.EnqueueControllerOf),
	})
	secret.Get(ctx).Informer().AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: reconciler.NameFilterFunc("ours"), // want `error: the filter of reconciler.NameFilterFunc returns false.*\[tombstone/filter\]`
		Handler:    controller.HandleAll(impl.Enqueue),
	})
	return impl
}

// This one is told.
func newCleaner(ctx context.Context) *controller.Impl {
	impl := namespacereconciler.NewImpl(ctx, &cleaner{})
	namespace.Get(ctx).Informer().AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: reconciler.LabelExistsFilterFunc("ours"), // want `error: the filter of reconciler.LabelExistsFilterFunc returns false.*\[tombstone/filter\]`
		Handler:    controller.HandleAll(impl.Enqueue),
	})
	return impl
}
