// Package events hears of Pods, and reads no cache: it has nothing to wait for.
package events

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Run puts Pods on a queue.
func Run(client kubernetes.Interface, q workqueue.TypedInterface[string], work func(string), stop <-chan struct{}) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	if _, err := factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		q.Add(obj.(*corev1.Pod).Name)
	}}); err != nil {
		return err
	}
	factory.Start(stop)
	if !cache.WaitForCacheSync(stop) {
		return nil
	}
	go func() {
		for {
			name, done := q.Get()
			if done {
				return
			}
			work(name)
			q.Done(name)
		}
	}()
	<-stop
	return nil
}
