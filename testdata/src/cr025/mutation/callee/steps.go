package callee

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"

	"ctrllint.test/cr025/mutation/callee/util"
)

// The copy of the struct has the lister's containers, and one of the steps changes them.
func prepare(pods corelisters.PodLister, name string) (corev1.PodSpec, error) {
	pod, err := pods.Pods("shop").Get(name)
	if err != nil {
		return corev1.PodSpec{}, err
	}
	spec := pod.Spec
	util.Prepare(&spec, name) // want `util.point \(steps.go:18\) changes Spec.Containers.Env, which a shallow copy shares with the corev1.Pod from the lister`
	return spec, nil
}

func prepareMended(pods corelisters.PodLister, name string) (corev1.PodSpec, error) {
	pod, err := pods.Pods("shop").Get(name)
	if err != nil {
		return corev1.PodSpec{}, err
	}
	spec := pod.Spec.DeepCopy()
	util.Prepare(spec, name)
	return *spec, nil
}

// These steps set fields of the copy.
func placed(pods corelisters.PodLister, name string) (corev1.PodSpec, error) {
	pod, err := pods.Pods("shop").Get(name)
	if err != nil {
		return corev1.PodSpec{}, err
	}
	spec := pod.Spec
	util.Place(&spec, name)
	return spec, nil
}

var own = []func(*corev1.Pod){util.Mark, label}

func label(pod *corev1.Pod) { pod.Labels["own"] = "yes" } // want `this assignment changes Labels of the corev1.Pod from callee.eachOwn`

// Each of the functions is handed the lister's pod, those of another package too.
func eachOwn(pods corelisters.PodLister, name string) error {
	pod, err := pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	for _, do := range own {
		do(pod) // want `util.Mark .* changes Annotations of the corev1.Pod from the lister`
	}
	return nil
}

func eachOwnMended(pods corelisters.PodLister, name string) (*corev1.Pod, error) {
	pod, err := pods.Pods("shop").Get(name)
	if err != nil {
		return nil, err
	}
	pod = pod.DeepCopy()
	for _, do := range own {
		do(pod)
	}
	return pod, nil
}

// What a function in a list sends on is changed where it is received.
var passing = []func(*corev1.Pod){pass}

var passed = make(chan *corev1.Pod)

func pass(pod *corev1.Pod) { passed <- pod }

func receive() {
	for pod := range passed {
		pod.Labels["seen"] = "yes" // want `this assignment changes Labels of the corev1.Pod`
	}
}

func passAll(pods corelisters.PodLister, name string) error {
	pod, err := pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	for _, do := range passing {
		do(pod)
	}
	return nil
}

// A copy goes where nobody knows of the lister's.
var copying = []func(*corev1.Pod){copyOn}

var copied = make(chan *corev1.Pod)

func copyOn(pod *corev1.Pod) { copied <- pod.DeepCopy() }

func receiveCopies() {
	for pod := range copied {
		pod.Labels["seen"] = "yes"
	}
}

func copyAll(pods corelisters.PodLister, name string) error {
	pod, err := pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	for _, do := range copying {
		do(pod)
	}
	return nil
}
