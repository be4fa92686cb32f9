// Package pods follows the Pods of Websites.
package pods

import (
	"slices"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"

	"github.com/ctrllint/ctrllint/examples/operator-fixed/internal/kubeutil"
)

// Addresses knows the addresses of each Website's Pods.
type Addresses struct {
	mu    sync.RWMutex
	byPod map[cache.ObjectName]address
}

type address struct {
	site types.NamespacedName
	ip   string
}

// NewAddresses returns a tracker that the factory's Pod informer feeds.
func NewAddresses(factory informers.SharedInformerFactory) (*Addresses, error) {
	a := &Addresses{byPod: map[cache.ObjectName]address{}}
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
	var ips []string
	for _, pod := range a.byPod {
		if pod.site == site {
			ips = append(ips, pod.ip)
		}
	}
	slices.Sort(ips)
	return ips
}

func (a *Addresses) onAdd(obj any) {
	pod := obj.(*corev1.Pod)
	if pod.Status.PodIP == "" {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.byPod[cache.MetaObjectToName(pod)] = address{site: kubeutil.WebsiteOf(pod), ip: pod.Status.PodIP}
}

func (a *Addresses) onDelete(obj any) {
	name, err := cache.DeletionHandlingObjectToName(obj)
	if err != nil {
		utilruntime.HandleError(err)
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.byPod, name)
}
