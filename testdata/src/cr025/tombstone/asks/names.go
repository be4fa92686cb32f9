package asks

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	crcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A namer puts names on its queues, and reads with a client.
type namer struct {
	client                                        client.Client
	endpoints                                     corelisters.EndpointsLister
	nodes, mended, volumes, pods, brought, claims workqueue.TypedRateLimitingInterface[string]
	services                                      workqueue.TypedRateLimitingInterface[string]
	seen                                          map[string]bool
}

func (n *namer) watch(ctx context.Context, objects crcache.Cache, f informers.SharedInformerFactory, any cache.SharedIndexInformer) error {
	nodes, err := objects.GetInformer(ctx, &corev1.Node{})
	if err != nil {
		return err
	}
	// The worker finds no Node of that name.
	_, _ = nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: n.nodeGone})
	_, _ = nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj interface{}) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if node, ok := obj.(*corev1.Node); ok {
				n.mended.Add(node.Name)
			}
		},
	})
	// This worker forgets what is gone.
	_, _ = f.Core().V1().PersistentVolumes().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj interface{}) {
			if volume, ok := obj.(*corev1.PersistentVolume); ok { // want `^error: the delete is lost.*\[tombstone/lost\]`
				n.volumes.Add(volume.Name)
			}
		},
	})
	// This one is asked for the Node that a Pod was on.
	_, _ = f.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj interface{}) {
			if pod, ok := obj.(*corev1.Pod); ok { // want `^error: the delete is lost.*\[tombstone/lost\]`
				n.pods.Add(pod.Spec.NodeName)
			}
		},
	})
	// What has the name of a claim is a Node here.
	_, _ = f.Core().V1().PersistentVolumeClaims().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj interface{}) {
			if claim, ok := obj.(*corev1.PersistentVolumeClaim); ok { // want `^error: the delete is lost.*\[tombstone/lost\]`
				n.claims.Add(claim.GetName())
			}
		},
	})
	// Endpoints have the names of their Services, and these are made anew.
	_, _ = f.Core().V1().Services().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj interface{}) {
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { // want `^error: .*\[tombstone/key\]`
				n.services.Add(key)
			}
		},
	})
	// Who knows what this informer holds.
	_, _ = any.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj interface{}) {
			if node, ok := obj.(*corev1.Node); ok { // want `^error: the delete is lost.*\[tombstone/lost\]`
				n.brought.Add(node.Name)
			}
		},
	})
	return nil
}

func (n *namer) nodeGone(obj interface{}) {
	node, ok := obj.(*corev1.Node) // want `^note: .*the object's key is not put on the queue at names.go:\d+, whose worker does nothing.*\[tombstone/lost\]`
	if ok && node.Spec.PodCIDR != "" {
		n.nodes.Add(node.Name)
	}
}

func (n *namer) run(ctx context.Context) {
	go work(ctx, n.nodes, n.syncNode)
	go work(ctx, n.mended, n.syncNode)
	go work(ctx, n.volumes, n.syncVolume)
	go work(ctx, n.pods, n.syncNode)
	go work(ctx, n.claims, n.syncNode)
	go work(ctx, n.brought, n.syncNode)
	go work(ctx, n.services, n.syncService)
}

func work(ctx context.Context, queue workqueue.TypedRateLimitingInterface[string], sync func(context.Context, string) error) {
	for {
		name, down := queue.Get()
		if down {
			return
		}
		if err := sync(ctx, name); err != nil {
			queue.AddRateLimited(name)
		}
		queue.Done(name)
	}
}

func (n *namer) syncNode(ctx context.Context, name string) error {
	node := &corev1.Node{}
	if err := n.client.Get(ctx, types.NamespacedName{Name: name}, node); err != nil {
		return client.IgnoreNotFound(err)
	}
	node.Labels = map[string]string{"seen": "yes"}
	return n.client.Update(ctx, node)
}

func (n *namer) syncVolume(ctx context.Context, name string) error {
	volume := &corev1.PersistentVolume{}
	err := n.client.Get(ctx, types.NamespacedName{Name: name}, volume)
	if apierrors.IsNotFound(err) {
		delete(n.seen, name)
		return nil
	}
	if err != nil {
		return err
	}
	n.seen[name] = true
	return nil
}

func (n *namer) syncService(ctx context.Context, key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return err
	}
	endpoints, err := n.endpoints.Endpoints(namespace).Get(name)
	if err != nil {
		return client.IgnoreNotFound(err)
	}
	return n.client.Delete(ctx, endpoints.DeepCopy())
}
