// Package sieve puts filters before event handlers, for other packages.
package sieve

import (
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Shadow tells a handler of what stands for an object, rather than of the object.
type Shadow struct {
	to cache.ResourceEventHandler
}

// Through makes a handler that is told of shadows of the objects that come through all filters.
func Through(to cache.ResourceEventHandler, filters ...func(obj any) bool) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			for _, comes := range filters {
				if !comes(obj) {
					return false
				}
			}
			return true
		},
		Handler: &Shadow{to: to},
	}
}

// Without makes one that is told of those which no function picks out.
func Without(to cache.ResourceEventHandler, picks ...func(obj any) bool) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			for _, out := range picks {
				if out(obj) {
					return false
				}
			}
			return true
		},
		Handler: &Shadow{to: to},
	}
}

// Added makes one that only hears of objects that are added.
func Added(to cache.ResourceEventHandler, filters ...func(obj any) bool) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			for i := range filters {
				if !filters[i](obj) {
					return false
				}
			}
			return true
		},
		Handler: cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { to.OnAdd(shadow(obj), false) }},
	}
}

// OnAdd implements cache.ResourceEventHandler.
func (s *Shadow) OnAdd(obj any, initial bool) { s.to.OnAdd(shadow(obj), initial) }

// OnUpdate implements cache.ResourceEventHandler.
func (s *Shadow) OnUpdate(old, cur any) { s.to.OnUpdate(shadow(old), shadow(cur)) }

// OnDelete implements cache.ResourceEventHandler.
func (s *Shadow) OnDelete(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = gone.Obj
	}
	s.to.OnDelete(shadow(obj))
}

func shadow(obj any) *corev1.Pod {
	node, ok := obj.(*corev1.Node)
	if !ok {
		return nil
	}
	return &corev1.Pod{ObjectMeta: node.ObjectMeta}
}

// Ready lets ready Nodes through, and nothing else.
func Ready(obj any) bool {
	node, _ := obj.(*corev1.Node)
	return check(node) == nil && len(node.Status.Conditions) > 0
}

func check(node *corev1.Node) error {
	if node == nil {
		return errors.New("no Node")
	}
	return nil
}

// ReadyOrGone lets tombstones through too.
func ReadyOrGone(obj any) bool {
	if _, gone := obj.(cache.DeletedFinalStateUnknown); gone {
		return true
	}
	return Ready(obj)
}
