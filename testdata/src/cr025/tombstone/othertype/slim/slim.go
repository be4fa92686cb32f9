// Package slim keeps the addresses of what an informer holds that stores objects of the program's own.
package slim

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// Node is what is kept of a node.
type Node struct {
	metav1.ObjectMeta
	Address string
}

// Book has the names of nodes by their addresses.
type Book struct{ Names map[string]string }

// Note adds one.
func (b *Book) Note(obj any) {
	if n, ok := obj.(*Node); ok {
		b.Names[n.Address] = n.Name
	}
}

// Strike takes one out, but looks for what the API server has in a tombstone.
func (b *Book) Strike(obj any) {
	var address string
	switch o := obj.(type) {
	case *Node:
		address = o.Address
	case cache.DeletedFinalStateUnknown:
		node, ok := o.Obj.(*corev1.Node)
		if !ok {
			klog.InfoS("no node in the tombstone", "key", o.Key)
			return
		}
		address = node.Spec.PodCIDR
	default:
		return
	}
	delete(b.Names, address)
}

// StrikeRight looks for the same in both.
func (b *Book) StrikeRight(obj any) {
	switch o := obj.(type) {
	case *Node:
		delete(b.Names, o.Address)
	case cache.DeletedFinalStateUnknown:
		if n, ok := o.Obj.(*Node); ok {
			delete(b.Names, n.Address)
		}
	}
}
