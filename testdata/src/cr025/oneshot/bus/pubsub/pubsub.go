// Package pubsub hands messages to whoever asked for them.
package pubsub

import (
	"context"
	"sync"
)

// A Bus hands messages to its subscribers.
type Bus[T any] struct {
	mutex sync.Mutex
	subs  []func(context.Context, T)
}

// Subscribe adds a subscriber.
func (b *Bus[T]) Subscribe(fn func(context.Context, T)) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.subs = append(b.subs, fn)
}

// Publish calls all subscribers.
func (b *Bus[T]) Publish(ctx context.Context, message T) {
	if ctx.Err() == nil {
		b.publish(ctx, message)
	}
}

func (b *Bus[T]) publish(ctx context.Context, message T) {
	b.mutex.Lock()
	subs := append([]func(context.Context, T){}, b.subs...)
	b.mutex.Unlock()
	for _, sub := range subs {
		func() { sub(ctx, message) }()
	}
}

// Hooks are called by turns.
type Hooks struct{ named map[string]func(string) }

// Set sets one.
func (h *Hooks) Set(name string, hook func(string)) { h.named[name] = hook }

// All calls all.
func (h *Hooks) All(key string) {
	for _, hook := range h.named {
		hook(key)
	}
}

// One calls one.
func (h *Hooks) One(name, key string) { h.named[name](key) }
