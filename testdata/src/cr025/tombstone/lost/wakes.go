package lost

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

// A warner says what goes wrong, to whoever listens.
type warner interface {
	Warning(args ...any)
	Warningf(format string, args ...any)
}

// A restorer has one DaemonSet of its own, and another goroutine that makes it again.
type restorer struct {
	gone chan struct{}
	tell warner
}

// restore wakes the goroutine, unless it is awake.
func (r *restorer) restore() {
	select {
	case r.gone <- struct{}{}:
	default:
	}
}

// Only who has metadata is told on.
func (r *restorer) watch(daemons, services, nodes cache.SharedIndexInformer) {
	daemons.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			object, err := meta.Accessor(obj) // want `meta.Accessor.*\[tombstone/key\]`
			if err != nil {
				r.tell.Warningf("no object: %v", err)
				return
			}
			if object.GetName() == "agent" {
				r.restore()
			}
		},
	})
	services.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			service, ok := obj.(*corev1.Service) // want `Service.*\[tombstone/lost\]`
			if !ok {
				r.tell.Warning("no service")
				return
			}
			if service.Name == "agent" {
				r.restore()
			}
		},
	})
	// It is only told, and woken in any case.
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if node, ok := obj.(*corev1.Node); ok {
				r.tell.Warning("gone", node.Name)
			}
			r.restore()
		},
	})
}
