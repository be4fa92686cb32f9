// Package nodes follows the zones of the cluster's Nodes.
package nodes

import (
	"maps"
	"slices"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

// Zones knows the zone of each Node.
type Zones struct {
	mu     sync.RWMutex
	byNode map[string]string
}

// NewZones returns a tracker that the factory's Node informer feeds.
func NewZones(factory informers.SharedInformerFactory) (*Zones, error) {
	z := &Zones{byNode: map[string]string{}}
	_, err := factory.Core().V1().Nodes().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    z.add,
		UpdateFunc: func(_, newObj any) { z.add(newObj) },
		DeleteFunc: func(obj any) {
			node, _ := obj.(*corev1.Node)
			z.mu.Lock()
			defer z.mu.Unlock()
			delete(z.byNode, node.Name)
		},
	})
	return z, err
}

// All returns the zones that have a Node, sorted.
func (z *Zones) All() []string {
	z.mu.RLock()
	defer z.mu.RUnlock()
	return slices.Compact(slices.Sorted(maps.Values(z.byNode)))
}

func (z *Zones) add(obj any) {
	node, ok := obj.(*corev1.Node)
	if !ok {
		return
	}
	z.mu.Lock()
	defer z.mu.Unlock()
	z.byNode[node.Name] = node.Labels[corev1.LabelTopologyZone]
}
