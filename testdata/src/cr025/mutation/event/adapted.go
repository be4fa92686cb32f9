package event

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/handler"

	"ctrllint.test/cr025/mutation/event/adapt"
)

// A ports gives ports their targets.
type ports struct{}

// target is called by the event functions that each makes, with the very object.
func (p *ports) target(s *corev1.Service) {
	s.Labels["ports"] = "set" // want `changes Labels of the corev1.Service that an informer's event handler is given.*\[mutation/event\]`
}

// copied is called with copies only.
func (p *ports) copied(s *corev1.Service) { s.Labels["ports"] = "set" }

func each[T any](upsert func(T)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if t, ok := obj.(T); ok {
				upsert(t)
			}
		},
	}
}

func copies(upsert func(*corev1.Service)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if s, ok := obj.(*corev1.Service); ok {
				upsert(s.DeepCopy())
			}
		},
	}
}

func registerAdapted(services cache.SharedIndexInformer, p *ports) {
	_, _ = services.AddEventHandler(each(p.target))
	_, _ = services.AddEventHandler(copies(p.copied))
	_, _ = services.AddEventHandler(adapt.Each(adapt.Seen)) // want `adapt.Seen \(adapt.go:\d+\) changes Annotations of the corev1.Service that an informer's event handler is given.*\[mutation/event\]`
	_, _ = services.AddEventHandler(adapt.Copies(adapt.Seen))
}

func mappedThere(m *adapt.Mapper) []handler.EventHandler {
	return []handler.EventHandler{
		handler.EnqueueRequestsFromMapFunc(m.Map), // want `adapt.Mapper.Map \(adapt.go:\d+\) changes Labels of the object that a map function is given.*\[mutation/event\]`
		handler.EnqueueRequestsFromMapFunc(m.MapCloned),
	}
}
