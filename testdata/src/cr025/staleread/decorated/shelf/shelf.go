// Package shelf keeps config maps behind an interface, which one type implements and others decorate.
package shelf

import (
	"context"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Shelf has config maps.
type Shelf interface {
	Take(ctx context.Context, key client.ObjectKey) (*corev1.ConfigMap, error)
	Put(ctx context.Context, cm *corev1.ConfigMap) error
}

type wooden struct{ c client.Client }

func (w *wooden) Take(ctx context.Context, key client.ObjectKey) (*corev1.ConfigMap, error) {
	cm := &corev1.ConfigMap{}
	if err := w.c.Get(ctx, key, cm); err != nil {
		return nil, err
	}
	return cm, nil
}

func (w *wooden) Put(ctx context.Context, cm *corev1.ConfigMap) error { return w.c.Update(ctx, cm) }

// Counting counts what is put.
type Counting struct {
	Shelf
	Puts atomic.Int64
}

// Put counts.
func (c *Counting) Put(ctx context.Context, cm *corev1.ConfigMap) error {
	c.Puts.Add(1)
	return c.Shelf.Put(ctx, cm)
}

// New returns a shelf, which counts if that is wanted.
func New(c client.Client, counts bool) Shelf {
	if counts {
		return &Counting{Shelf: &wooden{c}}
	}
	return &wooden{c}
}
