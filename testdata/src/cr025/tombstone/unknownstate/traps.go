package unknownstate

import (
	corev1 "k8s.io/api/core/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// The first one mended: it goes by the last known object.
func (q *quota) watchClaimsWell(claims coreinformers.TypedPersistentVolumeClaimInformer) error {
	_, err := claims.TypedInformer().AddTypedEventHandler(coreinformers.PersistentVolumeClaimHandlerFuncs{DeleteFunc: q.claimGoneWell})
	return err
}

func (q *quota) claimGoneWell(gone coreinformers.DeletedPersistentVolumeClaim) {
	if gone.FinalStateUnknown != nil {
		klog.InfoS("not sure what became of it", "claim", klog.KObj(gone))
	}
	if gone.OptionalObj == nil {
		return
	}
	delete(q.used, gone.OptionalObj.UID)
}

// The name is there in any case.
func (q *quota) watchPodsWell(inf cache.TypedSharedIndexInformer[*corev1.Pod]) {
	inf.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Pod]{
		DeleteFunc: func(gone cache.DeletedObject[*corev1.Pod]) {
			if gone.FinalStateUnknown != nil {
				q.queue.Add(gone.GetObjectName())
				return
			}
			q.queue.Add(cache.MetaObjectToName(gone.OptionalObj))
		},
	})
}

// What is done for a tombstone is something else: it goes to others, is kept by its key, or has all looked at again.
func (q *quota) watchElsewhere(secrets cache.TypedSharedIndexInformer[*corev1.Secret], nodes cache.TypedSharedIndexInformer[*corev1.Node], maps coreinformers.TypedConfigMapInformer) {
	secrets.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Secret]{
		DeleteFunc: func(gone cache.DeletedObject[*corev1.Secret]) {
			if gone.FinalStateUnknown != nil {
				q.missed(*gone.FinalStateUnknown)
				return
			}
			q.drop(gone.OptionalObj)
		},
	})
	nodes.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Node]{
		DeleteFunc: func(gone cache.DeletedObject[*corev1.Node]) {
			if unknown := gone.FinalStateUnknown; unknown != nil {
				q.stale[unknown.Key] = true
				return
			}
			q.counts.Add(gone.GetName())
		},
	})
	maps.TypedInformer().AddTypedEventHandler(coreinformers.ConfigMapHandlerFuncs{
		DeleteFunc: func(gone coreinformers.DeletedConfigMap) {
			if gone.FinalStateUnknown != nil {
				select {
				case q.rescan <- struct{}{}:
				default:
				}
				return
			}
			delete(q.used, gone.OptionalObj.UID)
		},
	})
}

func (q *quota) missed(tombstone cache.DeletedFinalStateUnknown) {
	if secret, ok := tombstone.Obj.(*corev1.Secret); ok {
		delete(q.used, secret.UID)
	}
}

// It is only said, or something else decides too.
func (q *quota) watchSaid(inf cache.TypedSharedIndexInformer[*corev1.Pod]) {
	inf.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Pod]{
		DeleteFunc: func(gone cache.DeletedObject[*corev1.Pod]) {
			if gone.FinalStateUnknown == nil {
				klog.InfoS("pod deleted", "pod", gone.GetObjectName())
			}
		},
	})
	inf.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Pod]{
		DeleteFunc: func(gone cache.DeletedObject[*corev1.Pod]) {
			if gone.FinalStateUnknown != nil && q.strict {
				return
			}
			q.queue.Add(gone.GetObjectName())
		},
	})
	// A tombstone that has no object is not told from one that has.
	inf.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Pod]{
		DeleteFunc: func(gone cache.DeletedObject[*corev1.Pod]) {
			if gone.OptionalObj == nil {
				return
			}
			delete(q.used, gone.OptionalObj.UID)
		},
	})
	// The variable may be another one by then.
	inf.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Pod]{
		DeleteFunc: func(gone cache.DeletedObject[*corev1.Pod]) {
			if gone.FinalStateUnknown != nil && gone.OptionalObj != nil {
				gone.FinalStateUnknown = nil
			}
			if gone.FinalStateUnknown == nil {
				q.queue.Add(gone.GetObjectName())
			}
		},
	})
}
