package flags

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

// address asks the API server for a node that it isn't given.
func (t *Table) address(ctx context.Context, name string, node *corev1.Node) string {
	if node == nil {
		var err error
		if node, err = t.clientset.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{}); err != nil { // want `AddFunc → of → address → Nodes.Get.*\[oneshot/live\]`
			return ""
		}
	}
	return node.Status.Addresses[0].Address
}

// of hands on what it is given.
func (t *Table) of(ctx context.Context, name string, node *corev1.Node) {
	t.owners[name] = t.address(ctx, name, node)
}

// StartNodes adds handlers. A node of which the name was read is there, one that was looked up may not be.
func (t *Table) StartNodes(ctx context.Context, factory informers.SharedInformerFactory, known map[string]*corev1.Node) {
	nodes, pods := factory.Core().V1().Nodes().Informer(), factory.Core().V1().Pods().Informer()
	_, _ = nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			node := obj.(*corev1.Node)
			t.of(ctx, node.Name, node)
		},
		UpdateFunc: func(_, obj any) {
			node := obj.(*corev1.Node)
			t.owners[node.Name] = t.address(ctx, node.Name, node)
		},
	})
	_, _ = pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			t.of(ctx, pod.Spec.NodeName, known[pod.Spec.NodeName])
		},
	})
}
