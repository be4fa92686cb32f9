// Package pool keeps pods with a label.
package pool

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Pool has the client.
type Pool struct{ c client.Client }

// New makes a Pool.
func New(c client.Client) *Pool { return &Pool{c} }

const label = "example.com/pool"

func (p *Pool) members(ctx context.Context, namespace, name string) ([]corev1.Pod, error) {
	var all corev1.PodList
	if err := p.c.List(ctx, &all, client.InNamespace(namespace), client.MatchingLabels{label: name}); err != nil {
		return nil, err
	}
	var staying []corev1.Pod
	for _, pod := range all.Items {
		if pod.DeletionTimestamp.IsZero() {
			staying = append(staying, pod)
		}
	}
	return staying, nil
}

// Recycle deletes the pods of another image, and says how many stay.
func (p *Pool) Recycle(ctx context.Context, namespace, name, image string) (int, error) {
	pods, err := p.members(ctx, namespace, name)
	if err != nil {
		return 0, err
	}
	stay := 0
	for i := range pods {
		if pods[i].Spec.Containers[0].Image == image {
			stay++
			continue
		}
		if err := p.c.Delete(ctx, &pods[i]); err != nil {
			return 0, err
		}
	}
	return stay, nil
}

// Scale adds pods up to a number.
func (p *Pool) Scale(ctx context.Context, namespace, name string, wanted int) error {
	pods, err := p.members(ctx, namespace, name)
	if err != nil {
		return err
	}
	return p.Add(ctx, namespace, name, wanted-len(pods))
}

// Add adds pods.
func (p *Pool) Add(ctx context.Context, namespace, name string, number int) error {
	for range number {
		pod := &corev1.Pod{}
		pod.Namespace, pod.GenerateName = namespace, name
		pod.Labels = map[string]string{label: name}
		if err := p.c.Create(ctx, pod); err != nil {
			return err
		}
	}
	return nil
}
