// Package closures holds delete handlers whose assertions are not where one
// looks first: in goroutines, deferred calls, conditions and loops.
package closures

import (
	"context"
	"sync"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

type janitor struct {
	queue workqueue.TypedRateLimitingInterface[string]
	wg    sync.WaitGroup
	mu    sync.Mutex
	once  sync.Once
	ports map[int32]string
}

func (j *janitor) handlers(ctx context.Context, inf cache.SharedIndexInformer) {
	// A goroutine that captures the argument.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			j.wg.Add(1)
			go func() {
				defer j.wg.Done()
				pod := obj.(*corev1.Pod) // want `Pod.*\[tombstone/panic\]`
				j.queue.Add(pod.Name)
			}()
		},
	})
	// A goroutine that gets it as an argument.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			go func(o any) {
				j.queue.Add(o.(*corev1.Pod).Name) // want `Pod.*\[tombstone/panic\]`
			}(obj)
		},
	})
	// A method started as a goroutine.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { go j.cleanUp(ctx, obj) },
	})
	// Deferred.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			defer func() {
				j.queue.Add(obj.(*corev1.Service).Name) // want `Service.*\[tombstone/panic\]`
			}()
			klog.V(4).Info("service deleted")
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			defer j.queue.Add(obj.(*corev1.Service).Name) // want `Service.*\[tombstone/panic\]`
			j.mu.Lock()
			defer j.mu.Unlock()
			clear(j.ports)
		},
	})
	// A function variable inside of the handler.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			release := func() {
				delete(j.ports, obj.(*corev1.Service).Spec.HealthCheckNodePort) // want `Service.*\[tombstone/panic\]`
			}
			j.mu.Lock()
			release()
			j.mu.Unlock()
		},
	})
	// Called at once.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			name := func() string {
				return obj.(*corev1.Node).Name // want `Node.*\[tombstone/panic\]`
			}()
			j.queue.Add(name)
		},
	})
	// Handed to a library function that calls it.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			j.once.Do(func() {
				j.queue.Add(obj.(*corev1.Node).Name) // want `Node.*\[tombstone/panic\]`
			})
		},
	})
	// In a range expression.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			for _, p := range obj.(*corev1.Service).Spec.Ports { // want `Service.*\[tombstone/panic\]`
				delete(j.ports, p.NodePort)
			}
		},
	})
	// In a condition.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if obj.(*corev1.Secret).Type != corev1.SecretTypeTLS { // want `Secret.*\[tombstone/panic\]`
				return
			}
			j.queue.Add("certificates")
		},
	})
	// In the tag of a switch.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch obj.(*corev1.Secret).Type { // want `Secret.*\[tombstone/panic\]`
			case corev1.SecretTypeTLS:
				j.queue.Add("certificates")
			case corev1.SecretTypeDockerConfigJson:
				j.queue.Add("registries")
			}
		},
	})
	// At the end of a chain of else-ifs that knows all but tombstones.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if ep, ok := obj.(*corev1.Endpoints); ok {
				j.queue.Add(ep.Name)
			} else if sl, ok := obj.(*discoveryv1.EndpointSlice); ok {
				j.queue.Add(sl.Name)
			} else if svc := obj.(*corev1.Service); svc.Spec.ClusterIP != corev1.ClusterIPNone { // want `Service.*\[tombstone/panic\]`
				j.queue.Add(svc.Name)
			}
		},
	})
	// In a composite literal, then in a return value.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pair := [2]string{"pod", obj.(*corev1.Pod).Name} // want `Pod.*\[tombstone/panic\]`
			j.queue.Add(pair[0] + "/" + pair[1])
		},
	})
	// Through a copy of the argument.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			var last any = obj
			if klog.V(6).Enabled() {
				klog.Infof("%v", last)
			}
			j.queue.Add(last.(*corev1.Pod).Name) // want `Pod.*\[tombstone/panic\]`
		},
	})
	// Lost in a goroutine.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			go func() {
				ns, ok := obj.(*corev1.Namespace) // want `Namespace.*\[tombstone/lost\]`
				if !ok {
					return
				}
				j.queue.Add(ns.Name)
			}()
		},
	})
	// Tested outside, started only for objects: lost at the test.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if ns, ok := obj.(*corev1.Namespace); ok { // want `Namespace.*\[tombstone/lost\]`
				go func() { j.queue.Add(ns.Name) }()
			}
		},
	})
}

func (j *janitor) cleanUp(ctx context.Context, obj any) {
	select {
	case <-ctx.Done():
		return
	default:
	}
	cm := obj.(*corev1.ConfigMap) // want `ConfigMap.*\[tombstone/panic\]`
	j.queue.Add(cm.Name)
}
