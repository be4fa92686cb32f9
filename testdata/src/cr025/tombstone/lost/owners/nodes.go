package owners

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Nodes has the names of nodes on its queue.
type Nodes struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

// Handle registers what is done for pods.
func (n *Nodes) Handle(informer cache.SharedInformer) error {
	for _, deleted := range []func(any){n.deleted, n.mended} {
		if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: deleted}); err != nil {
			return err
		}
	}
	return nil
}

// Run takes what is on the queue.
func (n *Nodes) Run(count func(node string) error) error {
	node, _ := n.queue.Get()
	defer n.queue.Done(node)
	return count(node)
}

// deleted has the node that the pod was bound to.
func (n *Nodes) deleted(obj any) {
	switch gone := obj.(type) {
	case *corev1.Pod:
		if gone.Spec.NodeName != "" {
			n.queue.Add(gone.Spec.NodeName)
		}
	case cache.DeletedFinalStateUnknown:
		n.queue.Add(gone.Key) // want `is the key of another, which the worker then looks for.*\[tombstone/lost\]`
	}
}

// mended has that of the pod in the tombstone.
func (n *Nodes) mended(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		n.queue.Add(pod.Spec.NodeName)
	}
}

// Classes has the names of the storage classes that claims ask for, by a pointer.
type Classes struct {
	queue workqueue.TypedInterface[string]
}

// Handle registers what is done for claims.
func (c *Classes) Handle(informer cache.SharedInformer) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.deleted})
	return err
}

// Run takes what is on the queue.
func (c *Classes) Run(count func(class string) error) error {
	class, _ := c.queue.Get()
	defer c.queue.Done(class)
	return count(class)
}

func (c *Classes) deleted(obj any) {
	switch gone := obj.(type) {
	case *corev1.PersistentVolumeClaim:
		if gone.Spec.StorageClassName != nil {
			c.queue.Add(*gone.Spec.StorageClassName)
		}
	case cache.DeletedFinalStateUnknown:
		c.queue.Add(gone.Key) // want `is the key of another, which the worker then looks for.*\[tombstone/lost\]`
	}
}

// Hosts has what a pod calls itself, which is its name unless it says another.
type Hosts struct {
	queue workqueue.TypedInterface[string]
}

// Handle registers what is done for pods.
func (h *Hosts) Handle(informer cache.SharedInformer) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: h.deleted})
	return err
}

// Run takes what is on the queue.
func (h *Hosts) Run(forget func(host string) error) error {
	host, _ := h.queue.Get()
	defer h.queue.Done(host)
	return forget(host)
}

func (h *Hosts) deleted(obj any) {
	switch gone := obj.(type) {
	case *corev1.Pod:
		h.queue.Add(gone.Spec.Hostname)
	case cache.DeletedFinalStateUnknown:
		h.queue.Add(gone.Key)
	}
}
