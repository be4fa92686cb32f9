package asks

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/asks/util"
)

// A taker takes its keys from the queues itself.
type taker struct {
	clientset                    kubernetes.Interface
	pods                         corelisters.PodLister
	services                     corelisters.ServiceLister
	nodes                        corelisters.NodeLister
	pod, filtered, service, node util.Queue
	taken                        int
	sync                         func(context.Context, string) error
}

func (t *taker) watch(f informers.SharedInformerFactory) {
	core := f.Core().V1()
	// The worker does nothing when the lister doesn't find the Pod.
	_, _ = core.Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, err := cache.MetaNamespaceKeyFunc(obj) // want `^note: .*when the informer missed the delete.*whose worker does nothing.*\[tombstone/key\]`
			if err != nil {
				return
			}
			t.pod.Add(key)
		},
	})
	// Nor does this one, which is behind a filter.
	_, _ = core.Pods().Informer().AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: isPod,
		Handler: cache.ResourceEventHandlerFuncs{
			DeleteFunc: func(obj any) { util.Enqueue(obj, t.filtered) },
		},
	})
	// This worker deletes what has the name of a Service that is gone.
	_, _ = core.Services().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			util.Enqueue(obj, t.service) // want `^error: the delete is lost.*\[tombstone/lost\]`
		},
	})
	// This one counts what it takes before it asks.
	_, _ = core.Nodes().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			util.Enqueue(obj, t.node) // want `^error: the delete is lost.*\[tombstone/lost\]`
		},
	})
}

func isPod(obj any) bool {
	_, ok := obj.(*corev1.Pod) // want `^note: .*the delete function behind it never runs, which puts the key on a queue whose worker does nothing.*\[tombstone/filter\]`
	return ok
}

func (t *taker) run(ctx context.Context) {
	t.sync = t.syncPod
	for t.nextPod(ctx) && t.nextFiltered(ctx) && t.nextService(ctx) && t.nextNode(ctx) {
	}
}

func (t *taker) nextPod(ctx context.Context) bool {
	key, shutdown := t.pod.Get()
	if shutdown {
		return false
	}
	defer t.pod.Done(key)
	if err := t.syncPod(ctx, key.(string)); err != nil {
		t.pod.AddRateLimited(key)
		return true
	}
	t.pod.Forget(key)
	return true
}

func (t *taker) nextFiltered(ctx context.Context) bool {
	item, shutdown := t.filtered.Get()
	if shutdown {
		return false
	}
	_ = func(key any) error {
		defer t.filtered.Done(key)
		if err := t.sync(ctx, key.(string)); err != nil {
			t.filtered.AddRateLimited(key)
			return fmt.Errorf("can't sync: %s", err.Error())
		}
		t.filtered.Forget(key)
		return nil
	}(item)
	return true
}

func (t *taker) nextService(ctx context.Context) bool {
	key, shutdown := t.service.Get()
	if shutdown {
		return false
	}
	defer t.service.Done(key)
	if err := t.syncService(ctx, key.(string)); err != nil {
		t.service.AddRateLimited(key)
	}
	return true
}

func (t *taker) nextNode(ctx context.Context) bool {
	key, shutdown := t.node.Get()
	if shutdown {
		return false
	}
	defer t.node.Done(key)
	t.taken++
	_ = t.syncNode(ctx, key.(string))
	return true
}

func (t *taker) syncPod(ctx context.Context, key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return nil
	}
	pod, err := t.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	return t.clientset.CoreV1().Pods(pod.Namespace).Delete(ctx, pod.Name, metav1.DeleteOptions{})
}

func (t *taker) syncService(ctx context.Context, key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return nil
	}
	if _, err := t.services.Services(namespace).Get(name); err != nil {
		return t.clientset.CoreV1().Endpoints(namespace).Delete(ctx, name, metav1.DeleteOptions{})
	}
	return nil
}

func (t *taker) syncNode(ctx context.Context, key string) error {
	node, err := t.nodes.Get(key)
	if err != nil {
		return nil
	}
	return t.clientset.CoreV1().Nodes().Delete(ctx, node.Name, metav1.DeleteOptions{})
}
