package list

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// Placer places pods where there are few.
type Placer struct {
	clientset kubernetes.Interface
	pods      corelisters.PodLister
	claims    corelisters.PersistentVolumeClaimLister
}

func (p *Placer) emptiest(nodes []string) (string, error) {
	pods, err := p.pods.List(labels.Everything()) // want `how many there are decides.*\[staleread/list\]`
	if err != nil {
		return "", err
	}
	load := map[string]int{}
	for _, pod := range pods {
		load[pod.Spec.NodeName]++
	}
	best := nodes[0]
	for _, node := range nodes {
		if load[node] < load[best] {
			best = node
		}
	}
	return best, nil
}

// The pod of one round is missing in the next.
func (p *Placer) place(ctx context.Context, namespace string, nodes []string, n int) error {
	for range n {
		node, err := p.emptiest(nodes)
		if err != nil {
			return err
		}
		pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{GenerateName: "a-"}, Spec: corev1.PodSpec{NodeName: node}}
		if _, err := p.clientset.CoreV1().Pods(namespace).Create(ctx, pod, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// Each round is about another namespace.
func (p *Placer) claim(ctx context.Context, namespaces []string) error {
	for _, namespace := range namespaces {
		claims, err := p.claims.PersistentVolumeClaims(namespace).List(labels.Everything())
		if err != nil {
			return err
		}
		if len(claims) > 0 {
			continue
		}
		claim := &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{GenerateName: "a-"}}
		if _, err := p.clientset.CoreV1().PersistentVolumeClaims(namespace).Create(ctx, claim, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
