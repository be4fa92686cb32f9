package oneshot

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// slowly is how long the work of one event takes.
const slowly = 10 * time.Minute

// WriteBug makes the copy in the handler: when the server has a hiccup, there
// will never be one.
func WriteBug(_ context.Context, s *Shop) {
	s.Factory.Core().V1().Namespaces().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			name := obj.(*corev1.Namespace).Name
			if _, err := s.Client.CoreV1().Secrets(name).Create(context.Background(), secret(name), metav1.CreateOptions{}); err != nil {
				klog.Error(err)
			}
		},
	})
}

// WriteMended puts the name on the queue, whose worker tries again.
func WriteMended(ctx context.Context, s *Shop) {
	s.Factory.Core().V1().Namespaces().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.enqueue})
	go s.Work(ctx, s.copySecret)
}

// WriteAsyncBug makes the copy in a goroutine, which tries no more.
func WriteAsyncBug(ctx context.Context, s *Shop) {
	s.Factory.Core().V1().Namespaces().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			name := obj.(*corev1.Namespace).Name
			go func() {
				if _, err := s.Client.CoreV1().Secrets(name).Create(ctx, secret(name), metav1.CreateOptions{}); err != nil {
					klog.Error(err)
				}
			}()
		},
	})
}

// WriteAsyncMended is WriteMended.
func WriteAsyncMended(ctx context.Context, s *Shop) { WriteMended(ctx, s) }

// BlockBug takes its time in the handler: the next event waits.
func BlockBug(_ context.Context, s *Shop) {
	s.Factory.Core().V1().Namespaces().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			s.Hear(obj.(*corev1.Namespace).Name)
			time.Sleep(slowly)
		},
	})
}

// BlockMended takes its time in the worker.
func BlockMended(ctx context.Context, s *Shop) {
	s.Factory.Core().V1().Namespaces().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			s.Hear(obj.(*corev1.Namespace).Name)
			s.enqueue(obj)
		},
	})
	go s.Work(ctx, func(context.Context, string) error {
		time.Sleep(slowly)
		return nil
	})
}

// BlockPrivateBug takes its time in the handler of a private informer: the
// store itself stands still. It returns the store.
func BlockPrivateBug(ctx context.Context, s *Shop) cache.Store {
	store, informer := cache.NewInformerWithOptions(cache.InformerOptions{
		ListerWatcher: s.Source,
		ObjectType:    &corev1.Namespace{},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc: func(any) { time.Sleep(slowly) },
		},
	})
	go informer.RunWithContext(ctx)
	return store
}

// BlockPrivateMended only enqueues.
func BlockPrivateMended(ctx context.Context, s *Shop) cache.Store {
	store, informer := cache.NewInformerWithOptions(cache.InformerOptions{
		ListerWatcher: s.Source,
		ObjectType:    &corev1.Namespace{},
		Handler:       cache.ResourceEventHandlerFuncs{AddFunc: s.enqueue},
	})
	go informer.RunWithContext(ctx)
	return store
}

// LiveBug asks the server once for each event.
func LiveBug(ctx context.Context, s *Shop) {
	s.Factory.Core().V1().Namespaces().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			name := obj.(*corev1.Namespace).Name
			if _, err := s.Client.CoreV1().Secrets(name).Get(ctx, "pull", metav1.GetOptions{}); err == nil {
				s.enqueue(obj)
			}
		},
	})
}

// LiveMended asks the cache, once that is filled.
func LiveMended(ctx context.Context, s *Shop) {
	secrets := s.Factory.Core().V1().Secrets()
	synced := secrets.Informer().HasSynced
	s.Factory.Core().V1().Namespaces().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.enqueue})
	go func() {
		if cache.WaitForCacheSync(ctx.Done(), synced) {
			s.Work(ctx, func(_ context.Context, name string) error {
				_, err := secrets.Lister().Secrets(name).Get("pull")
				return err
			})
		}
	}()
}

// UnsyncedBug starts its worker before it waits: what the worker looks for is
// in the cluster, and not yet in the cache.
func UnsyncedBug(ctx context.Context, s *Shop) {
	synced := s.Factory.Core().V1().Secrets().Informer().HasSynced
	s.Factory.Core().V1().Namespaces().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.enqueue})
	s.Factory.StartWithContext(ctx)
	go s.Work(ctx, s.look)
	if !cache.WaitForCacheSync(ctx.Done(), synced) {
		klog.Error("gave up")
	}
}

// UnsyncedMended waits first.
func UnsyncedMended(ctx context.Context, s *Shop) {
	synced := s.Factory.Core().V1().Secrets().Informer().HasSynced
	s.Factory.Core().V1().Namespaces().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.enqueue})
	s.Factory.StartWithContext(ctx)
	if !cache.WaitForCacheSync(ctx.Done(), synced) {
		return
	}
	go s.Work(ctx, s.look)
}

// IgnoredBug gives the caches ten seconds, and goes on in any case.
func IgnoredBug(ctx context.Context, s *Shop) {
	synced := s.Factory.Core().V1().Secrets().Informer().HasSynced
	s.Factory.Core().V1().Namespaces().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.enqueue})
	s.Factory.StartWithContext(ctx)
	patience, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cache.WaitForCacheSync(patience.Done(), synced)
	go s.Work(ctx, s.look)
}

// IgnoredMended goes on only when they are filled.
func IgnoredMended(ctx context.Context, s *Shop) {
	synced := s.Factory.Core().V1().Secrets().Informer().HasSynced
	s.Factory.Core().V1().Namespaces().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.enqueue})
	s.Factory.StartWithContext(ctx)
	patience, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if !cache.WaitForCacheSync(patience.Done(), synced) {
		klog.Error("gave up")
		return
	}
	go s.Work(ctx, s.look)
}

// HandoverBug waits until another goroutine takes the event over.
func HandoverBug(ctx context.Context, s *Shop) {
	events := make(chan string)
	s.Factory.Core().V1().Namespaces().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			name := obj.(*corev1.Namespace).Name
			s.Hear(name)
			events <- name
		},
	})
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-events:
				time.Sleep(slowly)
			}
		}
	}()
}

// HandoverMended leaves the event on a queue.
func HandoverMended(ctx context.Context, s *Shop) { BlockMended(ctx, s) }

func secret(namespace string) *corev1.Secret {
	return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "pull"}}
}

func (s *Shop) enqueue(obj any) { s.Queue.Add(obj.(*corev1.Namespace).Name) }

// copySecret makes the copy in one Namespace.
func (s *Shop) copySecret(ctx context.Context, name string) error {
	_, err := s.Client.CoreV1().Secrets(name).Create(ctx, secret(name), metav1.CreateOptions{})
	return err
}

// look looks for the copy in one Namespace.
func (s *Shop) look(_ context.Context, name string) error {
	if _, err := s.Factory.Core().V1().Secrets().Lister().Secrets(name).Get("pull"); err != nil {
		s.Miss(name)
	}
	return nil
}
