package opposite

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// One of two calls comes to it.
func (m *marker) either() cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				return
			}
			if pod.Spec.HostNetwork {
				m.apply(pod, added)
			} else {
				m.apply(pod, removed)
			}
		},
	}
}

func (m *marker) apply(pod *corev1.Pod, what string) {
	if what == removed {
		_ = m.clients.CoreV1().Services(pod.Namespace).Delete(context.Background(), pod.Name, metav1.DeleteOptions{}) // want `Services.Delete.*\[oneshot/write\]`
	}
}

// Two long texts begin alike.
func (m *marker) long() cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				m.begin(pod, "controller.example.com/delete")
			}
		},
	}
}

func (m *marker) begin(pod *corev1.Pod, what string) {
	if what != "controller.example.com/check" {
		_ = m.clients.CoreV1().Secrets(pod.Namespace).Delete(context.Background(), pod.Name, metav1.DeleteOptions{}) // want `Secrets.Delete.*\[oneshot/write\]`
	}
}
