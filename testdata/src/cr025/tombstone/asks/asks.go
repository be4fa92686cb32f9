// Package asks has handlers that put keys on queues, and what the workers do for an object that is gone.
package asks

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/asks/util"
)

type controller struct {
	clientset kubernetes.Interface
	pods      corelisters.PodLister
	services  corelisters.ServiceLister
	secrets   corelisters.SecretLister
	nodes     corelisters.NodeLister
	maps      corelisters.ConfigMapLister

	podQueue     util.Queue
	serviceQueue util.Queue
	secretQueue  util.Queue
	nodeQueue    util.Queue
	mapQueue     util.Queue
	unseen       util.Queue
	claimQueue   util.Queue

	seen    map[string]bool
	working bool
}

func (c *controller) watch(f informers.SharedInformerFactory) {
	core := f.Core().V1()
	// The worker returns when the lister doesn't find the Pod: nothing is lost but a look.
	_, _ = core.Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			util.Enqueue(obj, c.podQueue) // want `^note: .*fails when the informer missed the delete.*the object's key is not put on the queue at asks.go:\d+, whose worker does nothing.*\[tombstone/lost\]`
		},
	})
	// This worker forgets what is gone.
	_, _ = core.Services().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			util.Enqueue(obj, c.serviceQueue) // want `^error: the delete is lost.*\[tombstone/lost\]`
		},
	})
	// This one is asked for the owner, which is there still.
	_, _ = core.Secrets().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			util.EnqueueOwner(obj, c.secretQueue) // want `^error: the delete is lost.*\[tombstone/lost\]`
		},
	})
	// These two share a queue, whose worker looks for a Node: there is none any more of that name, or one of that of a deleted volume.
	_, _ = core.Nodes().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			util.Enqueue(obj, c.nodeQueue) // want `^note: .*whose worker does nothing.*\[tombstone/lost\]`
		},
	})
	_, _ = core.PersistentVolumes().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			util.Enqueue(obj, c.nodeQueue) // want `^error: the delete is lost.*\[tombstone/lost\]`
		},
	})
	// More is done than to queue a key.
	_, _ = core.ConfigMaps().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if config, ok := obj.(*corev1.ConfigMap); ok { // want `^error: the delete is lost.*\[tombstone/lost\]`
				delete(c.seen, config.Name)
				util.Enqueue(obj, c.mapQueue)
			}
		},
	})
	// What the worker looks up first is something else than the object.
	_, _ = core.PersistentVolumeClaims().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			util.Enqueue(obj, c.claimQueue) // want `^error: the delete is lost.*\[tombstone/lost\]`
		},
	})
	// Nobody can see who works off this queue.
	_, _ = core.Endpoints().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			util.Enqueue(obj, c.unseen) // want `^error: the delete is lost.*\[tombstone/lost\]`
		},
	})
}

func (c *controller) run(ctx context.Context) {
	go util.Work(ctx, c.podQueue, c.begun, c.syncPod)
	go util.Work(ctx, c.serviceQueue, c.begun, c.syncService)
	go util.Work(ctx, c.secretQueue, c.begun, c.syncSecret)
	go util.Work(ctx, c.nodeQueue, c.begun, c.syncNode)
	go util.Work(ctx, c.mapQueue, c.begun, c.syncMap)
	go util.Work(ctx, c.claimQueue, c.begun, c.syncClaim)
}

func (c *controller) begun() { c.working = true }

func (c *controller) syncPod(ctx context.Context, key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return err
	}
	pod, err := c.pods.Pods(namespace).Get(name)
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return c.clientset.CoreV1().Pods(pod.Namespace).Delete(ctx, pod.Name, metav1.DeleteOptions{})
}

func (c *controller) syncService(ctx context.Context, key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return err
	}
	service, err := c.services.Services(namespace).Get(name)
	if apierrors.IsNotFound(err) {
		delete(c.seen, key)
		return nil
	}
	if err != nil {
		return err
	}
	return c.clientset.CoreV1().Services(service.Namespace).Delete(ctx, service.Name, metav1.DeleteOptions{})
}

func (c *controller) syncSecret(ctx context.Context, key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return err
	}
	secret, err := c.secrets.Secrets(namespace).Get(name)
	if err != nil {
		return nil
	}
	return c.clientset.CoreV1().Secrets(secret.Namespace).Delete(ctx, secret.Name, metav1.DeleteOptions{})
}

func (c *controller) syncNode(ctx context.Context, key string) error {
	node, err := c.nodes.Get(key)
	if err != nil {
		return nil
	}
	return c.clientset.CoreV1().Nodes().Delete(ctx, node.Name, metav1.DeleteOptions{})
}

func (c *controller) syncClaim(ctx context.Context, key string) error {
	config, err := c.maps.ConfigMaps("shop").Get("volumes")
	if err != nil {
		return err
	}
	return c.clientset.CoreV1().Pods(config.Namespace).Delete(ctx, key, metav1.DeleteOptions{})
}

func (c *controller) syncMap(ctx context.Context, key string) error {
	config, err := c.maps.ConfigMaps("shop").Get(key)
	if err != nil {
		return nil
	}
	return c.clientset.CoreV1().ConfigMaps("shop").Delete(ctx, config.Name, metav1.DeleteOptions{})
}
