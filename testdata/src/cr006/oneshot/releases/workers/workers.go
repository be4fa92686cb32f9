// Package workers starts workers before the caches have synced, and after. Queues hold anything.
package workers

import (
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	pods  listers.PodLister
	queue workqueue.RateLimitingInterface
}

func (c *controller) worker() {
	key, _ := c.queue.Get()
	_, _ = c.pods.Pods("a").Get(key.(string))
}

func (c *controller) run(stop <-chan struct{}, synced cache.InformerSynced) {
	go c.worker() // want `controller.run starts a worker before.*\[oneshot/unsynced\]`
	if !cache.WaitForCacheSync(stop, synced) {
		return
	}
	go wait.Until(c.worker, time.Second, stop)
}
