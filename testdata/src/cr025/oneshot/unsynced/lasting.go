package unsynced

import (
	"context"
	"log"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Tally keeps what an informer of its own finds.
type Tally struct {
	store cache.Store
	run   cache.Controller
}

// NewTally makes a Tally.
func NewTally(clientset kubernetes.Interface) *Tally {
	t := &Tally{}
	t.store, t.run = cache.NewInformerWithOptions(cache.InformerOptions{
		ListerWatcher: cache.NewListWatchFromClient(clientset.CoreV1().RESTClient(), "pods", "", fields.Everything()),
		ObjectType:    &corev1.Pod{},
		Handler:       cache.ResourceEventHandlerFuncs{},
	})
	return t
}

// Last runs to the end, and says then what there was.
func (t *Tally) Last(ctx context.Context) {
	t.run.RunWithContext(ctx)
	log.Print("pods at the end: ", len(t.store.ListKeys()))
}

// First runs meanwhile.
func (t *Tally) First(ctx context.Context) {
	go t.run.RunWithContext(ctx)
	log.Print("pods at the beginning: ", len(t.store.ListKeys())) // want `Tally.First reads a cache that nothing has waited for to fill.*\[oneshot/unsynced\]`
}

// Middle runs another one meanwhile, which has long been stopped then, too.
func (t *Tally) Middle(ctx context.Context, other cache.SharedIndexInformer) {
	go other.Run(ctx.Done())
	t.run.RunWithContext(ctx)
	log.Print("pods after all: ", len(other.GetStore().ListKeys()))
}

// Found ends what it runs itself, once there is something.
func (t *Tally) Found(ctx context.Context) {
	go t.run.RunWithContext(ctx)
	done := make(chan struct{})
	wait.Until(func() { // want `reads a cache that nothing has waited for to fill.*\[oneshot/unsynced\]`
		if len(t.store.ListKeys()) > 0 {
			close(done)
		}
	}, time.Second, done)
	log.Print("pods by then: ", len(t.store.ListKeys())) // want `Tally.Found reads a cache`
}
