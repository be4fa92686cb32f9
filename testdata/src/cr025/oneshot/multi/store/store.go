// Package store is what package controller calls. None of it is an event
// function here.
package store

import (
	"context"
	"os/exec"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Store keeps Secrets in the cluster.
type Store struct {
	Sets   kubernetes.Interface
	Lister listers.SecretLister
	cached map[string]*corev1.Secret
}

// Put writes, two calls deep.
func (s *Store) Put(ctx context.Context, secret *corev1.Secret) error {
	return s.put(ctx, secret)
}

func (s *Store) put(ctx context.Context, secret *corev1.Secret) error {
	_, err := s.Sets.CoreV1().Secrets(secret.Namespace).Update(ctx, secret, metav1.UpdateOptions{})
	return err
}

// Later writes in a goroutine.
func (s *Store) Later(secret *corev1.Secret) {
	go func() { _ = s.put(context.Background(), secret) }()
}

// Ask reads at the API server.
func (s *Store) Ask(ctx context.Context, ns, name string) (*corev1.Secret, error) {
	return s.Sets.CoreV1().Secrets(ns).Get(ctx, name, metav1.GetOptions{})
}

// Look reads the cache.
func (s *Store) Look(ns, name string) (*corev1.Secret, error) {
	return s.Lister.Secrets(ns).Get(name)
}

// Keep keeps in memory.
func (s *Store) Keep(secret *corev1.Secret) { s.cached[secret.Name] = secret }

// Each calls do.
func Each(secrets []*corev1.Secret, do func(*corev1.Secret)) {
	for _, secret := range secrets {
		do(secret)
	}
}

// Subscribe makes an event handler of a function.
func Subscribe(inf cache.SharedIndexInformer, onAdd func(*corev1.Secret)) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if secret, ok := obj.(*corev1.Secret); ok {
			onAdd(secret)
		}
	}})
}

// Executor runs commands. All implementations do.
type Executor interface {
	Run(ctx context.Context, name string) error
	Name() string
}

type local struct{}

func (local) Run(ctx context.Context, name string) error {
	return exec.CommandContext(ctx, name).Run()
}
func (local) Name() string { return "local" }

type retried struct{ inner Executor }

func (r retried) Run(ctx context.Context, name string) error {
	if err := r.inner.Run(ctx, name); err == nil {
		return nil
	}
	time.Sleep(time.Second)
	return r.inner.Run(ctx, name)
}
func (retried) Name() string { return "retried" }

// FakeExecutor runs nothing.
type FakeExecutor struct{}

func (FakeExecutor) Run(context.Context, string) error { return nil }
func (FakeExecutor) Name() string                      { return "fake" }

// New returns an Executor.
func New() Executor { return retried{local{}} }

// Remover removes, or remembers what to remove.
type Remover interface {
	Remove(ctx context.Context, secret *corev1.Secret) error
}

type now struct{ client.Client }

func (n now) Remove(ctx context.Context, secret *corev1.Secret) error { return n.Delete(ctx, secret) }

type later struct{ names map[string]bool }

func (l later) Remove(_ context.Context, secret *corev1.Secret) error {
	l.names[secret.Name] = true
	return nil
}
