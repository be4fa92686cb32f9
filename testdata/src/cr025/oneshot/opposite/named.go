package opposite

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

const (
	added   = "added"
	updated = "updated"
	removed = "removed"
)

type marker struct{ clients kubernetes.Interface }

// What is done hangs on a text that each event function passes.
func (m *marker) handlers() cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { m.process(obj, added, false) },
		UpdateFunc: func(_, obj any) { m.process(obj, updated, false) },
	}
}

func (m *marker) process(obj any, what string, wait bool) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	switch what {
	case removed:
		_ = m.clients.CoreV1().Pods(pod.Namespace).Delete(context.Background(), pod.Name, metav1.DeleteOptions{})
	case updated:
		m.mark(pod)
	}
	if wait {
		time.Sleep(time.Minute)
	}
}

func (m *marker) mark(pod *corev1.Pod) {
	_, _ = m.clients.CoreV1().ConfigMaps(pod.Namespace).Create(context.Background(), &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: pod.Name}}, metav1.CreateOptions{}) // want `UpdateFunc.*\[oneshot/write\]`
}
