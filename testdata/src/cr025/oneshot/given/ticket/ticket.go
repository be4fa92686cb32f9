// Package ticket stamps objects, of one kind or another.
package ticket

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
)

// Stamp is what others are given.
type Stamp interface{ Press() error }

type nodes struct {
	clients kubernetes.Interface
	name    string
}

// OfNode stamps a node.
func OfNode(clients kubernetes.Interface, name string) Stamp { return &nodes{clients, name} }

func (n *nodes) Press() error {
	_, err := n.clients.CoreV1().Nodes().Patch(context.TODO(), n.name, types.MergePatchType, []byte(`{}`), metav1.PatchOptions{})
	return err
}

type pods struct {
	clients         kubernetes.Interface
	namespace, name string
}

// OfPod stamps a pod.
func OfPod(clients kubernetes.Interface, namespace, name string) Stamp {
	return &pods{clients, namespace, name}
}

func (p *pods) Press() error {
	_, err := p.clients.CoreV1().Pods(p.namespace).Patch(context.TODO(), p.name, types.MergePatchType, []byte(`{}`), metav1.PatchOptions{})
	return err
}
