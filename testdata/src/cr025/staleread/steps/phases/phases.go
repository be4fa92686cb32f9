// Package phases has the phases of a reconcile.
package phases

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Phase is one of them.
type Phase interface {
	Run(ctx context.Context, key client.ObjectKey) error
}

// Write closes a Node.
type Write struct{ client.Client }

// Run writes.
func (p *Write) Run(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := p.Get(ctx, key, node); err != nil {
		return err
	}
	node.Spec.Unschedulable = true
	return p.Update(ctx, node)
}

// Check deletes a Node that is open.
type Check struct{ client.Client }

// Run reads.
func (p Check) Run(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := p.Get(ctx, key, node); err != nil {
		return err
	}
	if !node.Spec.Unschedulable {
		return p.Delete(ctx, node)
	}
	return nil
}

// Look fails for a Node that is closed.
type Look struct{ client.Client }

// Run reads.
func (p Look) Run(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := p.Get(ctx, key, node); err != nil {
		return err
	}
	if node.Spec.Unschedulable {
		return errors.New("closed")
	}
	return nil
}
