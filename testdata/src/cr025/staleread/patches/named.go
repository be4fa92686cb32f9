package patches

import (
	"context"
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// Marker marks nodes by conditions in their status, which the patches name as their subresource.
type Marker struct {
	clientset kubernetes.Interface
	nodes     corelisters.NodeLister
}

const (
	checked corev1.NodeConditionType = "example.com/Checked"
	drained corev1.NodeConditionType = "example.com/Drained"
)

func (m *Marker) both(ctx context.Context, name string) error {
	if err := m.mark(ctx, name, checked); err != nil {
		return err
	}
	return m.mark(ctx, name, drained)
}

// The whole list is sent, the second time without what was added the first time.
func (m *Marker) mark(ctx context.Context, name string, of corev1.NodeConditionType) error {
	node, err := m.nodes.Get(name) // want `Get after the Patch .*what is written is made of its Status\.Conditions.*\[staleread/lister\]`
	if err != nil {
		return err
	}
	for _, c := range node.Status.Conditions {
		if c.Type == of {
			return nil
		}
	}
	list := append([]corev1.NodeCondition{{Type: of, Status: corev1.ConditionTrue, LastTransitionTime: metav1.Now()}}, node.Status.Conditions...)
	data, err := json.Marshal(map[string]any{"status": map[string]any{"conditions": list}})
	if err != nil {
		return err
	}
	_, err = m.clientset.CoreV1().Nodes().Patch(ctx, name, types.MergePatchType, data, metav1.PatchOptions{}, "status")
	return err
}

func (m *Marker) bothOfThem(ctx context.Context, name string) error {
	if err := m.markOne(ctx, name, checked); err != nil {
		return err
	}
	return m.markOne(ctx, name, drained)
}

// The condition alone is sent, and put into the list by its type.
func (m *Marker) markOne(ctx context.Context, name string, of corev1.NodeConditionType) error {
	node, err := m.nodes.Get(name)
	if err != nil {
		return err
	}
	for _, c := range node.Status.Conditions {
		if c.Type == of {
			return nil
		}
	}
	list := []corev1.NodeCondition{{Type: of, Status: corev1.ConditionTrue, LastTransitionTime: metav1.Now()}}
	data, err := json.Marshal(map[string]any{"status": map[string]any{"conditions": list}})
	if err != nil {
		return err
	}
	_, err = m.clientset.CoreV1().Nodes().Patch(ctx, name, types.StrategicMergePatchType, data, metav1.PatchOptions{}, "status")
	return err
}

// The phase of the status is what was written.
func (m *Marker) phase(ctx context.Context, name string) error {
	if _, err := m.clientset.CoreV1().Nodes().Patch(ctx, name, types.StrategicMergePatchType, []byte(`{"status":{"phase":"Running"}}`), metav1.PatchOptions{}, "status"); err != nil {
		return err
	}
	node, err := m.nodes.Get(name) // want `Get after the Patch .*its Status\.Phase decides what is done.*\[staleread/lister\]`
	if err != nil {
		return err
	}
	if node.Status.Phase == corev1.NodePending {
		return m.clientset.CoreV1().Nodes().Delete(ctx, name, metav1.DeleteOptions{})
	}
	return nil
}

// A patch of the node itself leaves the status as it is.
func (m *Marker) itself(ctx context.Context, name string) error {
	if _, err := m.clientset.CoreV1().Nodes().Patch(ctx, name, types.MergePatchType, []byte(`{"status":{"phase":"Running"}}`), metav1.PatchOptions{}); err != nil {
		return err
	}
	node, err := m.nodes.Get(name)
	if err != nil {
		return err
	}
	if node.Status.Phase == corev1.NodePending {
		return m.clientset.CoreV1().Nodes().Delete(ctx, name, metav1.DeleteOptions{})
	}
	return nil
}

// What is sent of the spec to the status isn't stored.
func (m *Marker) apart(ctx context.Context, name string) error {
	if _, err := m.clientset.CoreV1().Nodes().Patch(ctx, name, types.MergePatchType, []byte(`{"spec":{"unschedulable":true},"status":{"phase":"Running"}}`), metav1.PatchOptions{}, "status"); err != nil {
		return err
	}
	node, err := m.nodes.Get(name)
	if err != nil {
		return err
	}
	if !node.Spec.Unschedulable {
		return m.clientset.CoreV1().Nodes().Delete(ctx, name, metav1.DeleteOptions{})
	}
	return nil
}
