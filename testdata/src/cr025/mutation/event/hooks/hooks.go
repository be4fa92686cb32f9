// Package hooks adds event functions to informers that others put into structs.
package hooks

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

// Hooks are called for Pods or Nodes.
type Hooks struct {
	Nodes  bool
	Only   func(obj any) bool
	Come   func(obj any)
	Change func(old, cur any)
	Go     func(obj any)
	// Idle is called with a Pod of its own when there is nothing to do.
	Idle func(obj any)
}

// A Registry takes them.
type Registry interface {
	Add(hooks *Hooks) error
}

// Shared adds them to informers.
type Shared struct {
	factory informers.SharedInformerFactory
}

// Add implements Registry.
func (s *Shared) Add(hooks *Hooks) error {
	var to cache.ResourceEventHandler
	plain := funcs(hooks.Come, hooks.Change)
	plain.DeleteFunc = hooks.Go
	if to = plain; hooks.Only != nil {
		to = cache.FilteringResourceEventHandler{FilterFunc: hooks.Only, Handler: plain}
	}
	informer := s.factory.Core().V1().Pods().Informer()
	if hooks.Nodes {
		informer = s.factory.Core().V1().Nodes().Informer()
	}
	_, err := informer.AddEventHandler(to)
	return err
}

func funcs(come func(obj any), change func(old, cur any)) cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{AddFunc: come, UpdateFunc: change}
}

// Kept keeps them, for tests.
type Kept struct {
	All []*Hooks
}

// Add implements Registry.
func (k *Kept) Add(hooks *Hooks) error {
	k.All = append(k.All, hooks)
	return nil
}

// Rest tells all that there is nothing to do.
func (k *Kept) Rest() {
	for _, hooks := range k.All {
		hooks.Idle(&corev1.Pod{})
	}
}
