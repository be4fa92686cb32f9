package shared

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// A plan has the tolerations of a pod, beside others.
type plan struct {
	name        string
	tolerations []corev1.Toleration
}

func planOf(pod *corev1.Pod) *plan {
	p := &plan{name: pod.Name}
	p.tolerations = make([]corev1.Toleration, len(pod.Spec.Tolerations))
	copy(p.tolerations, pod.Spec.Tolerations)
	return p
}

// lock changes what the tolerations point to.
func (p *plan) lock() {
	for i := range p.tolerations {
		if seconds := p.tolerations[i].TolerationSeconds; seconds != nil {
			*seconds = 60
		}
	}
}

// rename changes the tolerations themselves, which are copies.
func (p *plan) rename() {
	for i := range p.tolerations {
		p.tolerations[i].Key = p.name + p.tolerations[i].Key
	}
}

func (c *Controller) locked(name string) *plan {
	pod, err := c.pods.Pods("d").Get(name)
	if err != nil {
		return nil
	}
	p := planOf(pod)
	p.rename()
	p.lock() // want `shared.plan.lock .made.go:\d+. changes Spec.Tolerations.TolerationSeconds, which a shallow copy shares with the corev1.Pod from the lister .made.go:40., .*\[mutation/shared\]`
	return p
}

func (c *Controller) madeCopies() {
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return
	}
	mine := make([]*corev1.Pod, len(pods), len(pods)+1)
	copy(mine, pods)
	slices.SortFunc(mine, func(a, b *corev1.Pod) int { return len(a.Name) - len(b.Name) })
	for _, pod := range mine {
		pod.Status.Phase = "" // want `Status.Phase of the corev1.Pod from the lister .made.go:51., .*\[mutation/field\]`
	}
}

// deep puts copies of the pods there, here, in another function and in a literal.
func (c *Controller) deep(each func(int, func(int))) {
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return
	}
	first := make([]*corev1.Pod, len(pods))
	copy(first, pods)
	for i := range first {
		first[i] = first[i].DeepCopy()
	}
	second := make([]*corev1.Pod, len(pods))
	copy(second, pods)
	replace(second)
	third := make([]*corev1.Pod, len(pods))
	copy(third, pods)
	each(len(third), func(i int) { third[i] = third[i].DeepCopy() })
	for i := range pods {
		first[i].Status.Phase = ""
		second[i].Status.Phase = ""
		third[i].Status.Phase = ""
	}
}

func replace(pods []*corev1.Pod) {
	for i, pod := range pods {
		pods[i] = pod.DeepCopy()
	}
}

// sidecar has a container of its own in front of the copies, and gives each of those an environment of its own.
func (c *Controller) sidecar(name string) []corev1.Container {
	pod, err := c.pods.Pods("d").Get(name)
	if err != nil {
		return nil
	}
	all := make([]corev1.Container, len(pod.Spec.Containers)+1)
	copy(all[1:], pod.Spec.Containers)
	all[0] = corev1.Container{Env: make([]corev1.EnvVar, 1)}
	all[0].Env[0].Name = "SIDE"
	mine := make([]corev1.Container, len(pod.Spec.Containers))
	copy(mine, pod.Spec.Containers)
	for i := range mine {
		mine[i].Env = slices.Clone(mine[i].Env)
		mine[i].Env[0].Name = "MINE"
		mine[i].Args = append(mine[i].Args, "--mine")
	}
	return append(all, mine...)
}

// deepIn puts them into a struct, and copies in their place.
func (c *Controller) deepIn(name string) *plan {
	pod, err := c.pods.Pods("d").Get(name)
	if err != nil {
		return nil
	}
	p := &plan{name: name}
	p.tolerations = make([]corev1.Toleration, len(pod.Spec.Tolerations))
	copy(p.tolerations, pod.Spec.Tolerations)
	for i := range p.tolerations {
		p.tolerations[i] = *p.tolerations[i].DeepCopy()
	}
	p.lock()
	return p
}
