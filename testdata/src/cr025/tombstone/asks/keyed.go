package asks

import (
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/informers"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// keyed puts keys on queues that a tombstone has no key for.
type keyed struct {
	claims  corelisters.PersistentVolumeClaimLister
	volumes corelisters.PersistentVolumeLister
	idle    workqueue.TypedRateLimitingInterface[string]
	busy    workqueue.TypedRateLimitingInterface[string]
	known   map[string]*corev1.PersistentVolume
}

func (k *keyed) watch(f informers.SharedInformerFactory) {
	core := f.Core().V1()
	// The worker does nothing for a claim that is gone.
	_, _ = core.PersistentVolumeClaims().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, err := cache.MetaNamespaceKeyFunc(obj) // want `^note: .*whose worker does nothing for it as it is now.*\[tombstone/key\]`
			if err != nil {
				return
			}
			k.idle.Add(key)
		},
	})
	// This one forgets the volume.
	_, _ = core.PersistentVolumes().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, err := cache.MetaNamespaceKeyFunc(obj) // want `^error: .*and the delete is lost.*\[tombstone/key\]`
			if err != nil {
				return
			}
			k.busy.Add(key)
		},
	})
}

func (k *keyed) lookAtClaims() {
	for {
		key, quit := k.idle.Get()
		if quit {
			return
		}
		if err := k.lookAtClaim(key); err != nil {
			k.idle.AddRateLimited(key)
		}
		k.idle.Done(key)
	}
}

func (k *keyed) lookAtClaim(key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return err
	}
	claim, err := k.claims.PersistentVolumeClaims(namespace).Get(name)
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	k.known[claim.Name] = nil
	return nil
}

func (k *keyed) lookAtVolumes() {
	for {
		key, quit := k.busy.Get()
		if quit {
			return
		}
		if err := k.lookAtVolume(key); err != nil {
			k.busy.AddRateLimited(key)
		}
		k.busy.Done(key)
	}
}

func (k *keyed) lookAtVolume(key string) error {
	volume, err := k.volumes.Get(key)
	if apierrors.IsNotFound(err) {
		delete(k.known, key)
		return nil
	}
	if err == nil {
		k.known[key] = volume
	}
	return err
}
