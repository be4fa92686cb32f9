package plain

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"

	"ctrllint.test/cr025/mutation/plain/clone"
)

func (c *controller) shallow(name string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	mine := clone.Shallow(pod)
	mine.Name = "mine"
	mine.Labels["a"] = "b" // want `Labels, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
	return mine
}

func (c *controller) pointer(name string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	mine := clone.Ptr(*pod)
	mine.Name = "mine"
	mine.Spec.Containers[0].Image = "i" // want `Spec.Containers.Image, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
	return mine
}

func (c *controller) twice(name string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	mine := clone.Twice(name, pod)
	mine.Namespace = "mine"
	mine.Annotations["a"] = "b" // want `Annotations, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
	return mine
}

// element is no copy.
func (c *controller) element() {
	if pods, err := c.pods.List(labels.Everything()); err == nil {
		clone.First(pods).Labels["a"] = "b" // want `changes Labels of the corev1.Pod.*\[mutation/field\]`
	}
}

func (c *controller) renewed(name string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	mine := clone.Shallow(pod)
	mine.Labels = maps.Clone(pod.Labels)
	mine.Labels["a"] = "b"
	mine.Annotations = map[string]string{"a": "b"}
	mine.Annotations["c"] = "d"
	return mine
}

func (c *controller) deep(name string) []*corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	mine, other := clone.Deep(pod), clone.Copy(pod)
	mine.Labels["a"] = "b"
	other.Labels["a"] = "b"
	third := clone.Apart(pod, func(p *corev1.Pod) { p.Labels = maps.Clone(p.Labels) })
	third.Labels["a"] = "b"
	pointer := clone.Ptr(pod)
	*pointer = pod.DeepCopy()
	(*pointer).Labels["a"] = "b"
	return []*corev1.Pod{mine, other, third, *pointer}
}

// apart copies, and has somebody give the copy what it is to have of its own.
func apart(pod *corev1.Pod, own func(*corev1.Pod)) *corev1.Pod {
	mine := *pod
	own(&mine)
	mine.Labels["a"] = "b"
	return &mine
}

func (c *controller) own(name string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	mine := apart(pod, func(p *corev1.Pod) { p.Labels = maps.Clone(p.Labels) })
	mine.Labels["c"] = "d"
	return mine
}
