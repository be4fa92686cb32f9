// Package clientset has writes through clientsets, which return the answer and leave the object as it is.
package clientset

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// Controller keeps Pods.
type Controller struct {
	clientset kubernetes.Interface
	pods      corelisters.PodLister
}

// assign sets the status, and updates the object; volcano-sh/volcano pkg/controllers/sharding/sharding_controller.go line
// 580 until commit dcafc04c.
func (c *Controller) assign(ctx context.Context, namespace, name string) error {
	cached, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	pod := cached.DeepCopy()
	pod.Labels = map[string]string{"assigned": "yes"}
	pod.Status.Message = "assigned"
	if _, err := c.clientset.CoreV1().Pods(namespace).Update(ctx, pod, metav1.UpdateOptions{}); err != nil { // want `this Update does not store the change of Status.Message: the API server keeps the status of the corev1.Pod apart`
		return err
	}
	fmt.Println(pod.Name)
	return nil
}

// create has the status in the new object, which the server leaves out; volcano-sh/volcano
// pkg/controllers/sharding/sharding_controller.go line 538 until commit dcafc04c.
func (c *Controller) create(ctx context.Context, namespace string) error {
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "more-", Namespace: namespace},
		Status:     corev1.PodStatus{Message: "new"},
	}
	_, err := c.clientset.CoreV1().Pods(namespace).Create(ctx, pod, metav1.CreateOptions{}) // want `this Create does not store the change of Status`
	return err
}

// The answer is given the status, which is written then.
func (c *Controller) mended(ctx context.Context, namespace, name string) error {
	cached, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	pod := cached.DeepCopy()
	pod.Labels = map[string]string{"assigned": "yes"}
	pod.Status.Message = "assigned"
	updated, err := c.clientset.CoreV1().Pods(namespace).Update(ctx, pod, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	updated.Status.Message = pod.Status.Message
	_, err = c.clientset.CoreV1().Pods(namespace).UpdateStatus(ctx, updated, metav1.UpdateOptions{})
	return err
}

// The caller has the object, and may write its status.
func (c *Controller) given(ctx context.Context, pod *corev1.Pod) error {
	pod.Status.Message = "assigned"
	_, err := c.clientset.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

func (c *Controller) status(ctx context.Context, cached *corev1.Pod) error {
	pod := cached.DeepCopy()
	pod.Status.Message = "assigned"
	if _, err := c.clientset.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
		return err
	}
	_, err := c.clientset.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
