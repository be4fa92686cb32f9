package asks

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// A zoner asks the stores of its informers for what is on its queues.
type zoner struct {
	nodes, volumes, claims cache.SharedIndexInformer
	own                    cache.Store

	nodeQueue, volumeQueue, claimQueue workqueue.TypedRateLimitingInterface[string]

	zones map[string]string
}

func (z *zoner) watch(f informers.SharedInformerFactory) {
	core := f.Core().V1()
	z.nodes, z.volumes, z.claims = core.Nodes().Informer(), core.PersistentVolumes().Informer(), core.PersistentVolumeClaims().Informer()
	// The worker returns when the store doesn't have the Node.
	_, _ = core.Nodes().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if node, ok := obj.(*corev1.Node); ok { // want `^note: .*whose worker does nothing.*\[tombstone/lost\]`
				z.nodeQueue.Add(node.Name)
			}
		},
	})
	// This one forgets what the store doesn't have.
	_, _ = core.PersistentVolumes().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if volume, ok := obj.(*corev1.PersistentVolume); ok { // want `^error: the delete is lost.*\[tombstone/lost\]`
				z.volumeQueue.Add(volume.Name)
			}
		},
	})
	// This one asks a store that the program fills itself.
	_, _ = core.PersistentVolumeClaims().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if claim, ok := obj.(*corev1.PersistentVolumeClaim); ok { // want `^error: the delete is lost.*\[tombstone/lost\]`
				z.claimQueue.Add(claim.Name)
			}
		},
	})
}

func (z *zoner) work() {
	key, _ := z.nodeQueue.Get()
	if z.zone(key) == nil {
		z.nodeQueue.Forget(key)
	}
	z.nodeQueue.Done(key)
}

func (z *zoner) zone(key string) error {
	obj, exists, err := z.nodes.GetStore().GetByKey(key)
	if err != nil {
		return err
	}
	if !exists {
		return nil
	}
	z.zones[key] = obj.(*corev1.Node).Labels["zone"]
	return nil
}

func (z *zoner) workVolumes() {
	key, _ := z.volumeQueue.Get()
	if z.place(key) == nil {
		z.volumeQueue.Forget(key)
	}
	z.volumeQueue.Done(key)
}

func (z *zoner) place(key string) error {
	obj, exists, err := z.volumes.GetStore().GetByKey(key)
	if err != nil {
		return err
	}
	if !exists {
		delete(z.zones, key)
		return nil
	}
	z.zones[key] = obj.(*corev1.PersistentVolume).Labels["zone"]
	return nil
}

func (z *zoner) workClaims() {
	key, _ := z.claimQueue.Get()
	if z.claim(key) == nil {
		z.claimQueue.Forget(key)
	}
	z.claimQueue.Done(key)
}

func (z *zoner) claim(key string) error {
	obj, exists, err := z.own.GetByKey(key)
	if err != nil || !exists {
		return err
	}
	delete(z.zones, obj.(*corev1.PersistentVolumeClaim).Name)
	return nil
}

func newZoner() *zoner {
	return &zoner{own: cache.NewStore(cache.MetaNamespaceKeyFunc), zones: map[string]string{}}
}
