// Package besides has event functions that share a helper which asks for an object before it writes it. What all of them ask for is
// told with the write that all of them come to. The form is cloud-provider-azure's,
// pkg/provider/servicegateway/difftracker/finalizers.go:319.
package besides

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

type berths struct{ client kubernetes.Interface }

func (b *berths) register(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { b.moor(obj.(*corev1.Pod)) },
		UpdateFunc: func(_, obj any) { b.moor(obj.(*corev1.Pod)) },
	})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: b.board, UpdateFunc: b.sail})
}

func (b *berths) moor(pod *corev1.Pod) {
	ctx, pods := context.Background(), b.client.CoreV1().Pods(pod.Namespace)
	now, err := pods.Get(ctx, pod.Name, metav1.GetOptions{}) // rests
	if err != nil {
		klog.Error(err)
		return
	}
	now = now.DeepCopy()
	now.Finalizers = append(now.Finalizers, "shop.test/berth")
	if _, err := pods.Update(ctx, now, metav1.UpdateOptions{}); err != nil { // want `AddFunc → moor → Pods.Update writes to the API server`
		klog.Error(err)
	}
}

// One of two that ask for it only asks.
func (b *berths) board(obj any) {
	if pod := b.find(obj.(*corev1.Pod).Name); pod != nil {
		b.mark(pod)
	}
}

func (b *berths) sail(_, obj any) {
	if b.find(obj.(*corev1.Pod).Name) == nil {
		klog.Info("gone")
	}
}

func (b *berths) find(name string) *corev1.Pod {
	pod, err := b.client.CoreV1().Pods("harbour").Get(context.Background(), name, metav1.GetOptions{}) // want `→ find → Pods.Get asks the API server`
	if err != nil {
		return nil
	}
	return pod
}

func (b *berths) mark(pod *corev1.Pod) {
	if _, err := b.client.CoreV1().Pods("harbour").Create(context.Background(), pod, metav1.CreateOptions{}); err != nil { // want `board → mark → Pods.Create writes to the API server`
		klog.Error(err)
	}
}
