// Package certs follows the TLS Secrets of Websites.
package certs

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"

	"github.com/ctrllint/ctrllint/examples/operator/internal/kubeutil"
)

// Store knows which Websites have a certificate. It is itself the informer's event handler.
type Store struct {
	mu     sync.RWMutex
	bySite map[types.NamespacedName]string // name of the Secret
}

// NewStore returns a store that the factory's Secret informer feeds.
func NewStore(factory informers.SharedInformerFactory) (*Store, error) {
	s := &Store{bySite: map[types.NamespacedName]string{}}
	_, err := factory.Core().V1().Secrets().Informer().AddEventHandler(s)
	return s, err
}

// Has tells whether a Website has a certificate.
func (s *Store) Has(site types.NamespacedName) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.bySite[site] != ""
}

// OnAdd implements cache.ResourceEventHandler.
func (s *Store) OnAdd(obj any, _ bool) {
	secret, ok := obj.(*corev1.Secret)
	if !ok || secret.Type != corev1.SecretTypeTLS {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bySite[kubeutil.WebsiteOf(secret)] = secret.Name
}

// OnUpdate implements cache.ResourceEventHandler.
func (s *Store) OnUpdate(oldObj, newObj any) {
	s.OnDelete(oldObj)
	s.OnAdd(newObj, false)
}

// OnDelete implements cache.ResourceEventHandler.
func (s *Store) OnDelete(obj any) {
	secret, ok := obj.(*corev1.Secret)
	if !ok {
		return
	}
	site := kubeutil.WebsiteOf(secret)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bySite[site] == secret.Name {
		delete(s.bySite, site)
	}
}
