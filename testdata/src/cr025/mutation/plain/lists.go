// Package plain passes what belongs to a cache's objects to packages that know nothing of the API.
package plain

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"

	"ctrllint.test/cr025/mutation/plain/lists"
)

type controller struct {
	pods corelisters.PodLister
	done []string
}

func (c *controller) drops(name string) []string {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	return lists.Drop(pod.Finalizers, "mine") // want `lists.Drop \(lists.go:20\) changes Finalizers of the corev1.Pod.*\[mutation/callee\]`
}

func (c *controller) filters(name string) []corev1.Volume {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	return lists.Filter(pod.Spec.Volumes, func(v corev1.Volume) bool { return v.Secret == nil }) // want `lists.Filter.*changes Spec.Volumes of the corev1.Pod.*\[mutation/callee\]`
}

func (c *controller) uniq(name string) []string {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	return lists.Uniq(pod.Finalizers) // want `lists.Uniq.*changes Finalizers of the corev1.Pod.*\[mutation/callee\]`
}

func (c *controller) puts(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err == nil {
		lists.Put(pod.Labels, "a", "b") // want `lists.Put.*changes Labels of the corev1.Pod.*\[mutation/callee\]`
	}
}

func (c *controller) room(name string) []string {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	return append(lists.First(pod.Finalizers), "mine") // want `append changes Finalizers of the corev1.Pod.*\[mutation/field\]`
}

// library filters in place with the functions of the standard library.
func (c *controller) library(name string) (all []string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	all = slices.Compact(pod.Finalizers)                                            // rests
	pod.Spec.Volumes = slices.Delete(pod.Spec.Volumes, 0, 1)                        // want `this assignment changes Spec.Volumes of the corev1.Pod.*\[mutation/field\]`
	return slices.DeleteFunc(all, func(name string) bool { return name == "mine" }) // rests
}

// copies works on copies.
func (c *controller) copies(name string) (all []string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	all = lists.Drop(slices.Clone(pod.Finalizers), "mine")
	all = append(all, lists.Without(pod.Finalizers, "mine")...)
	all = append(all, lists.Select(pod.Finalizers, func(s string) bool { return s != "" })...)
	all = append(all, append(lists.Head(pod.Finalizers), "mine")...)
	all = append(all, lists.With(pod.Labels, "a", "b")["a"])
	pod = pod.DeepCopy()
	return append(all, lists.Uniq(pod.Finalizers)...)
}

// listed filters what the lister has made for this call, and of which only the elements are the cache's.
func (c *controller) listed() []*corev1.Pod {
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return nil
	}
	c.done = lists.Drop(c.done, "old")
	lists.Names(c.done).Sieve()
	pods = lists.Uniq(pods)
	return lists.Filter(pods, func(pod *corev1.Pod) bool { return lists.Largest(pod.Generation) > 1 })
}
