// Package ingress follows the hosts that the cluster's Ingresses serve.
package ingress

import (
	"fmt"
	"sync"

	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/types"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"

	"github.com/ctrllint/ctrllint/examples/operator/internal/kubeutil"
)

// Hosts knows the Website that each host belongs to. A host of an Ingress without the label has no Website's name.
type Hosts struct {
	mu     sync.RWMutex
	byHost map[string]types.NamespacedName
}

// NewHosts returns a tracker that the factory's Ingress informer feeds.
func NewHosts(factory informers.SharedInformerFactory) (*Hosts, error) {
	h := &Hosts{byHost: map[string]types.NamespacedName{}}
	_, err := factory.Networking().V1().Ingresses().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { h.claim(obj.(*networkingv1.Ingress)) },
		UpdateFunc: h.onUpdate,
		DeleteFunc: h.onDelete,
	})
	return h, err
}

// TakenFrom returns those of the hosts that somebody else than the Website serves.
func (h *Hosts) TakenFrom(site types.NamespacedName, hosts []string) []string {
	h.mu.RLock()
	defer h.mu.RUnlock()
	var taken []string
	for _, host := range hosts {
		if holder, ok := h.byHost[host]; ok && holder != site {
			taken = append(taken, host)
		}
	}
	return taken
}

func (h *Hosts) onUpdate(oldObj, newObj any) {
	h.release(oldObj.(*networkingv1.Ingress))
	h.claim(newObj.(*networkingv1.Ingress))
}

func (h *Hosts) onDelete(obj any) {
	ing, ok := obj.(*networkingv1.Ingress)
	if !ok {
		tombstone, ok := obj.(cache.DeletedFinalStateUnknown)
		if !ok {
			utilruntime.HandleError(fmt.Errorf("unexpected object in the Ingress informer: %T", obj))
			return
		}
		ing, ok = obj.(*networkingv1.Ingress)
		if !ok {
			utilruntime.HandleError(fmt.Errorf("tombstone %s holds no Ingress", tombstone.Key))
			return
		}
	}
	h.release(ing)
}

func (h *Hosts) claim(ing *networkingv1.Ingress) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, rule := range ing.Spec.Rules {
		h.byHost[rule.Host] = kubeutil.WebsiteOf(ing)
	}
}

func (h *Hosts) release(ing *networkingv1.Ingress) {
	site := kubeutil.WebsiteOf(ing)
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, rule := range ing.Spec.Rules {
		if h.byHost[rule.Host] == site {
			delete(h.byHost, rule.Host)
		}
	}
}
