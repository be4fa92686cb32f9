package key

import (
	"k8s.io/apimachinery/pkg/api/meta"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

type mendedMirror struct{ mirror }

func (m *mendedMirror) watchSecrets(secrets cache.SharedIndexInformer) {
	secrets.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
			if err != nil {
				utilruntime.HandleError(err)
				return
			}
			m.queue.Add(key)
		},
	})
}

func (m *mendedMirror) watchNames(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			name, err := cache.DeletionHandlingObjectToName(obj)
			if err != nil {
				klog.ErrorS(err, "object without name")
				return
			}
			m.names.Add(name)
		},
	})
}

func (m *mendedMirror) watchAccessor(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = gone.Obj
			}
			acc, err := meta.Accessor(obj)
			if err != nil {
				klog.Errorf("no metadata: %v", err)
				return
			}
			m.queue.Add(acc.GetNamespace() + "/" + acc.GetName())
		},
	})
}

// The shared enqueue takes the function that knows tombstones.
func (m *mendedMirror) watchShared(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    m.enqueueAny,
		UpdateFunc: func(_, cur any) { m.enqueueAny(cur) },
		DeleteFunc: m.enqueueAny,
	})
}

func (m *mendedMirror) enqueueAny(obj any) {
	if key, err := safeKey(obj); err == nil {
		m.queue.Add(key)
	}
}

var safeKey = cache.DeletionHandlingMetaNamespaceKeyFunc

// The key of the tombstone in one branch, the key function in the other.
func (m *mendedMirror) watchBranches(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			var key string
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				key = gone.Key
			} else {
				var err error
				if key, err = cache.MetaNamespaceKeyFunc(obj); err != nil {
					return
				}
			}
			m.queue.Add(key)
		},
	})
}

// The wrapper unwraps.
func (m *mendedMirror) watchWrapped(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if key := keyOrEmpty(obj); key != "" {
				m.queue.Add(key)
			}
		},
	})
}

func keyOrEmpty(obj any) string {
	switch o := obj.(type) {
	case cache.DeletedFinalStateUnknown:
		return o.Key
	default:
		key, err := cache.MetaNamespaceKeyFunc(o)
		if err != nil {
			return ""
		}
		return key
	}
}
