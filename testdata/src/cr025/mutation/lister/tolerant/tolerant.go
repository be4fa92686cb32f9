// Package tolerant has a lister of Pods that returns copies.
package tolerant

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type lister struct{ corelisters.PodLister }

type namespaced struct {
	corelisters.PodNamespaceLister
}

// New returns a lister that returns copies of what another returns.
func New(of corelisters.PodLister) corelisters.PodLister { return lister{of} }

func (l lister) Pods(namespace string) corelisters.PodNamespaceLister {
	return namespaced{l.PodLister.Pods(namespace)}
}

func (n namespaced) Get(name string) (*corev1.Pod, error) {
	pod, err := n.PodNamespaceLister.Get(name)
	return pod.DeepCopy(), err
}

func (n namespaced) List(selector labels.Selector) ([]*corev1.Pod, error) {
	var copies []*corev1.Pod
	pods, err := n.PodNamespaceLister.List(selector)
	for _, pod := range pods {
		copies = append(copies, pod.DeepCopy())
	}
	return copies, err
}
