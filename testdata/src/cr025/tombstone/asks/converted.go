package asks

import (
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

// A converting controller has unstructured objects.
type converting struct {
	pods  corelisters.PodLister
	queue workqueue.TypedRateLimitingInterface[string]
}

// What is put on the queue is the key of what the object is converted to.
func (c *converting) gone(obj any) {
	pod, ok := c.convert(obj) // want `^note: .*whose worker does nothing.*\[tombstone/lost\]`
	if !ok {
		return
	}
	if pod.Spec.NodeName != "" {
		klog.Infof("%s/%s is gone", pod.Labels[corev1.LabelHostname], pod.Name)
		c.put(pod)
	}
}

func (c *converting) convert(obj any) (*corev1.Pod, bool) {
	u, ok := obj.(*unstructured.Unstructured)
	if !ok {
		return nil, false
	}
	pod := &corev1.Pod{}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(u.UnstructuredContent(), &pod); err != nil {
		return nil, false
	}
	return pod, true
}

func (c *converting) put(obj any) {
	var key string
	var err error
	if key, err = cache.MetaNamespaceKeyFunc(obj); err == nil {
		c.queue.Add(key)
	}
}

func (c *converting) watch(inf cache.SharedIndexInformer) {
	_, _ = inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.gone})
	for c.next() {
	}
}

func (c *converting) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if c.sync(key) != nil {
		c.queue.AddRateLimited(key)
	}
	return true
}

func (c *converting) sync(key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return nil
	}
	pod, err := c.pods.Pods(namespace).Get(name)
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	c.queue.Add(pod.Spec.NodeName)
	return nil
}
