// Package key holds delete handlers that ask a tombstone for its name in ways
// that a tombstone cannot answer.
package key

import (
	"sync"

	"k8s.io/apimachinery/pkg/api/meta"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

type mirror struct {
	queue  workqueue.TypedRateLimitingInterface[string]
	names  workqueue.TypedRateLimitingInterface[cache.ObjectName]
	mu     sync.Mutex
	copies map[string]string
}

// The error path reports and drops the delete.
func (m *mirror) watchSecrets(secrets cache.SharedIndexInformer) {
	secrets.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
				m.queue.Add(key)
			}
		},
		DeleteFunc: func(obj any) {
			key, err := cache.MetaNamespaceKeyFunc(obj) // want `\[tombstone/key\]`
			if err != nil {
				utilruntime.HandleError(err)
				return
			}
			m.queue.Add(key)
		},
	})
}

// The same, the other way round.
func (m *mirror) watchMaps(maps cache.SharedIndexInformer) {
	maps.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { // want `\[tombstone/key\]`
				m.mu.Lock()
				delete(m.copies, key)
				m.mu.Unlock()
			}
		},
	})
}

// The error is thrown away, and the empty key is queued.
func (m *mirror) watchBlank(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, _ := cache.MetaNamespaceKeyFunc(obj) // want `\[tombstone/key\]`
			m.queue.Add(key)
		},
	})
}

func (m *mirror) watchNames(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			name, err := cache.ObjectToName(obj) // want `\[tombstone/key\]`
			if err != nil {
				klog.ErrorS(err, "object without name")
				return
			}
			m.names.Add(name)
		},
	})
}

func (m *mirror) watchAccessor(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			acc, err := meta.Accessor(obj) // want `\[tombstone/key\]`
			if err != nil {
				klog.Errorf("no metadata: %v", err)
				return
			}
			m.queue.Add(acc.GetNamespace() + "/" + acc.GetName())
		},
	})
}

// One enqueue for everything is the usual way to get here.
func (m *mirror) watchShared(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    m.enqueue,
		UpdateFunc: func(_, cur any) { m.enqueue(cur) },
		DeleteFunc: m.enqueue,
	})
}

func (m *mirror) enqueue(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj) // want `\[tombstone/key\]`
	if err != nil {
		utilruntime.HandleError(err)
		return
	}
	m.queue.AddRateLimited(key)
}

// The helper has the key function and the work, the handler only the call.
func (m *mirror) watchHelped(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { m.forget(obj) },
	})
}

func (m *mirror) forget(obj any) {
	name, err := cache.ObjectToName(obj) // want `\[tombstone/key\]`
	if err != nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.copies, name.String())
}

// keyOf is another name for the same function.
var keyOf = cache.MetaNamespaceKeyFunc

func (m *mirror) watchVar(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, err := keyOf(obj) // want `\[tombstone/key\]`
			if err != nil {
				return
			}
			m.queue.Add(key)
		},
	})
}

// A local variable is no different.
func (m *mirror) watchLocal(inf cache.SharedIndexInformer) {
	nameOf := cache.ObjectToName
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if name, err := nameOf(obj); err == nil { // want `\[tombstone/key\]`
				m.names.Add(name)
			}
		},
	})
}

// A wrapper that passes both results on.
func (m *mirror) watchWrapped(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, err := qualified("mirror", obj) // want `\[tombstone/key\]`
			if err != nil {
				klog.Error(err)
				return
			}
			m.queue.Add(key)
		},
	})
}

func qualified(prefix string, obj any) (string, error) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		return "", err
	}
	return prefix + ":" + key, nil
}

// The tombstone is known, and asked in vain in the branch of the others.
func (m *mirror) watchHalf(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, err := cache.MetaNamespaceKeyFunc(obj) // want `\[tombstone/key\]`
			if err != nil {
				if t, ok := obj.(cache.DeletedFinalStateUnknown); ok {
					klog.Warningf("delete of %s was missed", t.Key)
				}
				return
			}
			m.queue.Add(key)
		},
	})
}
