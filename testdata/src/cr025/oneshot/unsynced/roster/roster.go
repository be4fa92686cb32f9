// Package roster knows which nodes are taken.
package roster

import (
	"k8s.io/apimachinery/pkg/labels"
	corev1listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A Roster has names of nodes.
type Roster struct {
	nodes corev1listers.NodeLister
	taken map[string]bool
	own   cache.Store
}

// Of makes one of the nodes that a lister has, and reads none yet.
func Of(nodes corev1listers.NodeLister) *Roster {
	return &Roster{nodes: nodes, taken: map[string]bool{}, own: cache.NewStore(cache.MetaNamespaceKeyFunc)}
}

// Take takes the nodes of a lister.
func (r *Roster) Take(nodes corev1listers.NodeLister) error {
	return r.all(nodes)
}

func (r *Roster) all(nodes corev1listers.NodeLister) error {
	all, err := nodes.List(labels.Everything())
	for _, node := range all {
		r.taken[node.Name] = true
	}
	return err
}

// Fill takes those of its own lister.
func (r *Roster) Fill() error { return r.all(r.nodes) }

// Keep only keeps the lister.
func (r *Roster) Keep(nodes corev1listers.NodeLister) { r.nodes = nodes }

// Later returns what takes the nodes when it is called.
func (r *Roster) Later(nodes corev1listers.NodeLister) func() error {
	return func() error { return r.all(nodes) }
}

// Known counts what is in a store of its own.
func (r *Roster) Known() int { return len(r.own.ListKeys()) }

// Informers are those of some resources.
type Informers interface {
	// Each calls a function for each of them, until that fails.
	Each(do func(resource string, informer cache.SharedIndexInformer) error) error
}

// NewInformers keeps informers by resource.
func NewInformers() Informers { return byResource{} }

type byResource map[string]cache.SharedIndexInformer

func (m byResource) Each(do func(string, cache.SharedIndexInformer) error) error {
	for resource, informer := range m {
		if err := do(resource, informer); err != nil {
			return err
		}
	}
	return nil
}
