// Package barrier makes goroutines wait.
package barrier

import "context"

// A Barrier is down at first.
type Barrier struct{ up chan struct{} }

// New returns one.
func New() *Barrier { return &Barrier{make(chan struct{})} }

// Lift lets all pass.
func (b *Barrier) Lift() { close(b.up) }

// Pass waits until it is lifted, or the context ends.
func (b *Barrier) Pass(ctx context.Context) bool {
	select {
	case <-b.up:
		return true
	case <-ctx.Done():
		return false
	}
}

// IsUp only looks.
func (b *Barrier) IsUp() bool {
	select {
	case <-b.up:
		return true
	default:
		return false
	}
}
