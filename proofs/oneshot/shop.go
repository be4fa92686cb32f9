// Package oneshot holds handlers that do the work themselves, and their mended
// twins. The proofs in this package run each of them behind client-go's own
// informers, and run ctrllint over these very files: what is flagged and what
// goes wrong are the same code.
package oneshot

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Shop is a cluster, and what the handlers here are to do in it: every
// Namespace is to have a copy of a Secret.
type Shop struct {
	Client  kubernetes.Interface
	Factory informers.SharedInformerFactory
	Queue   workqueue.TypedRateLimitingInterface[string]
	// Source feeds informers of Namespaces that are not of the factory.
	Source cache.ListerWatcher

	mu      sync.Mutex
	heard   map[string]time.Time
	missing map[string]bool
}

// Hear notes that a handler was told of an object.
func (s *Shop) Hear(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.heard == nil {
		s.heard = map[string]time.Time{}
	}
	if s.heard[name].IsZero() {
		s.heard[name] = time.Now()
	}
}

// Miss notes that an object was not found, and so taken for deleted.
func (s *Shop) Miss(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.missing == nil {
		s.missing = map[string]bool{}
	}
	s.missing[name] = true
}

// Heard returns when handlers were told of which object.
func (s *Shop) Heard() map[string]time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.heard)
}

// Missing returns what was not found.
func (s *Shop) Missing() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.missing))
}

// Work calls do for each key in the queue, and again for those that fail.
func (s *Shop) Work(ctx context.Context, do func(context.Context, string) error) {
	for {
		key, stop := s.Queue.Get()
		if stop {
			return
		}
		if err := do(ctx, key); err != nil {
			s.Queue.AddRateLimited(key)
		} else {
			s.Queue.Forget(key)
		}
		s.Queue.Done(key)
	}
}
