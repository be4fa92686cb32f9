// Package owners has delete functions that put the key of another object on a queue, and of tombstones their own.
package owners

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Controller has the keys of apps on its queue, and those of pods on another.
type Controller struct {
	apps workqueue.TypedRateLimitingInterface[string]
	pods workqueue.TypedRateLimitingInterface[string]
}

// Handle registers what is done for pods.
func (c *Controller) Handle(informer cache.SharedInformer) error {
	for _, deleted := range []func(any){c.labelled, c.owned, c.handed, c.unwrapped, c.itself, c.elsewhere, c.both, c.named} {
		if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.added, DeleteFunc: deleted}); err != nil {
			return err
		}
	}
	return nil
}

// Run takes what is on the queue.
func (c *Controller) Run() {
	for {
		key, quit := c.apps.Get()
		if quit {
			return
		}
		if err := c.sync(key); err != nil {
			c.apps.AddRateLimited(key)
		}
		c.apps.Done(key)
	}
}

func (c *Controller) sync(key string) error {
	_, _, err := cache.SplitMetaNamespaceKey(key)
	return err
}

func (c *Controller) added(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		c.enqueue(pod)
	}
}

func (c *Controller) enqueue(pod *corev1.Pod) {
	if app := pod.Labels["shop/app"]; app != "" {
		c.apps.Add(pod.Namespace + "/" + app)
	}
}

// labelled finds the app by a label.
func (c *Controller) labelled(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		c.apps.Add(tombstone.Key) // want `its Key is that of the object itself, and what is put on the queue at owners.go:\d+ for an object is the key of another, which the worker then looks for.*\[tombstone/lost\]`
		return
	}
	c.added(obj)
}

// owned finds it by the owner.
func (c *Controller) owned(obj any) {
	switch gone := obj.(type) {
	case *corev1.Pod:
		if owner := metav1.GetControllerOf(gone); owner != nil {
			c.apps.AddRateLimited(gone.Namespace + "/" + owner.Name)
		}
	case cache.DeletedFinalStateUnknown:
		c.apps.AddRateLimited(gone.Key) // want `is the key of another, which the worker then looks for.*\[tombstone/lost\]`
	}
}

// handed has functions for both.
func (c *Controller) handed(obj any) {
	switch gone := obj.(type) {
	case *corev1.Pod:
		c.put(gone.Namespace + "/" + appOf(gone))
	case cache.DeletedFinalStateUnknown:
		c.later(gone.Key) // want `is the key of another, which the worker then looks for.*\[tombstone/lost\]`
	}
}

func appOf(pod *corev1.Pod) string { return pod.GetLabels()["shop/app"] }

func (c *Controller) put(key string) { c.apps.Add(key) }

func (c *Controller) later(key string) {
	c.apps.Add(key)
}

// unwrapped is right.
func (c *Controller) unwrapped(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	c.added(obj)
}

// itself has the pod's own key on the queue, which is the tombstone's.
func (c *Controller) itself(obj any) {
	switch gone := obj.(type) {
	case *corev1.Pod:
		c.pods.Add(gone.Namespace + "/" + gone.Name)
	case cache.DeletedFinalStateUnknown:
		c.pods.Add(gone.Key)
	}
}

// elsewhere has the app's key on one queue, and puts the tombstone's on another.
func (c *Controller) elsewhere(obj any) {
	switch gone := obj.(type) {
	case *corev1.Pod:
		c.enqueue(gone)
		c.pods.Add(gone.Namespace + "/" + gone.Name)
	case cache.DeletedFinalStateUnknown:
		c.pods.Add(gone.Key)
	}
}

// both asks for the app besides.
func (c *Controller) both(obj any) {
	switch gone := obj.(type) {
	case *corev1.Pod:
		c.enqueue(gone)
	case cache.DeletedFinalStateUnknown:
		c.apps.Add(gone.Key)
		c.added(gone.Obj)
	}
}

// named has the pod's own name, which a label says.
func (c *Controller) named(obj any) {
	switch gone := obj.(type) {
	case *corev1.Pod:
		c.pods.Add(gone.Namespace + "/" + gone.Labels["statefulset.kubernetes.io/pod-name"])
	case cache.DeletedFinalStateUnknown:
		c.pods.Add(gone.Key)
	}
}

// Either has keys of apps on its queue, and of pods that have none.
type Either struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

// Handle registers it.
func (e *Either) Handle(informer cache.SharedInformer) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: e.deleted})
	return err
}

func (e *Either) deleted(obj any) {
	switch gone := obj.(type) {
	case *corev1.Pod:
		e.queue.Add(gone.Namespace + "/" + gone.Labels["shop/app"])
	case cache.DeletedFinalStateUnknown:
		e.queue.Add(gone.Key)
	}
}

// Alone puts a pod's own key there.
func (e *Either) Alone(pod *corev1.Pod) {
	e.queue.Add(pod.Namespace + "/" + pod.Name)
}

// Run takes what is on the queue.
func (e *Either) Run() error {
	key, _ := e.queue.Get()
	defer e.queue.Done(key)
	_, _, err := cache.SplitMetaNamespaceKey(key)
	return err
}

// Waker has a worker that does the same whatever the key is.
type Waker struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

// Handle registers it.
func (w *Waker) Handle(informer cache.SharedInformer) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: w.deleted})
	return err
}

func (w *Waker) deleted(obj any) {
	switch gone := obj.(type) {
	case *corev1.Pod:
		w.queue.Add(gone.Namespace + "/" + gone.Labels["shop/app"])
	case cache.DeletedFinalStateUnknown:
		w.queue.Add(gone.Key)
	}
}

// Run does the work for all.
func (w *Waker) Run(all func() error) error {
	key, _ := w.queue.Get()
	defer w.queue.Done(key)
	return all()
}
