package traps

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// trimmed copies the pod before the first change, in a function literal.
func trimmed(pod *corev1.Pod) (*corev1.Pod, bool) {
	out, copied := pod, false
	own := func() {
		if !copied {
			out, copied = pod.DeepCopy(), true
		}
	}
	for k, v := range pod.Labels {
		if t := strings.TrimSpace(v); t != v {
			own()
			out.Labels[k] = t
		}
	}
	return out, copied
}

func (c *Controller) trims(name string) (*corev1.Pod, error) {
	pod, err := c.pods.Pods("a").Get(name)
	if err != nil {
		return nil, err
	}
	if fixed, changed := trimmed(pod); changed {
		return fixed, nil
	}
	return nil, nil
}
