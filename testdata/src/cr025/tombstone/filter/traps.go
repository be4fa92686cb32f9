package filter

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// False for tombstones, and no delete handler that could miss them.
func (g *gateway) watchFresh(svcs cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			svc, ok := obj.(*corev1.Service)
			return ok && svc.Namespace == g.namespace
		},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc:    g.enqueue,
			UpdateFunc: func(_, cur any) { g.enqueue(cur) },
		},
	})
}

// False for tombstones, and a delete handler that only writes a line.
func (g *gateway) watchNoted(svcs cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			svc, ok := obj.(*corev1.Service)
			return ok && svc.Namespace == g.namespace
		},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc:    g.enqueue,
			DeleteFunc: func(obj any) { klog.V(2).Infof("gone: %v", obj) },
		},
	})
}

// The answer has nothing to do with the argument.
func (g *gateway) watchSwitched(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(any) bool { return g.namespace == "" },
		Handler:    g.handler(),
	})
}

// True on every path that a tombstone takes.
func (g *gateway) watchLoose(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			acc, err := meta.Accessor(obj)
			if err != nil {
				return true
			}
			return acc.GetNamespace() == g.namespace
		},
		Handler: g.handler(),
	})
}

// It reads the key.
func (g *gateway) watchKeyed(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				ns, _, err := cache.SplitMetaNamespaceKey(gone.Key)
				return err == nil && ns == g.namespace
			}
			cm, ok := obj.(*corev1.ConfigMap)
			return ok && cm.Namespace == g.namespace
		},
		Handler: g.handler(),
	})
}

// keep has the signature of a filter, and is used on lists only.
func keep(obj any) bool { return obj.(*corev1.Pod).Spec.NodeName != "" }

func count(store cache.Store) (n int) {
	for _, obj := range store.List() {
		if keep(obj) {
			n++
		}
	}
	return n
}

// False for tombstones, after which everything is looked at anew.
func (g *gateway) watchSwept(svcs cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			svc, ok := obj.(*corev1.Service)
			if !ok {
				g.queue.Add("everything")
				return false
			}
			return svc.Namespace == g.namespace
		},
		Handler: g.handler(),
	})
}
