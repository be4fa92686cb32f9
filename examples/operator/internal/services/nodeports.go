// Package services follows the node ports that the Services of Websites hold.
package services

import (
	"slices"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"github.com/ctrllint/ctrllint/examples/operator/internal/kubeutil"
)

// NodePorts knows the Website that each node port belongs to.
type NodePorts struct {
	mu     sync.RWMutex
	byPort map[int32]types.NamespacedName
}

// NewNodePorts returns a tracker that the factory's Service informer feeds.
func NewNodePorts(factory informers.SharedInformerFactory) (*NodePorts, error) {
	n := &NodePorts{byPort: map[int32]types.NamespacedName{}}
	_, err := factory.Core().V1().Services().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { n.take(obj.(*corev1.Service)) },
		UpdateFunc: n.onUpdate,
		DeleteFunc: n.onDelete,
	})
	return n, err
}

// Of returns the node ports of a Website, sorted.
func (n *NodePorts) Of(site types.NamespacedName) []int32 {
	n.mu.RLock()
	defer n.mu.RUnlock()
	var ports []int32
	for port, holder := range n.byPort {
		if holder == site {
			ports = append(ports, port)
		}
	}
	slices.Sort(ports)
	return ports
}

func (n *NodePorts) onUpdate(oldObj, newObj any) {
	n.release(oldObj.(*corev1.Service))
	n.take(newObj.(*corev1.Service))
}

func (n *NodePorts) onDelete(obj any) {
	svc, ok := obj.(*corev1.Service)
	if !ok {
		tombstone, ok := obj.(*cache.DeletedFinalStateUnknown)
		if !ok {
			klog.InfoS("Unexpected object in the Service informer", "object", obj)
			return
		}
		svc, ok = tombstone.Obj.(*corev1.Service)
		if !ok {
			klog.InfoS("Unexpected object in a tombstone", "key", tombstone.Key)
			return
		}
	}
	n.release(svc)
}

func (n *NodePorts) take(svc *corev1.Service) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, port := range svc.Spec.Ports {
		if port.NodePort != 0 {
			n.byPort[port.NodePort] = kubeutil.WebsiteOf(svc)
		}
	}
}

func (n *NodePorts) release(svc *corev1.Service) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, port := range svc.Spec.Ports {
		delete(n.byPort, port.NodePort)
	}
}
