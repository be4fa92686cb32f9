package traps

import (
	"slices"
	"sort"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
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
	if pod.OwnerReferences == nil {
		if name == "" || len(pod.Finalizers) > 0 {
			return false
		}
		pod.OwnerReferences = []metav1.OwnerReference{}
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

// find sorts only what somebody has left unsorted.
func (c *Controller) find(name, finalizer string) bool {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return false
	}
	if !slices.IsSorted(pod.Spec.Containers[0].Args) {
		return false
	}
	return has(pod.Finalizers, finalizer)
}

func has(all []string, one string) bool {
	if !sort.StringsAreSorted(all) {
		sort.Strings(all)
	}
	n := sort.SearchStrings(all, one)
	return n < len(all) && all[n] == one
}
