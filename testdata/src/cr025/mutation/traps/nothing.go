package traps

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// matches makes sure that there are maps and slices, without anything in them.
func (c *Controller) matches(name string, selector labels.Selector) bool {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return false
	}
	if pod.Labels == nil {
		pod.Labels = map[string]string{}
	}
	if nil == pod.Annotations {
		pod.Annotations = make(map[string]string)
	}
	if pod.Spec.NodeSelector != nil {
		selector = labels.Everything()
	} else {
		pod.Spec.NodeSelector = labels.Set{}
	}
	if pod.Finalizers == nil {
		pod.Finalizers = []string{}
	}
	withMaps(pod)
	pods := []*corev1.Pod{pod}
	func() {
		for i := range pods {
			if pods[i].Labels == nil {
				pods[i].Labels = map[string]string{}
			}
		}
	}()
	return selector.Matches(labels.Set(pod.Labels))
}

func withMaps(pod *corev1.Pod) {
	if pod.Labels == nil {
		pod.Labels = map[string]string{}
	}
}

// typed says of an object what its type says.
func (c *Controller) typed(name string) any {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	pod.GetObjectKind().SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Pod"))
	pod.Kind, pod.APIVersion = "Pod", "v1"
	return pod
}
