// Package write has handlers that write to the API server, by every client
// there is, and their mended twins.
package write

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	applyv1 "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/scale"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/retry"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

type copier struct {
	client   client.Client
	sets     kubernetes.Interface
	dynamic  dynamic.Interface
	metadata metadata.Interface
	scales   scale.ScalesGetter
	queue    workqueue.TypedRateLimitingInterface[string]
	hook     func(context.Context, *corev1.Secret) error
	writer   writer
}

// The example: the copy is made in the AddFunc.
func (c *copier) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			ns := obj.(*corev1.Namespace)
			copied := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "pull", Namespace: ns.Name}}
			if _, err := c.sets.CoreV1().Secrets(ns.Name).Create(context.Background(), copied, metav1.CreateOptions{}); err != nil { // want `AddFunc → Secrets.Create writes to the API server in an informer's event handler: when it fails no queue tries it again, .* queue.*\[oneshot/write\]`
				println(err)
			}
		},
		UpdateFunc: func(_, obj any) { c.onUpdate(obj.(*corev1.Secret)) },
		DeleteFunc: c.onDelete,
	})
}

// Two calls deep, through a method value.
func (c *copier) onDelete(obj any) {
	if secret, ok := obj.(*corev1.Secret); ok {
		c.forget(context.Background(), secret)
	}
}

func (c *copier) forget(ctx context.Context, secret *corev1.Secret) {
	if err := c.drop(ctx, secret); err != nil {
		println(err)
	}
}

func (c *copier) drop(ctx context.Context, secret *corev1.Secret) error {
	return c.client.Delete(ctx, secret) // want `onDelete → forget → drop → Delete\(\*corev1.Secret\) writes.*\[oneshot/write\]`
}

// Every verb of controller-runtime's client.
func (c *copier) onUpdate(secret *corev1.Secret) {
	ctx := context.Background()
	_ = c.client.Create(ctx, secret)                                 // want `onUpdate → Create\(\*corev1.Secret\).*\[oneshot/write\]`
	_ = c.client.Update(ctx, secret)                                 // want `onUpdate → Update\(\*corev1.Secret\).*\[oneshot/write\]`
	_ = c.client.Patch(ctx, secret, client.MergeFrom(secret))        // want `\[oneshot/write\]`
	_ = c.client.Status().Update(ctx, secret)                        // want `Status.Update.*\[oneshot/write\]`
	_ = c.client.SubResource("finalize").Update(ctx, secret)         // want `SubResource.Update.*\[oneshot/write\]`
	_ = c.client.DeleteAllOf(ctx, secret, client.InNamespace("a"))   // want `\[oneshot/write\]`
	_ = c.client.Apply(ctx, applyv1.Secret("a", "b"))                // want `Apply.*\[oneshot/write\]`
	_, _ = ctrl.CreateOrUpdate(ctx, c.client, secret, noop)          // want `CreateOrUpdate.*\[oneshot/write\]`
	_, _ = controllerutil.CreateOrPatch(ctx, c.client, secret, noop) // want `CreateOrPatch.*\[oneshot/write\]`
	_ = retry.RetryOnConflict(retry.DefaultRetry, func() error {     // what it repeats is reported
		return c.client.Update(ctx, secret) // want `\[oneshot/write\]`
	})
}

func noop() error { return nil }

// The other clients.
func (c *copier) others(inf cache.SharedIndexInformer) {
	ctx := context.Background()
	pods := schema.GroupVersionResource{Version: "v1", Resource: "pods"}
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		u := obj.(*unstructured.Unstructured)
		_, _ = c.dynamic.Resource(pods).Namespace("a").Create(ctx, u, metav1.CreateOptions{})                            // want `dynamic.Create.*\[oneshot/write\]`
		_ = c.metadata.Resource(pods).Namespace("a").Delete(ctx, "b", metav1.DeleteOptions{})                            // want `metadata.Delete.*\[oneshot/write\]`
		_, _ = c.scales.Scales("a").Patch(ctx, pods, "b", types.MergePatchType, nil, metav1.PatchOptions{})              // want `\[oneshot/write\]`
		_ = c.sets.PolicyV1().Evictions("a").Evict(ctx, &policyv1.Eviction{})                                            // want `\[oneshot/write\]`
		_ = c.sets.CoreV1().Pods("a").EvictV1(ctx, &policyv1.Eviction{})                                                 // want `Pods.EvictV1.*\[oneshot/write\]`
		_, _ = c.sets.CoreV1().Secrets("a").Apply(ctx, applyv1.Secret("a", "b"), metav1.ApplyOptions{FieldManager: "c"}) // want `Secrets.Apply.*\[oneshot/write\]`
		_, _ = c.sets.CoreV1().Pods("a").UpdateStatus(ctx, &corev1.Pod{}, metav1.UpdateOptions{})                        // want `Pods.UpdateStatus.*\[oneshot/write\]`
		_, _ = c.sets.AppsV1().Deployments("a").ApplyScale(ctx, "b", nil, metav1.ApplyOptions{})                         // want `Deployments.ApplyScale.*\[oneshot/write\]`
		_ = c.sets.CoreV1().Pods("a").DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{})                // want `\[oneshot/write\]`
	}})
}

