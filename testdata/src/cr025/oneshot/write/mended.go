package write

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func (c *copier) registerMended(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.enqueue,
		UpdateFunc: func(_, obj any) { c.enqueue(obj) },
		DeleteFunc: c.enqueue,
	})
}

func (c *copier) enqueue(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err == nil {
		c.queue.Add(key)
	}
}

// The worker writes, and the queue tries again.
func (c *copier) work() {
	for {
		key, stop := c.queue.Get()
		if stop {
			return
		}
		if err := c.sync(key); err != nil {
			c.queue.AddRateLimited(key)
		} else {
			c.queue.Forget(key)
		}
		c.queue.Done(key)
	}
}

func (c *copier) sync(key string) error {
	ns, _, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return err
	}
	copied := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "pull", Namespace: ns}}
	_, err = c.sets.CoreV1().Secrets(ns).Create(context.Background(), copied, metav1.CreateOptions{})
	return err
}

// A dry run keeps nothing.
func (c *copier) dry(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		_ = c.client.Create(context.Background(), obj.(*corev1.Secret), client.DryRunAll)
	}})
}

// What a handler starts and leaves running is a worker of its own.
func (c *copier) starts(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { go c.work() }})
}

// What a loop does again and again, whatever the event: the handler only makes
// it run sooner.
func (c *copier) ensured(ctx context.Context, inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(any) { _ = c.ensure(ctx) }})
	go wait.UntilWithContext(ctx, func(ctx context.Context) { _ = c.ensure(ctx) }, time.Minute)
}

func (c *copier) ensure(ctx context.Context) error {
	return c.client.Create(ctx, &corev1.Secret{})
}

const writes = false

// A branch that is never taken.
func (c *copier) guarded(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if writes {
			_ = c.client.Create(context.Background(), obj.(*corev1.Secret))
		}
	}})
}

// Methods that are merely called Create, Update and Delete.
type index struct{ byName map[string]*corev1.Secret }

func (i *index) Create(s *corev1.Secret) error { i.byName[s.Name] = s; return nil }
func (i *index) Update(s *corev1.Secret) error { i.byName[s.Name] = s; return nil }
func (i *index) Delete(name string)            { delete(i.byName, name) }
func (i *index) Get(name string) *corev1.Secret {
	return i.byName[name]
}

func (i *index) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { _ = i.Create(obj.(*corev1.Secret)) },
		UpdateFunc: func(_, obj any) { _ = i.Update(obj.(*corev1.Secret)) },
		DeleteFunc: func(obj any) {
			if secret, ok := obj.(*corev1.Secret); ok && i.Get(secret.Name) != nil {
				i.Delete(secret.Name)
			}
		},
	})
}
