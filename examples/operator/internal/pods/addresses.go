// Package pods follows the Pods of Websites.
package pods

import (
	"maps"
	"slices"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"

	"github.com/ctrllint/ctrllint/examples/operator/internal/kubeutil"
)

// Addresses knows the addresses of each Website's Pods.
type Addresses struct {
	mu     sync.RWMutex
	bySite map[types.NamespacedName]map[string]string // Pod name to address
}

// NewAddresses returns a tracker that the factory's Pod informer feeds.
func NewAddresses(factory informers.SharedInformerFactory) (*Addresses, error) {
	a := &Addresses{bySite: map[types.NamespacedName]map[string]string{}}
	_, err := factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    a.onAdd,
		UpdateFunc: func(_, newObj any) { a.onAdd(newObj) },
		DeleteFunc: a.onDelete,
	})
	return a, err
}

// Of returns the addresses of a Website's Pods, sorted.
func (a *Addresses) Of(site types.NamespacedName) []string {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return slices.Sorted(maps.Values(a.bySite[site]))
}

func (a *Addresses) onAdd(obj any) {
	pod := obj.(*corev1.Pod)
	if pod.Status.PodIP == "" {
		return
	}
	site := kubeutil.WebsiteOf(pod)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.bySite[site] == nil {
		a.bySite[site] = map[string]string{}
	}
	a.bySite[site][pod.Name] = pod.Status.PodIP
}

func (a *Addresses) onDelete(obj any) {
	pod := obj.(*corev1.Pod)
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.bySite[kubeutil.WebsiteOf(pod)], pod.Name)
}
