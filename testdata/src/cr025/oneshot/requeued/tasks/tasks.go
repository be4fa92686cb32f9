// Package tasks has a queue of its own around a work queue.
package tasks

import "k8s.io/client-go/util/workqueue"

type Queue struct {
	queue workqueue.TypedRateLimitingInterface[string]
	tries int
}

func (q *Queue) Add(task string) { q.queue.Add(task) }

func (q *Queue) AddRateLimited(task string) {
	if q.tries > 0 && q.queue.NumRequeues(task) > q.tries {
		return
	}
	q.queue.AddRateLimited(task)
}
