package unsynced

import (
	"k8s.io/apimachinery/pkg/util/wait"
	corev1informers "k8s.io/client-go/informers/core/v1"
	corev1listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Pairs goes by two caches.
type Pairs struct {
	queue                   workqueue.TypedRateLimitingInterface[string]
	pods                    corev1listers.PodLister
	nodes                   corev1listers.NodeLister
	podsSynced, nodesSynced cache.InformerSynced
}

// NewPairs keeps what says whether they have filled.
func NewPairs(pods corev1informers.PodInformer, nodes corev1informers.NodeInformer) *Pairs {
	return &Pairs{
		queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		pods:  pods.Lister(), nodes: nodes.Lister(),
		podsSynced: pods.Informer().HasSynced, nodesSynced: nodes.Informer().HasSynced,
	}
}

func (p *Pairs) worker() {
	key, _ := p.queue.Get()
	defer p.queue.Done(key)
	if _, err := p.nodes.Get(key); err != nil {
		_, _ = p.pods.Pods(key).Get(key)
	}
}

func (p *Pairs) nothing(stop <-chan struct{}) {
	if !cache.WaitForCacheSync(stop) { // want `WaitForCacheSync in Pairs.nothing is given nothing to wait for.*\[oneshot/unsynced\]`
		return
	}
	go wait.Until(p.worker, 0, stop)
}

func (p *Pairs) twice(stop <-chan struct{}) {
	if !cache.WaitForNamedCacheSync("pairs", stop, p.podsSynced, p.podsSynced) { // want `is given podsSynced twice, so that it doesn't wait for nodesSynced.*\[oneshot/unsynced\]`
		return
	}
	go wait.Until(p.worker, 0, stop)
}

// Loops has one for itself, and waits in two steps.
type Loops struct {
	Pairs
	leftSynced, rightSynced cache.InformerSynced
}

// What is given is made elsewhere.
func (p *Pairs) given(stop <-chan struct{}, synced ...cache.InformerSynced) {
	if cache.WaitForCacheSync(stop, synced...) {
		go wait.Until(p.worker, 0, stop)
	}
}

// The other one is waited for as well.
func (l *Loops) steps(stop <-chan struct{}) {
	if cache.WaitForCacheSync(stop, l.leftSynced, l.leftSynced) && cache.WaitForCacheSync(stop, l.rightSynced) {
		go wait.Until(l.worker, 0, stop)
	}
}
