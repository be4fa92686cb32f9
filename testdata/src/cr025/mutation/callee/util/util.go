// Package util has functions that change what they are given, or hand out what a cache holds.
package util

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// Mark changes the pod.
func Mark(pod *corev1.Pod) {
	if pod.Annotations == nil {
		pod.Annotations = map[string]string{}
	}
	pod.Annotations["marked"] = "yes"
}

// MarkObject changes the object.
func MarkObject(obj metav1.Object) {
	labels := obj.GetLabels()
	if labels == nil {
		labels = map[string]string{}
	}
	labels["marked"] = "yes"
	obj.SetLabels(labels)
}

// AddLabels changes the map.
func AddLabels(labels map[string]string, name string) {
	labels[name] = "yes"
}

// SetCondition changes the status.
func SetCondition(status *corev1.PodStatus, t corev1.PodConditionType) {
	for i := range status.Conditions {
		if status.Conditions[i].Type == t {
			status.Conditions[i].Status = corev1.ConditionTrue
			return
		}
	}
	status.Conditions = append(status.Conditions, corev1.PodCondition{Type: t})
}

// Renamed changes a copy.
func Renamed(pod *corev1.Pod) *corev1.Pod {
	pod = pod.DeepCopy()
	pod.Name = "other"
	pod.Labels["a"] = "b"
	return pod
}

// Pods are what a lister has.
type Pods struct {
	Lister corelisters.PodLister
}

// Get hands out the cache's pod.
func (p Pods) Get(name string) *corev1.Pod {
	pod, err := p.Lister.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	return pod
}

// A Source is where pods come from.
type Source interface {
	Pod(name string) *corev1.Pod
}

// NewSource returns the one there is.
func NewSource(lister corelisters.PodLister) Source { return listed{lister} }

type listed struct{ lister corelisters.PodLister }

func (l listed) Pod(name string) *corev1.Pod { return Pods{l.lister}.Get(name) }
