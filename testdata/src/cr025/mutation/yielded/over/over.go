// Package over has iterators over what an informer's store holds.
package over

import (
	"iter"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Pods looks pods up by node.
type Pods struct {
	indexer cache.Indexer
}

// New returns the pods of an informer.
func New(informer cache.SharedIndexInformer) *Pods { return &Pods{informer.GetIndexer()} }

// Containers yields the containers on a node, with the names of their pods.
func (p *Pods) Containers(node string) iter.Seq2[string, *corev1.Container] {
	return func(yield func(string, *corev1.Container) bool) {
		objs, _ := p.indexer.ByIndex("node", node)
		for _, obj := range objs {
			pod := obj.(*corev1.Pod)
			for i := range pod.Spec.Containers {
				if !yield(pod.Name, &pod.Spec.Containers[i]) {
					return
				}
			}
		}
	}
}

// Copies yields copies of them.
func (p *Pods) Copies(node string) iter.Seq2[string, *corev1.Container] {
	return func(yield func(string, *corev1.Container) bool) {
		for name, container := range p.Containers(node) {
			if !yield(name, container.DeepCopy()) {
				return
			}
		}
	}
}

// Named yields those of a name.
func (p *Pods) Named(node, name string) (iter.Seq[*corev1.Container], error) {
	return func(yield func(*corev1.Container) bool) {
		for _, container := range p.Containers(node) {
			if container.Name == name && !yield(container) {
				return
			}
		}
	}, nil
}

// In yields the containers of a pod.
func In(pod *corev1.Pod) iter.Seq[*corev1.Container] {
	return func(yield func(*corev1.Container) bool) {
		for i := range pod.Spec.Containers {
			if !yield(&pod.Spec.Containers[i]) {
				return
			}
		}
	}
}
