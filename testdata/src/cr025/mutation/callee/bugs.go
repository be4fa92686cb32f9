// Package callee has functions that change the cache's object that they are passed.
package callee

import (
	"context"
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/util/retry"

	"ctrllint.test/cr025/mutation/callee/util"
)

// Controller is one of client-go's kind.
type Controller struct {
	clientset kubernetes.Interface
	pods      corelisters.PodLister
}

func setReason(pod *corev1.Pod, reason string) {
	pod.Status.Reason = reason // rests
}

func deeper(pod *corev1.Pod) { setReason(pod, "deep") }

func (c *Controller) direct(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err == nil {
		setReason(pod, "x") // want `callee.setReason \(bugs.go:25\) changes Status.Reason of the corev1.Pod.*\[mutation/callee\]`
	}
}

func (c *Controller) twoCalls(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err == nil {
		deeper(pod) // want `callee.setReason \(bugs.go:25\) changes Status.Reason of the corev1.Pod.*\[mutation/callee\]`
	}
}

func (c *Controller) inPackage(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err == nil {
		util.Mark(pod) // want `util.Mark \(util.go:\d+\) changes Annotations of the corev1.Pod.*\[mutation/callee\]`
	}
}

func (c *Controller) accessor(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err == nil {
		util.MarkObject(pod) // want `util.MarkObject \(util.go:\d+\) changes Labels of the corev1.Pod.*\[mutation/callee\]`
	}
}

func (c *Controller) ofPart(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err == nil {
		util.AddLabels(pod.Labels, "a") // want `util.AddLabels \(util.go:\d+\) changes Labels of the corev1.Pod.*\[mutation/callee\]`
	}
}

func (c *Controller) ofStatus(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err == nil {
		util.SetCondition(&pod.Status, corev1.PodReady) // want `util.SetCondition \(util.go:\d+\) changes Status.Conditions.* of the corev1.Pod.*\[mutation/callee\]`
	}
}

func (c *Controller) handedOut(all util.Pods) {
	pod := all.Get("a")
	if pod != nil {
		pod.Labels["a"] = "b" // want `Labels of the corev1.Pod from util.Pods.Get \(util.go:\d+\).*\[mutation/field\]`
	}
}

func (c *Controller) inRetry(ctx context.Context, name string) error {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		setReason(pod, "x") // want `Status.Reason of the corev1.Pod.*\[mutation/callee\]`
		_, err := c.clientset.CoreV1().Pods("shop").UpdateStatus(ctx, pod, metav1.UpdateOptions{})
		return err
	})
}

func each(pods []*corev1.Pod) {
	for _, pod := range pods {
		pod.Spec.NodeName = ""
	}
}

func (c *Controller) elements() {
	pods, err := c.pods.List(labels.Everything())
	if err == nil {
		each(pods) // want `callee.each \(bugs.go:\d+\) changes Spec.NodeName of the corev1.Pod.*\[mutation/callee\]`
	}
}

type task struct {
	pod  *corev1.Pod
	spec *corev1.PodSpec
	done int
}

func (t *task) finish() { t.done++ }

func (t *task) place() { t.pod.Spec.NodeName = "n" }

func newTask(pod *corev1.Pod) *task { return &task{pod: pod} }

func (c *Controller) method(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return
	}
	t := &task{pod: pod}
	t.finish()
	t.place() // want `Spec.NodeName of the corev1.Pod.*\[mutation/callee\]`
}

func (c *Controller) decodes(name string, data []byte) error {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, pod) // want `Unmarshal changes the corev1.Pod.*\[mutation/field\]`
}

type pair struct {
	labels, annotations map[string]string
}

func (p *pair) note() { p.annotations["noted"] = "yes" }

func (c *Controller) wrapped(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return
	}
	p := &pair{labels: map[string]string{}, annotations: pod.Annotations}
	p.labels["a"] = "b"
	p.note() // want `callee.pair.note \(bugs.go:\d+\) changes Annotations of the corev1.Pod.*\[mutation/callee\]`
}

func newPair(pod *corev1.Pod) *pair {
	return &pair{labels: map[string]string{}, annotations: pod.Annotations}
}

func ownPair() *pair {
	p := &pair{labels: map[string]string{}, annotations: map[string]string{}}
	p.note()
	return p
}

func (c *Controller) made(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return
	}
	p := newPair(pod)
	p.labels["a"] = "b"
	p.annotations["a"] = "b" // want `Annotations of the corev1.Pod.*\[mutation/field\]`
}

func sameOrCopy(pod *corev1.Pod, valid bool) *corev1.Pod {
	if valid {
		return pod
	}
	return pod.DeepCopy()
}

func (c *Controller) perhaps(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err == nil {
		setReason(sameOrCopy(pod, err == nil), "x") // want `Status.Reason of the corev1.Pod.*\[mutation/callee\]`
	}
}

func (c *Controller) fromSource(source util.Source, name string) {
	if pod := source.Pod(name); pod != nil {
		pod.Labels["a"] = "b" // want `Labels of the corev1.Pod.*\[mutation/field\]`
	}
}
