// Package shared has shallow copies of a cache's objects, of which is changed what they share.
package shared

import (
	"encoding/json"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// Controller is one of client-go's kind.
type Controller struct {
	pods corelisters.PodLister
}

func (c *Controller) structCopy(name string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	mine := *pod
	mine.Labels["a"] = "b" // want `Labels, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
	return &mine
}

func (c *Controller) nilMap(name string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	mine := *pod
	if mine.Labels == nil {
		mine.Labels = map[string]string{}
	}
	mine.Labels["a"] = "b" // want `Labels, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
	return &mine
}

func (c *Controller) metadata(name string) *metav1.ObjectMeta {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	meta := pod.ObjectMeta
	meta.Annotations["a"] = "b" // want `Annotations, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
	return &meta
}

func (c *Controller) newObject(name string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	twin := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: pod.Labels}, Spec: pod.Spec}
	twin.Labels["twin"] = "yes" // want `Labels, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
	twin.Spec.NodeName = ""
	twin.Spec.Containers[0].Image = "i"
	return twin
}

func (c *Controller) clonedSlice(name string) []corev1.Container {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	containers := slices.Clone(pod.Spec.Containers)
	containers[0].Image = "mine"
	containers[0].Env[0].Value = "a" // want `Spec.Containers.Env.Value, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
	return containers
}

func (c *Controller) rangeValue(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return
	}
	for _, container := range pod.Spec.Containers {
		container.Image = "mine"
		container.Command[0] = "a" // want `Spec.Containers.Command, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
	}
}

func (c *Controller) inList() []corev1.Pod {
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return nil
	}
	var out []corev1.Pod
	for _, pod := range pods {
		out = append(out, *pod)
	}
	for i := range out {
		out[i].Status.Phase = ""
		out[i].Labels["a"] = "b" // want `Labels, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
	}
	return out
}

func redact(pod corev1.Pod) ([]byte, error) {
	pod.Name = ""
	for i := range pod.Spec.Containers {
		pod.Spec.Containers[i].Env = nil
	}
	return json.Marshal(pod)
}

func (c *Controller) byValue(name string) ([]byte, error) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil, err
	}
	return redact(*pod) // want `redact.*Spec.Containers.Env, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
}

func (c *Controller) condition(services corelisters.ServiceLister, name string) *corev1.Service {
	service, err := services.Services("shop").Get(name)
	if err != nil {
		return nil
	}
	mine := *service
	meta.SetStatusCondition(&mine.Status.Conditions, metav1.Condition{Type: "Ready"}) // want `SetStatusCondition changes Status.Conditions, which a shallow copy shares with the corev1.Service.*\[mutation/shared\]`
	own := *service
	own.Status.Conditions = slices.Clone(own.Status.Conditions)
	meta.SetStatusCondition(&own.Status.Conditions, metav1.Condition{Type: "Ready"})
	own.Annotations = nil
	metav1.SetMetaDataAnnotation(&own.ObjectMeta, "a", "b")
	return &mine
}

func (c *Controller) labelled(name string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	mine := *pod
	metav1.SetMetaDataLabel(&mine.ObjectMeta, "a", "b") // want `SetMetaDataLabel changes Labels, which a shallow copy shares with the corev1.Pod.*\[mutation/shared\]`
	return &mine
}
