// Package raw counts events, and hands them on as they are.
package raw

import "k8s.io/client-go/tools/cache"

// Counter counts.
type Counter struct{ Deleted int }

type counted struct {
	cache.ResourceEventHandler
	counter *Counter
}

func (c counted) OnDelete(obj any) {
	c.counter.Deleted++
	c.ResourceEventHandler.OnDelete(obj)
}

// Hear has the handler told by an informer, and counts.
func (c *Counter) Hear(informer cache.SharedIndexInformer, handler cache.ResourceEventHandler) error {
	_, err := informer.AddEventHandler(counted{handler, c})
	return err
}
