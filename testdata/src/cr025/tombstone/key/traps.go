package key

import (
	"k8s.io/apimachinery/pkg/api/meta"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// The error path is where the tombstone is opened.
func (m *mirror) watchErrorPath(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, err := cache.MetaNamespaceKeyFunc(obj)
			if err != nil {
				gone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					utilruntime.HandleError(err)
					return
				}
				key = gone.Key
			}
			m.queue.Add(key)
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			acc, err := meta.Accessor(obj)
			if err != nil {
				if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
					acc, err = meta.Accessor(gone.Obj)
				}
				if err != nil {
					klog.ErrorS(err, "cannot tell what was deleted")
					return
				}
			}
			m.queue.Add(acc.GetName())
		},
	})
}

// The failing key function is only the first of two tries.
func (m *mirror) watchFallback(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, err := cache.MetaNamespaceKeyFunc(obj)
			if err != nil {
				key, err = cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
			}
			if err != nil {
				return
			}
			m.queue.Add(key)
		},
	})
}

// The key is for the log, the work needs none.
func (m *mirror) watchLogged(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, _ := cache.MetaNamespaceKeyFunc(obj)
			klog.V(2).Infof("deleted %s", key)
			m.queue.Add("all")
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if acc, err := meta.Accessor(obj); err == nil {
				klog.V(2).Infof("deleted %s", acc.GetName())
			}
		},
	})
}

// The error leads to a resync of everything.
func (m *mirror) watchResync(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, err := cache.MetaNamespaceKeyFunc(obj)
			if err != nil {
				m.queue.Add("all")
				return
			}
			m.queue.Add(key)
		},
	})
}

// Neither adds nor updates are tombstones.
func (m *mirror) watchAdds(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			key, err := cache.MetaNamespaceKeyFunc(obj)
			if err != nil {
				return
			}
			m.queue.Add(key)
		},
		UpdateFunc: func(_, cur any) {
			if name, err := cache.ObjectToName(cur); err == nil {
				m.names.Add(name)
			}
		},
	})
}

// keyFunc is set again before anyone can call it.
var keyFunc = cache.MetaNamespaceKeyFunc

func init() { keyFunc = cache.DeletionHandlingMetaNamespaceKeyFunc }

func (m *mirror) watchReset(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if key, err := keyFunc(obj); err == nil {
				m.queue.Add(key)
			}
		},
	})
}

// A type switch has sorted the tombstones out already.
func (m *mirror) watchSorted(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case cache.DeletedFinalStateUnknown:
				m.queue.Add(o.Key)
			default:
				key, err := cache.MetaNamespaceKeyFunc(obj)
				if err != nil {
					return
				}
				m.queue.Add(key)
			}
		},
	})
}

// Stores and indexers call key functions with what is in the store.
func newStore() cache.Indexer {
	return cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{
		"name": func(obj any) ([]string, error) {
			acc, err := meta.Accessor(obj)
			if err != nil {
				return nil, err
			}
			return []string{acc.GetName()}, nil
		},
	})
}
