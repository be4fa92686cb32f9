package flags

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"

	"ctrllint.test/cr025/mutation/flags/notes"
)

const zone, none = "zone", ""

// with returns a copy that has one more label; without a key, the labels themselves.
func with(labels map[string]string, key, value string) map[string]string {
	if key == "" {
		return labels
	}
	out := maps.Clone(labels)
	out[key] = value
	return out
}

// own returns what it is given, or, if there is something to hold, a copy.
func own(pod *corev1.Pod, holder *corev1.Node) *corev1.Pod {
	if nil != holder && len(holder.Name) > 0 || holder != nil {
		return pod.DeepCopy()
	}
	return pod
}

// pick returns the pod of the cache, or a copy.
func pick(pods corelisters.PodLister, name string, copied bool) *corev1.Pod {
	pod, err := pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	if copied {
		pod = pod.DeepCopy()
	} else {
		return pod
	}
	return pod
}

// cleared sets its key first, so that what is passed for it decides nothing.
func cleared(labels map[string]string, key string, again int) map[string]string {
	for range again {
		key = none
	}
	if key == "" {
		return labels
	}
	return map[string]string{key: "x"}
}

type shop struct{ pods corelisters.PodLister }

func (s shop) labels(name, key string) error {
	pod, err := s.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	with(pod.Labels, zone, "a")["b"] = "c"
	with(pod.Labels, none, "a")["b"] = "c" // want `this assignment changes Labels of the corev1.Pod.*\[mutation/field\]`
	return nil
}

func (s shop) given(name, key string) error {
	pod, err := s.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	with(pod.Labels, key, "a")["b"] = "c" // want `this assignment changes Labels of the corev1.Pod.*\[mutation/field\]`
	return nil
}

func (s shop) sets(name string) error {
	pod, err := s.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	cleared(pod.Labels, zone, len(name))["b"] = "c" // want `this assignment changes Labels of the corev1.Pod.*\[mutation/field\]`
	return nil
}

func (s shop) held(name string) error {
	pod, err := s.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	own(pod, &corev1.Node{}).Spec.NodeName = "a"
	own(pod, nil).Spec.NodeName = "b" // want `this assignment changes Spec.NodeName of the corev1.Pod.*\[mutation/field\]`
	return nil
}

func (s shop) picked(name string) {
	pick(s.pods, name, true).Spec.NodeName = "a"
	pick(s.pods, name, false).Spec.NodeName = "b" // want `this assignment changes Spec.NodeName of the corev1.Pod.*\[mutation/field\]`
}

func (s shop) elsewhere(name string) error {
	pod, err := s.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	notes.With(pod.Annotations, zone)["b"] = "c"
	notes.With(pod.Annotations, none)["b"] = "c" // want `this assignment changes Annotations of the corev1.Pod.*\[mutation/field\]`
	return nil
}

// A source hands out pods.
type source interface {
	pod(pods corelisters.PodLister) *corev1.Pod
}

// Without a settings, it is the cache's pod.
type settings struct{ name string }

func (s *settings) pod(pods corelisters.PodLister) *corev1.Pod {
	if s == nil {
		pod, _ := pods.Pods("shop").Get("first")
		return pod
	}
	return &corev1.Pod{}
}

func (s shop) none() {
	var none *settings
	var of source = none
	of.pod(s.pods).Spec.NodeName = "a" // want `this assignment changes Spec.NodeName of the corev1.Pod.*\[mutation/field\]`
	of = &settings{}
	of.pod(s.pods).Spec.NodeName = "a"
}
