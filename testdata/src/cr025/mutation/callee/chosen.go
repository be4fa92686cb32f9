package callee

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// phases has what is done with a pod in each of them.
var phases = map[corev1.PodPhase]func(*corev1.Pod) error{
	corev1.PodRunning:   run,
	corev1.PodSucceeded: finish,
}

func run(pod *corev1.Pod) error {
	pod.Status.Reason = "Running"
	return nil
}

func finish(pod *corev1.Pod) error {
	pod.Labels["finished"] = "yes"
	return nil
}

// Whichever it is, it changes the lister's pod.
func step(pods corelisters.PodLister, name string) error {
	pod, err := pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	next, ok := phases[pod.Status.Phase]
	if !ok {
		return nil
	}
	return next(pod) // want `callee.(run|finish) \(chosen.go:\d+\) changes .* of the corev1.Pod from the lister`
}

func stepMended(pods corelisters.PodLister, name string) error {
	pod, err := pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	next, ok := phases[pod.Status.Phase]
	if !ok {
		return nil
	}
	return next(pod.DeepCopy())
}

var table = map[string]func(*corev1.Pod) error{
	"look":  func(*corev1.Pod) error { return nil },
	"touch": finish,
}

// Who changes it may be given a copy.
func byTable(pods corelisters.PodLister, name, what string) error {
	pod, err := pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	if what != "look" {
		pod = pod.DeepCopy()
	}
	return table[what](pod)
}

var edits = map[string]func(*corev1.Pod) error{"one": run, "two": finish}

// The entry is replaced by one that takes a copy.
func init() {
	for name, edit := range edits {
		edits[name] = func(pod *corev1.Pod) error { return edit(pod.DeepCopy()) }
	}
}

func byEdits(pods corelisters.PodLister, name string) error {
	pod, err := pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	return edits[name](pod)
}
