package lister

import (
	"context"
	"encoding/json"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

const (
	warm  corev1.PodConditionType = "shop.example.com/warm"
	known corev1.PodConditionType = "shop.example.com/known"
)

// Marks are conditions of pods, which it sets by a subresource that Patch is told.
type Marks struct {
	clientset kubernetes.Interface
	pods      corelisters.PodLister
}

func (m *Marks) both(ctx context.Context, namespace, name string) error {
	if err := m.add(ctx, namespace, name, warm); err != nil {
		return err
	}
	return m.add(ctx, namespace, name, known)
}

// The list is replaced by what the cache has of it, and one more.
func (m *Marks) add(ctx context.Context, namespace, name string, kind corev1.PodConditionType) error {
	pod, err := m.pods.Pods(namespace).Get(name) // want `warning: Get after the Patch at conditions.go:\d+ .*what is written is made of its Status.Conditions; .*\[staleread/lister\]`
	if err != nil {
		return err
	}
	for _, c := range pod.Status.Conditions {
		if c.Type == kind {
			return nil
		}
	}
	all := append(slices.Clone(pod.Status.Conditions), corev1.PodCondition{Type: kind, Status: corev1.ConditionTrue})
	return m.send(ctx, namespace, name, types.MergePatchType, all)
}

func (m *Marks) send(ctx context.Context, namespace, name string, how types.PatchType, conditions []corev1.PodCondition) error {
	data, err := json.Marshal(map[string]any{"status": map[string]any{"conditions": conditions}})
	if err != nil {
		return err
	}
	_, err = m.clientset.CoreV1().Pods(namespace).Patch(ctx, name, how, data, metav1.PatchOptions{}, "status")
	return err
}

// What was just set is asked for, by its type.
func (m *Marks) warmed(ctx context.Context, namespace, name string) (bool, error) {
	if err := m.send(ctx, namespace, name, types.StrategicMergePatchType, []corev1.PodCondition{{Type: warm, Status: corev1.ConditionTrue}}); err != nil {
		return false, err
	}
	pod, err := m.pods.Pods(namespace).Get(name) // want `warning: Get after the Patch at conditions.go:\d+ .*Status.Conditions\[shop.example.com/warm\] decides what is done.*\[staleread/lister\]`
	if err != nil {
		return false, err
	}
	for i := range pod.Status.Conditions {
		if pod.Status.Conditions[i].Type != warm {
			continue
		}
		if pod.Status.Conditions[i].Status == corev1.ConditionTrue {
			return true, nil
		}
	}
	return false, nil
}

// Mended sends the one condition, which is merged into the others by its type.
type Mended struct{ Marks }

func (m *Mended) both(ctx context.Context, namespace, name string) error {
	if err := m.add(ctx, namespace, name, warm); err != nil {
		return err
	}
	return m.add(ctx, namespace, name, known)
}

func (m *Mended) add(ctx context.Context, namespace, name string, kind corev1.PodConditionType) error {
	pod, err := m.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	for _, c := range pod.Status.Conditions {
		if c.Type == kind && c.Status == corev1.ConditionTrue {
			return nil
		}
	}
	return m.send(ctx, namespace, name, types.StrategicMergePatchType, []corev1.PodCondition{{Type: kind, Status: corev1.ConditionTrue}})
}

func (m *Mended) each(ctx context.Context, namespace, name string, kinds []corev1.PodConditionType) error {
	for _, kind := range kinds {
		if err := m.put(ctx, namespace, name, kind); err != nil {
			return err
		}
	}
	return nil
}

func (m *Mended) put(ctx context.Context, namespace, name string, kind corev1.PodConditionType) error {
	pod, err := m.pods.Pods(namespace).Get(name)
	if err != nil || holds(pod, kind) {
		return err
	}
	return m.send(ctx, namespace, name, types.StrategicMergePatchType, []corev1.PodCondition{{Type: kind, Status: corev1.ConditionTrue}})
}

func holds(pod *corev1.Pod, kind corev1.PodConditionType) bool {
	for i := range pod.Status.Conditions {
		c := &pod.Status.Conditions[i]
		if c.Type == kind {
			return c.Status == corev1.ConditionTrue
		}
	}
	return false
}

// Whoever looks at the spec needn't wait for the status.
func (m *Marks) node(ctx context.Context, namespace, name string) (string, error) {
	if err := m.send(ctx, namespace, name, types.StrategicMergePatchType, []corev1.PodCondition{{Type: warm, Status: corev1.ConditionTrue}}); err != nil {
		return "", err
	}
	pod, err := m.pods.Pods(namespace).Get(name)
	if err != nil {
		return "", err
	}
	return pod.Spec.NodeName, nil
}

// The same condition is asked for twice.
func (m *Mended) twice(ctx context.Context, namespace, name string) error {
	if err := m.turn(ctx, namespace, name, warm, corev1.ConditionFalse); err != nil {
		return err
	}
	return m.turn(ctx, namespace, name, warm, corev1.ConditionTrue)
}

func (m *Mended) turn(ctx context.Context, namespace, name string, kind corev1.PodConditionType, to corev1.ConditionStatus) error {
	pod, err := m.pods.Pods(namespace).Get(name) // want `warning: Get after the Patch at conditions.go:\d+ .*decides what is done.*\[staleread/lister\]`
	if err != nil {
		return err
	}
	for _, c := range pod.Status.Conditions {
		if c.Type == kind && c.Status == to {
			return nil
		}
	}
	return m.send(ctx, namespace, name, types.StrategicMergePatchType, []corev1.PodCondition{{Type: kind, Status: to}})
}
