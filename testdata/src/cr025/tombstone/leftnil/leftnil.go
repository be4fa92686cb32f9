// Package leftnil has functions that another package calls with nil for a tombstone.
package leftnil

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/leftnil/typed"
)

type zones struct{ nodes map[string]map[string]bool }

func (z *zones) seen(node *corev1.Node) {
	zone := node.Labels[corev1.LabelTopologyZone]
	if z.nodes[zone] == nil {
		z.nodes[zone] = map[string]bool{}
	}
	z.nodes[zone][node.Name] = true
}

func (z *zones) gone(node *corev1.Node) {
	delete(z.nodes[node.Labels[corev1.LabelTopologyZone]], node.Name)
}

// sure asks whether there is a node.
func (z *zones) sure(node *corev1.Node) {
	if node == nil {
		return
	}
	z.gone(node)
}

// all does without it.
func (z *zones) all(*corev1.Node) { z.nodes = map[string]map[string]bool{} }

func (z *zones) follow(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(typed.Handler(z.seen, z.gone)) // want `typed.as, which asserts T \(typed.go:\d+\), fails and leaves nil.*panics.*\[tombstone/nilderef\]`
	inf.AddEventHandler(typed.Unwrapping(z.seen, z.gone))
	inf.AddEventHandler(typed.Handler(z.seen, z.sure))
	inf.AddEventHandler(typed.Handler(z.seen, z.all))
}