// In a goroutine nothing waits, and still nothing tries again.
func (c *copier) async(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		go c.store(obj.(*corev1.Secret))
	}})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		go func() {
			_ = c.client.Create(context.Background(), obj.(*corev1.Secret)) // want `AddFunc → go func → Create\(\*corev1.Secret\) writes to the API server in a goroutine of an informer's event handler: .* races .*\[oneshot/write\]`
		}()
	}})
}

func (c *copier) store(secret *corev1.Secret) {
	_ = c.client.Create(context.Background(), secret) // want `AddFunc → go store → Create.*\[oneshot/write\]`
}

// A handler that enqueues and works.
func (c *copier) both(obj any) {
	secret := obj.(*corev1.Secret)
	c.queue.Add(secret.Name)
	_ = c.client.Status().Patch(context.Background(), secret, client.MergeFrom(secret)) // want `both → Status.Patch.*\[oneshot/write\]`
}

// writer is an interface that one type implements.
type writer interface {
	put(context.Context, *corev1.Secret) error
}

type clusterWriter struct{ client.Client }

func (w *clusterWriter) put(ctx context.Context, secret *corev1.Secret) error {
	return w.Update(ctx, secret) // want `UpdateFunc → put → Update.*\[oneshot/write\]`
}

// Through a field that holds a function, an interface, a function that is
// passed down, and a filter.
func (c *copier) indirect(inf cache.SharedIndexInformer) {
	c.hook = c.hooked
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			return c.client.Delete(context.Background(), obj.(*corev1.Secret)) == nil // want `FilterFunc → .* in an informer's event filter.*\[oneshot/write\]`
		},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc:    func(obj any) { _ = c.hook(context.Background(), obj.(*corev1.Secret)) },
			UpdateFunc: func(_, obj any) { _ = c.writer.put(context.Background(), obj.(*corev1.Secret)) },
			DeleteFunc: func(obj any) {
				each([]any{obj}, func(o any) {
					_ = c.client.Delete(context.Background(), o.(*corev1.Secret)) // want `DeleteFunc → Delete.*\[oneshot/write\]`
				})
			},
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.both})
}

func (c *copier) hooked(ctx context.Context, secret *corev1.Secret) error {
	return c.client.Update(ctx, secret) // want `AddFunc → hooked → Update.*\[oneshot/write\]`
}

func each(objs []any, do func(any)) {
	for _, o := range objs {
		do(o)
	}
}

// A type of its own, and a handler that another function makes.
type ownHandler struct{ client client.Client }

func (h *ownHandler) OnAdd(obj any, _ bool) {
	_ = h.client.Create(context.Background(), obj.(*corev1.Secret)) // want `OnAdd → Create.*\[oneshot/write\]`
}
func (h *ownHandler) OnUpdate(_, _ any) {}
func (h *ownHandler) OnDelete(_ any)    {}

func (c *copier) made(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(handlerOf(func(secret *corev1.Secret) {
		_ = c.client.Create(context.Background(), secret) // want `AddFunc → Create.*\[oneshot/write\]`
	}))
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: onlyNew(c.fresh)})
}

func handlerOf(do func(*corev1.Secret)) cache.ResourceEventHandler {
	return &cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { do(obj.(*corev1.Secret)) }}
}

func onlyNew(f func(any)) func(any, any) { return func(_, obj any) { f(obj) } }

func (c *copier) fresh(obj any) {
	_ = c.client.Update(context.Background(), obj.(*corev1.Secret)) // want `fresh → Update.*\[oneshot/write\]`
}

// The handler of a private informer runs in the loop that fills the store.
func (c *copier) private(lw cache.ListerWatcher) {
	_, informer := cache.NewInformer(lw, &corev1.Secret{}, 0, cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			_ = c.client.Create(context.Background(), obj.(*corev1.Secret)) // want `in the event handler of a private informer: .*the informer's store stands still.*\[oneshot/write\]`
		},
	})
	go informer.Run(nil)
	handler := cache.FilteringResourceEventHandler{
		FilterFunc: func(any) bool { return true },
		Handler: cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
			_ = c.client.Create(context.Background(), obj.(*corev1.Secret)) // want `private informer.*\[oneshot/write\]`
		}},
	}
	cache.NewInformerWithOptions(cache.InformerOptions{ListerWatcher: lw, ObjectType: &corev1.Secret{}, Handler: handler})
}

// The loop does it for the item of a queue only, or for a while only.
func (c *copier) notEnsured(ctx context.Context, inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(any) { _ = c.once(ctx) }})
	go func() {
		for {
			if _, stop := c.queue.Get(); stop {
				return
			}
			_ = c.once(ctx)
		}
	}()
}

func (c *copier) once(ctx context.Context) error {
	return c.client.Create(ctx, &corev1.Secret{}) // want `DeleteFunc → once → Create.*\[oneshot/write\]`
}
