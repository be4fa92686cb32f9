package callee

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// phases has what is done with a pod in each of them.
var phases = map[corev1.PodPhase]func(*corev1.Pod) error{
	corev1.PodRunning:   func(*corev1.Pod) error { return nil },
	corev1.PodSucceeded: finish,
}

func finish(pod *corev1.Pod) error {
	pod.Labels["finished"] = "yes"
	return nil
}

func step(pods corelisters.PodLister, name string) error {
	pod, err := pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	next, ok := phases[pod.Status.Phase]
	if !ok {
		return nil
	}
	return next(pod) // want `callee.finish \(chosen.go:19\) changes Labels of the corev1.Pod from the lister`
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

// A marker notes something at a pod, or says only that it would.
type marker interface {
	mark(ctx context.Context, pod *corev1.Pod, as string) error
}

type sending struct{ client client.Client }

func (s *sending) mark(ctx context.Context, pod *corev1.Pod, as string) error {
	return s.client.Patch(ctx, pod, client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"labels":{"as":"`+as+`"}}}`)))
}

type saying struct{}

func (saying) mark(_ context.Context, pod *corev1.Pod, as string) error {
	klog.InfoS("would mark", "pod", pod.Name, "as", as)
	return nil
}

// counting does something else.
type noting struct{ marks map[string]string }

func (n *noting) note(pod *corev1.Pod, as string) error { n.marks[pod.Name] = as; return nil }

type notes interface {
	note(pod *corev1.Pod, as string) error
}

type labelling struct{}

func (labelling) note(pod *corev1.Pod, as string) error { pod.Labels["as"] = as; return nil }

type marking struct {
	pods   corelisters.PodLister
	marker marker
	notes  notes
}

func newMarking(c client.Client, pods corelisters.PodLister, dry bool) *marking {
	m := &marking{pods: pods, marker: saying{}, notes: &noting{marks: map[string]string{}}}
	if !dry {
		m.marker, m.notes = &sending{c}, labelling{}
	}
	return m
}

// The answer is written into the lister's pod, but in a dry run.
func (m *marking) mark(ctx context.Context, name string) error {
	pod, err := m.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	return m.marker.mark(ctx, pod, "seen") // want `callee.sending.mark .*writes the server.s answer into the corev1.Pod from the lister.*\[mutation/reply\]`
}

func (m *marking) markMended(ctx context.Context, name string) error {
	pod, err := m.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	return m.marker.mark(ctx, pod.DeepCopy(), "seen")
}

// Which of two it is that does something isn't known.
func (m *marking) note(name string) error {
	pod, err := m.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	return m.notes.note(pod, "seen")
}
