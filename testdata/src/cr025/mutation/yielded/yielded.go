// Package yielded has loops over iterators, of which some yield what a cache holds.
package yielded

import (
	"iter"
	"maps"
	"slices"
	"sort"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"

	"ctrllint.test/cr025/mutation/yielded/over"
)

// Controller looks at pods.
type Controller struct {
	lister corelisters.PodLister
	pods   *over.Pods
}

// What an iterator of another package yields is in the informer's store.
func (c *Controller) sorted(node string) (names []string) {
	for name, container := range c.pods.Containers(node) {
		env := container.Env
		sort.Slice(env, func(i, j int) bool { return env[i].Name < env[j].Name }) // want `Slice changes Spec.Containers.Env of the object from over.Pods.Containers`
		names = append(names, name+env[0].Name)
	}
	return names
}

// The slice is a copy.
func (c *Controller) sortedMended(node string) (names []string) {
	for name, container := range c.pods.Containers(node) {
		env := slices.Clone(container.Env)
		sort.Slice(env, func(i, j int) bool { return env[i].Name < env[j].Name })
		names = append(names, name+env[0].Name)
	}
	return names
}

// The iterator yields copies.
func (c *Controller) copies(node string) {
	for _, container := range c.pods.Copies(node) {
		container.Image = "mine"
	}
}

// It yields what another one yields.
func (c *Controller) named(node string) error {
	containers, err := c.pods.Named(node, "main")
	if err != nil {
		return err
	}
	for container := range containers {
		container.Image = "mine" // want `Image of the object from over.Pods.Containers`
	}
	return nil
}

// It yields parts of what it is given: of the cache's pod, and of the function's own.
func (c *Controller) within(name string) error {
	pod, err := c.lister.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	for container := range over.In(pod) {
		container.Image = "mine" // want `Image of the corev1.Pod from the lister`
	}
	own := pod.DeepCopy()
	for container := range over.In(own) {
		container.Image = "mine"
	}
	return nil
}

// So does one of this package.
func (c *Controller) ready() (iter.Seq[*corev1.Pod], error) {
	all, err := c.lister.List(labels.Everything())
	if err != nil {
		return nil, err
	}
	return func(yield func(*corev1.Pod) bool) {
		for _, pod := range all {
			if pod.Status.Phase == corev1.PodRunning && !yield(pod) {
				return
			}
		}
	}, nil
}

func (c *Controller) markReady() error {
	pods, err := c.ready()
	if err != nil {
		return err
	}
	for pod := range pods {
		pod.Labels["ready"] = "yes" // want `Labels of the corev1.Pod from the lister`
	}
	for pod := range pods {
		pod = pod.DeepCopy()
		pod.Labels["ready"] = "yes"
	}
	return nil
}

// A method is an iterator too.
func (c *Controller) each(yield func(*corev1.Pod) bool) {
	all, _ := c.lister.List(labels.Everything())
	for _, pod := range all {
		if !yield(pod) {
			return
		}
	}
}

func (c *Controller) markEach() {
	for pod := range c.each {
		pod.Labels["seen"] = "yes" // want `Labels of the corev1.Pod from the lister`
	}
}

// The library's iterators yield what is in the slice or map.
func (c *Controller) values() {
	all, _ := c.lister.List(labels.Everything())
	for pod := range slices.Values(all) {
		pod.Labels["seen"] = "yes" // want `Labels of the corev1.Pod from the lister`
	}
	byName := map[string]*corev1.Pod{}
	for i, pod := range slices.All(all) {
		byName[pod.Name] = all[i].DeepCopy()
	}
	for _, pod := range maps.All(byName) {
		pod.Labels["seen"] = "yes"
	}
}
