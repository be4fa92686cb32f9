package steps

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Stay has a node for as long as it is changed.
type Stay struct {
	client client.Client
	was    *corev1.Node
	Node   *corev1.Node
}

// Open reads the node, and keeps a copy of its struct.
func Open(ctx context.Context, c client.Client, name string) (*Stay, error) {
	node := &corev1.Node{}
	if err := c.Get(ctx, client.ObjectKey{Name: name}, node); err != nil {
		return nil, err
	}
	was := *node
	return &Stay{client: c, was: &was, Node: node}, nil
}

// OpenMended keeps a copy of all of it.
func OpenMended(ctx context.Context, c client.Client, name string) (*Stay, error) {
	node := &corev1.Node{}
	if err := c.Get(ctx, client.ObjectKey{Name: name}, node); err != nil {
		return nil, err
	}
	return &Stay{client: c, was: node.DeepCopy(), Node: node}, nil
}

// OpenFor is given the node.
func OpenFor(c client.Client, node *corev1.Node) *Stay {
	was := *node
	return &Stay{client: c, was: &was, Node: node}
}

// Close sends what has been changed.
func (s *Stay) Close(ctx context.Context) error {
	return s.client.Patch(ctx, s.Node, client.MergeFrom(s.was))
}

// Send sends what has been changed in the node.
func (s *Stay) Send(ctx context.Context, node *corev1.Node) error {
	return s.client.Patch(ctx, node, client.MergeFrom(s.was))
}

// A Loan is a Stay in which others put another node.
type Loan struct {
	client client.Client
	was    *corev1.Node
	Node   *corev1.Node
}

// Lend keeps a copy of the struct.
func Lend(ctx context.Context, c client.Client, name string) (*Loan, error) {
	node := &corev1.Node{}
	if err := c.Get(ctx, client.ObjectKey{Name: name}, node); err != nil {
		return nil, err
	}
	was := *node
	return &Loan{client: c, was: &was, Node: node}, nil
}

// Return sends what has been changed.
func (l *Loan) Return(ctx context.Context) error {
	return l.client.Patch(ctx, l.Node, client.MergeFrom(l.was))
}

// A Visit is a Stay in which the node may be another one.
type Visit struct {
	client client.Client
	was    *corev1.Node
	Node   *corev1.Node
}

// Begin keeps a copy of the struct.
func Begin(ctx context.Context, c client.Client, name string) (*Visit, error) {
	node := &corev1.Node{}
	if err := c.Get(ctx, client.ObjectKey{Name: name}, node); err != nil {
		return nil, err
	}
	was := *node
	return &Visit{client: c, was: &was, Node: node}, nil
}

// Apart goes on with a copy.
func (v *Visit) Apart() { v.Node = v.Node.DeepCopy() }

// End sends what has been changed.
func (v *Visit) End(ctx context.Context) error {
	return v.client.Patch(ctx, v.Node, client.MergeFrom(v.was))
}
