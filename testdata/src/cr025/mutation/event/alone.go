package event

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/mutation/event/solitary"
)

// hearer has private informers, and their stores or not.
type hearer struct {
	clients kubernetes.Interface
	store   cache.Store
	seen    chan *corev1.Service
}

// Nobody else has the store: what is changed in the object is seen by nobody.
func (h *hearer) hears(source cache.ListerWatcher, stop <-chan struct{}) {
	_, controller := cache.NewInformer(source, &corev1.Service{}, 0, cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			service := obj.(*corev1.Service)
			service.Spec.SessionAffinity = corev1.ServiceAffinityClientIP
			h.seen <- service
		},
	})
	go controller.Run(stop)
	solitary.Run(source, &corev1.Service{}, cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(_, obj any) {
			service := obj.(*corev1.Service)
			service.Spec.SessionAffinity = corev1.ServiceAffinityNone
			h.seen <- service
		},
	}, stop)
}

// Here it is kept.
func (h *hearer) keeps(source cache.ListerWatcher, stop <-chan struct{}) {
	store, controller := cache.NewInformer(source, &corev1.Service{}, 0, cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			service := obj.(*corev1.Service)
			service.Spec.SessionAffinity = corev1.ServiceAffinityClientIP // want `\[mutation/event\]`
		},
	})
	h.store = store
	go controller.Run(stop)
}

// What is meant to be saved is found there by the next update, as if it were.
func (h *hearer) saves(ctx context.Context, source cache.ListerWatcher, stop <-chan struct{}) {
	_, controller := cache.NewInformer(source, &corev1.Service{}, 0, cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			service := obj.(*corev1.Service)
			service.Spec.SessionAffinity = corev1.ServiceAffinityClientIP // want `\[mutation/event\]`
			_, _ = h.clients.CoreV1().Services(service.Namespace).Update(ctx, service, metav1.UpdateOptions{})
		},
	})
	go controller.Run(stop)
}
