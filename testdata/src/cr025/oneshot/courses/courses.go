// Package courses has functions that take one course of several, which the call chooses, and may change to another on the way.
package courses

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/oneshot/courses/basin"
)

// A House has a basin, and a crane that lifts what it is told, by numbers.
type House struct {
	basin     *basin.Basin
	clientset kubernetes.Interface
}

const (
	lower = iota
	lift
	weigh
)

func (h *House) filled(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		_ = h.basin.Fill(context.Background(), pod) // want `filled → basin.Basin.Fill → .* → Pods.Update writes to the API server.*\[oneshot/write\]`
	}
}

func (h *House) drained(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		_ = h.basin.Empty(context.Background(), pod)
	}
}

// raise deletes in rounds what is lifted or weighed: nothing while it lowers, which is all that it is called for.
func (h *House) raise(ctx context.Context, how int, pod *corev1.Pod) {
	for round := 0; round < 3; round++ {
		if how == lift || how == weigh {
			_ = h.clientset.CoreV1().Pods(pod.Namespace).Delete(ctx, pod.Name, metav1.DeleteOptions{})
		}
	}
}

func (h *House) lowered(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		h.raise(context.Background(), lower, pod)
	}
}

// turn moves twice: the second time it isn't what it was told, but what it has seen.
func (h *House) turn(ctx context.Context, how int, pod *corev1.Pod) {
	for range 2 {
		if how == weigh {
			_ = h.clientset.CoreV1().Pods(pod.Namespace).Delete(ctx, pod.Name, metav1.DeleteOptions{}) // want `turned → turn → Pods.Delete writes to the API server.*\[oneshot/write\]`
		}
		how = len(pod.Spec.Containers)
	}
}

func (h *House) turned(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		h.turn(context.Background(), lower, pod)
	}
}

// swing is weighed before it is lowered, by the same function.
func (h *House) swing(ctx context.Context, how int, pod *corev1.Pod) {
	if how == lower {
		h.swing(ctx, weigh, pod)
		return
	}
	_ = h.clientset.CoreV1().Pods(pod.Namespace).Delete(ctx, pod.Name, metav1.DeleteOptions{}) // want `swung → swing → .* → Pods.Delete writes to the API server.*\[oneshot/write\]`
}

func (h *House) swung(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		h.swing(context.Background(), lower, pod)
	}
}

// Start adds the handlers.
func (h *House) Start(informers ...cache.SharedIndexInformer) {
	for _, inf := range informers {
		_, _ = inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: h.filled})
		_, _ = inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: h.drained})
		_, _ = inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: h.lowered})
		_, _ = inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: h.turned})
		_, _ = inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: h.swung})
	}
}
