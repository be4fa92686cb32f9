// Package outbox sends things somewhere, by interfaces that say of what kind these are.
package outbox

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// Outbox sends things.
type Outbox[T any] interface {
	Send(ctx context.Context, what T) error
}

// Secrets is the outbox of Secrets.
type Secrets = Outbox[*corev1.Secret]

type secrets struct{ clients kubernetes.Interface }

// NewSecrets returns the only one.
func NewSecrets(clients kubernetes.Interface) Secrets { return &secrets{clients} }

func (s *secrets) Send(ctx context.Context, what *corev1.Secret) error {
	_, err := s.clients.CoreV1().Secrets(what.Namespace).Create(ctx, what, metav1.CreateOptions{})
	return err
}

// Ledger keeps lines: of two that there are, one only in memory.
type Ledger[T any] interface {
	Note(ctx context.Context, line T) error
}

type pods struct{ clients kubernetes.Interface }

// NewPods returns the ledger of Pods.
func NewPods(clients kubernetes.Interface) Ledger[*corev1.Pod] { return &pods{clients} }

func (p *pods) Note(ctx context.Context, line *corev1.Pod) error {
	_, err := p.clients.CoreV1().Pods(line.Namespace).UpdateStatus(ctx, line, metav1.UpdateOptions{})
	return err
}

type names struct{ seen map[string]bool }

// NewNames returns the ledger of names.
func NewNames() Ledger[string] { return &names{map[string]bool{}} }

func (n *names) Note(_ context.Context, line string) error {
	n.seen[line] = true
	return nil
}
