// Package counts has a key function in a field, which its callers may change.
package counts

import "k8s.io/client-go/tools/cache"

type counter struct {
	keyOf cache.KeyFunc
	seen  map[string]bool
}

// An Option changes how Watch works.
type Option func(*counter)

// WithKeyFunc changes the key function.
func WithKeyFunc(keyOf cache.KeyFunc) Option {
	return func(c *counter) { c.keyOf = keyOf }
}

// Watch keeps count.
func Watch(inf cache.SharedIndexInformer, opts ...Option) {
	c := &counter{keyOf: cache.MetaNamespaceKeyFunc, seen: map[string]bool{}}
	for _, o := range opts {
		o(c)
	}
	_, _ = inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: c.gone,
	})
}

func (c *counter) gone(obj any) {
	if key, err := c.keyOf(obj); err == nil {
		delete(c.seen, key)
	}
}
