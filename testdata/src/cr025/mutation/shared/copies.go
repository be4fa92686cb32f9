package shared

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"

	"ctrllint.test/cr025/mutation/shared/copies"
)

// own returns a copy that has annotations of its own.
func own(pod *corev1.Pod) *corev1.Pod {
	mine := *pod
	mine.Annotations = maps.Clone(pod.Annotations)
	return &mine
}

// early returns the copy before it is given annotations of its own.
func early(pod *corev1.Pod, quick bool) *corev1.Pod {
	mine := *pod
	if quick {
		return &mine
	}
	mine.Annotations = maps.Clone(pod.Annotations)
	return &mine
}

// named returns a copy of a copy.
func named(pod *corev1.Pod, name string) corev1.Pod {
	mine := *own(pod)
	mine.Name = name
	return mine
}

// firm returns a copy that has tolerations of its own.
func firm(pod *corev1.Pod) corev1.Pod {
	mine := *pod
	mine.Spec.Tolerations = lasting(pod.Spec.Tolerations)
	mine.Spec.NodeName = ""
	return mine
}

func lasting(all []corev1.Toleration) (out []corev1.Toleration) {
	for _, one := range all {
		if one.TolerationSeconds == nil {
			out = append(out, one)
		}
	}
	return out
}

func (c *Controller) ownTolerations(name string) []corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	mine := firm(pod)
	mine.Spec.Tolerations[0].Key = "a"
	mine.Spec.ImagePullSecrets[0].Name = "s" // want `Spec.ImagePullSecrets.Name, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
	return []corev1.Pod{mine}
}

func (c *Controller) collected() []corev1.Pod {
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return nil
	}
	var all []corev1.Pod
	for _, pod := range pods {
		mine := *pod
		mine.Labels = maps.Clone(pod.Labels)
		all = append(all, mine)
	}
	for i := range all {
		all[i].Labels["a"] = "b"
		all[i].Annotations["a"] = "b" // want `Annotations, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
	}
	return all
}

func (c *Controller) ownAnnotations(name string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	mine := own(pod)
	mine.Annotations["a"] = "b"
	mine.Labels["a"] = "b" // want `Labels, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
	return mine
}

func (c *Controller) tooEarly(name string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	mine := early(pod, name == "")
	mine.Annotations["a"] = "b" // want `Annotations, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
	return mine
}

func (c *Controller) twice(name string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	mine := named(pod, "third")
	mine.Annotations["a"] = "b"
	mine.Finalizers[0] = "f" // want `Finalizers, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
	return &mine
}

func (c *Controller) elsewhere() (out []*corev1.Pod) {
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return nil
	}
	for _, pod := range pods {
		mine := copies.Own(pod)
		mine.Labels["a"] = "b"
		mine.Spec.Volumes[0].Name = "v"
		mine.Spec.Volumes[0].Secret.SecretName = "s" // want `Spec.Volumes.*SecretName, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
		out = append(out, mine)
	}
	return out
}

func (c *Controller) elsewherePerhaps(name string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	mine := copies.Perhaps(pod)
	mine.Labels["a"] = "b" // want `Labels, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
	return mine
}
