// Package needs says what it needs of listers: who looks at this package alone can't know what is in the interfaces.
package needs

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Nodes is all that is needed of a lister of nodes.
type Nodes interface {
	Get(name string) (*corev1.Node, error)
}

// Pods is all that is needed of a lister of pods; there is one that returns copies.
type Pods interface {
	List(selector labels.Selector) ([]*corev1.Pod, error)
}

// Reconciler changes what it gets.
type Reconciler struct {
	Client client.Client
	Nodes  Nodes
	Pods   Pods
}

// Cordon changes a node.
func (r *Reconciler) Cordon(ctx context.Context, name string) error {
	node, err := r.Nodes.Get(name)
	if err != nil {
		return err
	}
	node.Spec.Unschedulable = true
	return r.Client.Update(ctx, node)
}

// Label changes pods.
func (r *Reconciler) Label(ctx context.Context) error {
	pods, err := r.Pods.List(labels.Everything())
	for _, pod := range pods {
		pod.Labels["a"] = "b"
	}
	return err
}
