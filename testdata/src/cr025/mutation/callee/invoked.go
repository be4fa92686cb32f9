package callee

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// A graced is something with a grace period, in a cache or not; scylla-operator (d5c6b675) had two of that kind.
type graced interface {
	grace() int64
	setGrace(seconds int64)
}

// An added one is the program's own.
type added struct{ seconds int64 }

func (a *added) grace() int64           { return a.seconds }
func (a *added) setGrace(seconds int64) { a.seconds = seconds }

// A borne one is a copy of a toleration, which shares what that points to.
type borne struct {
	corev1.Toleration
	id string
}

func (m *borne) grace() int64           { return *m.TolerationSeconds }
func (m *borne) setGrace(seconds int64) { *m.TolerationSeconds = seconds }

// take goes by a second function.
func take(from, to graced) { settle(to, from.grace()) }

func settle(to graced, seconds int64) {
	if to.grace() == 0 {
		to.setGrace(seconds)
	}
}

func settleTolerations(pods corelisters.PodLister, name string) error {
	pod, err := pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	for _, toleration := range pod.Spec.Tolerations {
		m, l := &borne{Toleration: toleration}, &added{seconds: 5}
		take(m, l)
		take(l, m) // want `callee.borne.setGrace \(invoked.go:[0-9]+\) changes Spec.Tolerations.TolerationSeconds, which a shallow copy shares with the corev1.Pod from the lister`
	}
	return nil
}

func settleCopies(pods corelisters.PodLister, name string) error {
	pod, err := pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	for _, toleration := range pod.DeepCopy().Spec.Tolerations {
		take(&added{}, &borne{Toleration: toleration})
	}
	return nil
}

func settleOne(pods corelisters.PodLister, name string) error {
	pod, err := pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	var one graced = &borne{Toleration: pod.Spec.Tolerations[0]}
	one.setGrace(1) // want `callee.borne.setGrace \(invoked.go:[0-9]+\) changes Spec.Tolerations.TolerationSeconds`
	return nil
}
