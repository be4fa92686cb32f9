// Command resync has handlers that a resync of the informers calls again.
package main

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

func main() {
	clientset := kubernetes.NewForConfigOrDie(&rest.Config{})
	factory := informers.NewSharedInformerFactoryWithOptions(clientset, time.Minute)
	mark := func(obj any) {
		node := obj.(*corev1.Node).DeepCopy()
		if _, err := clientset.CoreV1().Nodes().Update(context.TODO(), node, metav1.UpdateOptions{}); err != nil { // want `note: .*only the informers' resync, after 1m0s, tries it again.*\[oneshot/write\]`
			klog.Error(err)
		}
	}
	factory.Core().V1().Nodes().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    mark,
		UpdateFunc: func(_, obj any) { mark(obj) },
	})
	factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			if err := clientset.CoreV1().Pods(pod.Namespace).Delete(context.TODO(), pod.Name, metav1.DeleteOptions{}); err != nil { // want `error: .*no queue tries it again.*\[oneshot/write\]`
				klog.Error(err)
			}
		},
	})
	factory.Start(make(chan struct{}))
	select {}
}
