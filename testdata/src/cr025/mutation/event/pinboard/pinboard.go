// Package pinboard keeps what event functions are given.
package pinboard

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A Board has the latest ConfigMaps, for other packages to take.
type Board struct {
	mu     sync.Mutex
	pinned map[string]*corev1.ConfigMap
	copies map[string]*corev1.ConfigMap
	given  map[string]*corev1.ConfigMap
	lent   map[string]*corev1.ConfigMap
	last   *corev1.ConfigMap
	Open   *corev1.ConfigMap
}

// New returns an empty board.
func New() *Board {
	return &Board{pinned: map[string]*corev1.ConfigMap{}, copies: map[string]*corev1.ConfigMap{}, given: map[string]*corev1.ConfigMap{}, lent: map[string]*corev1.ConfigMap{}}
}

// Register has the board hear of the ConfigMaps of an informer.
func (b *Board) Register(informer cache.SharedIndexInformer) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    b.pin,
		UpdateFunc: func(_, obj any) { b.pin(obj) },
	})
	return err
}

func (b *Board) pin(obj any) {
	cm, ok := obj.(*corev1.ConfigMap)
	if !ok {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pinned[cm.Name] = cm
	b.copies[cm.Name] = cm.DeepCopy()
	b.given[cm.Name] = cm
	b.lent[cm.Name] = cm
	b.last, b.Open = cm, cm
}

// Pinned returns the informer's object.
func (b *Board) Pinned(name string) *corev1.ConfigMap {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.pinned[name]
}

// Last returns the informer's object that came last.
func (b *Board) Last() *corev1.ConfigMap { return b.last }

// Copy returns what is nobody else's.
func (b *Board) Copy(name string) *corev1.ConfigMap { return b.copies[name] }

// Give puts an object on the board that is the caller's own.
func (b *Board) Give(cm *corev1.ConfigMap) { b.given[cm.Name] = cm }

// Given returns the informer's object, or what was given.
func (b *Board) Given(name string) *corev1.ConfigMap { return b.given[name] }

// All returns the map itself, in which others put what they like.
func (b *Board) All() map[string]*corev1.ConfigMap { return b.lent }

// Lent returns what is in that map by then.
func (b *Board) Lent(name string) *corev1.ConfigMap { return b.lent[name] }

// Opened returns what is in a field that others set as well.
func (b *Board) Opened() *corev1.ConfigMap { return b.Open }

// Same returns what it is given, as event functions and others do.
func Same(cm *corev1.ConfigMap) *corev1.ConfigMap { return cm }
