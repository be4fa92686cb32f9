package relayed

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/relayed/layers"
)

// Layers of the package's own, which are handed on as values: what is around them may open tombstones.

func onHost(next cache.ResourceEventHandler) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { return obj.(*corev1.Pod).Spec.HostNetwork },
		Handler:    next,
	}
}

func (t *table) running(next cache.ResourceEventHandler) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { return t.nodes[obj.(*corev1.Pod).Name] != "" },
		Handler:    next,
	}
}

func (t *table) inLayers(pods cache.SharedIndexInformer) error {
	named := func(next cache.ResourceEventHandler) cache.ResourceEventHandler {
		return cache.FilteringResourceEventHandler{
			FilterFunc: func(obj any) bool { return obj.(*corev1.Pod).GenerateName == "" },
			Handler:    next,
		}
	}
	_, err := pods.AddEventHandler(layers.In(t.whole(), onHost, t.running, named, layers.Opening))
	return err
}

func (t *table) whole() cache.ResourceEventHandler {
	return &cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = tombstone.Obj
		}
		if pod, ok := obj.(*corev1.Pod); ok {
			delete(t.nodes, pod.Name)
		}
	}}
}

// ready is no value: the informer has what it makes.
func ready(next cache.ResourceEventHandler) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { return obj.(*corev1.Pod).Status.Phase == corev1.PodRunning }, // want `\[tombstone/filter\]`
		Handler:    next,
	}
}

// bound is one too, and still the informer has what it makes here.
func bound(next cache.ResourceEventHandler) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { return obj.(*corev1.Pod).Spec.NodeName != "" }, // want `\[tombstone/filter\]`
		Handler:    next,
	}
}

func (t *table) inReady(pods, others cache.SharedIndexInformer) error {
	if _, err := pods.AddEventHandler(ready(t.whole())); err != nil {
		return err
	}
	if _, err := pods.AddEventHandler(layers.In(t.whole(), bound, layers.Opening)); err != nil {
		return err
	}
	_, err := others.AddEventHandler(bound(t.whole()))
	return err
}

// scheduled takes no handler: it is no layer, whoever calls it.
func scheduled() cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { return obj.(*corev1.Pod).Spec.NodeName != "" }, // want `\[tombstone/filter\]`
		Handler:    &cache.ResourceEventHandlerFuncs{DeleteFunc: func(any) { println("gone") }},
	}
}

func register(pods cache.SharedIndexInformer) error {
	for _, of := range []func() cache.ResourceEventHandler{scheduled} {
		if _, err := pods.AddEventHandler(of()); err != nil {
			return err
		}
	}
	return nil
}
