// Package runner has a queue with a worker that others bring.
package runner

import "k8s.io/client-go/util/workqueue"

// A Worker deals with one key after the other.
type Worker interface {
	Deal(key string) error
}

// A Runner hands the keys on its queue to its worker.
type Runner struct {
	parts
	put int
}

type parts struct {
	queue  workqueue.TypedRateLimitingInterface[string]
	worker Worker
}

// New returns a runner for a worker.
func New(name string, worker Worker) (*Runner, error) {
	limiter := workqueue.DefaultTypedControllerRateLimiter[string]()
	return &Runner{parts: parts{queue: workqueue.NewTypedRateLimitingQueue(limiter), worker: worker}}, nil
}

// Put puts a key on the queue.
func (r *Runner) Put(key string) { r.queue.Add(key) }

// Count puts a key on the queue, and counts it.
func (r *Runner) Count(key string) {
	r.put++
	r.queue.Add(key)
}

// Run works off the queue.
func (r *Runner) Run() {
	for {
		key, down := r.queue.Get()
		if down {
			return
		}
		if err := r.worker.Deal(key); err != nil {
			r.queue.AddRateLimited(key)
		}
		r.queue.Done(key)
	}
}
