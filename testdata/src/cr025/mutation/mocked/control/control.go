// Package control has an interface, what implements it, and a mock.
package control

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// Pods changes Pods.
type Pods interface {
	Mark(ctx context.Context, pod *corev1.Pod) error
}

type pods struct{ clientset kubernetes.Interface }

// New makes what changes Pods at the API server.
func New(clientset kubernetes.Interface) Pods { return &pods{clientset} }

func (p *pods) Mark(ctx context.Context, pod *corev1.Pod) error {
	pod.Labels["marked"] = "true"
	_, err := p.clientset.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

// Nodes changes Nodes.
type Nodes interface {
	Mark(ctx context.Context, node *corev1.Node) error
}

type nodes struct{ clientset kubernetes.Interface }

func (n *nodes) Mark(ctx context.Context, node *corev1.Node) error {
	node.Labels["marked"] = "true"
	_, err := n.clientset.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
	return err
}

// A recorder notes which Nodes would be marked: the program makes it where it is told to try only.
type recorder struct{ marked []string }

func (r *recorder) Mark(_ context.Context, node *corev1.Node) error {
	r.marked = append(r.marked, node.Name)
	return nil
}

// NewNodes makes one of them.
func NewNodes(clientset kubernetes.Interface, try bool) Nodes {
	if try {
		return &recorder{}
	}
	return &nodes{clientset}
}
