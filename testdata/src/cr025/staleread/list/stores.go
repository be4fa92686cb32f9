package list

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// Crew keeps as many pods as are wanted, and looks for them in an informer's store.
type Crew struct {
	clientset kubernetes.Interface
	pods      cache.Indexer
}

func NewCrew(clientset kubernetes.Interface, informer cache.SharedIndexInformer) *Crew {
	return &Crew{clientset, informer.GetIndexer()}
}

func (c *Crew) hire(ctx context.Context, ns string) (*corev1.Pod, error) {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: ns, GenerateName: "crew-"}}
	return c.clientset.CoreV1().Pods(ns).Create(ctx, pod, metav1.CreateOptions{})
}

func (c *Crew) complain(ctx context.Context, ns string) error {
	event := &corev1.Event{ObjectMeta: metav1.ObjectMeta{Namespace: ns, GenerateName: "crew-"}}
	_, err := c.clientset.CoreV1().Events(ns).Create(ctx, event, metav1.CreateOptions{})
	return err
}

// What a store lists is counted like other lists.
func (c *Crew) counted(ctx context.Context, ns string, want int) error {
	if _, err := c.hire(ctx, ns); err != nil {
		return err
	}
	n := 0
	for _, obj := range c.pods.List() { // want `warning: .*how many there are decides what is done.*\[staleread/list\]`
		if obj.(*corev1.Pod).DeletionTimestamp == nil {
			n++
		}
	}
	if n < want {
		return c.complain(ctx, ns)
	}
	return nil
}

// The names of the pods are counted.
func (c *Crew) named(ctx context.Context, ns string, want int) error {
	if _, err := c.hire(ctx, ns); err != nil {
		return err
	}
	objs, err := c.pods.ByIndex(cache.NamespaceIndex, ns) // want `warning: .*how many there are decides what is done.*\[staleread/list\]`
	if err != nil {
		return err
	}
	names := map[string]bool{}
	for _, obj := range objs {
		if pod := obj.(*corev1.Pod); pod.DeletionTimestamp == nil {
			names[pod.Name] = true
		}
	}
	if len(names) < want {
		return c.complain(ctx, ns)
	}
	return nil
}

// The new one is counted in.
func (c *Crew) mended(ctx context.Context, ns string, want int) error {
	had := len(c.pods.List())
	if _, err := c.hire(ctx, ns); err != nil {
		return err
	}
	if had+1 < want {
		return c.complain(ctx, ns)
	}
	return nil
}

// Nothing hangs on how many there are.
func (c *Crew) told(ctx context.Context, ns string) error {
	if _, err := c.hire(ctx, ns); err != nil {
		return err
	}
	for _, obj := range c.pods.List() { // want `note: .*\[staleread/list\]`
		klog.Info(fmt.Sprint("crew: ", obj.(*corev1.Pod).Name))
	}
	return nil
}
