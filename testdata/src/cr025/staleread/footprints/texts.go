package footprints

import (
	"context"
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

// A patch of two texts has what was set between them. These have the taints, as those of openyurt do
// (pkg/yurtmanager/controller/util/node/controller_utils.go), and what is read is a label.
func (r *Reconciler) taintsThenLabel(ctx context.Context, node *corev1.Node, taints []corev1.Taint) (string, error) {
	before := node.DeepCopy()
	before.ResourceVersion = "" // so that the patch has it
	old, err := json.Marshal(&before)
	if err != nil {
		return "", err
	}
	after := node.DeepCopy()
	after.Spec.Taints = taints
	patched, err := json.Marshal(after)
	if err != nil {
		return "", err
	}
	patch, err := strategicpatch.CreateTwoWayMergePatch(old, patched, corev1.Node{})
	if err != nil {
		return "", err
	}
	if _, err := r.clientset.CoreV1().Nodes().Patch(ctx, node.Name, types.StrategicMergePatchType, patch, metav1.PatchOptions{}); err != nil {
		return "", err
	}
	now, err := r.nodes.Get(node.Name)
	if err != nil {
		return "", err
	}
	return now.Labels["pool"], nil
}

func (r *Reconciler) labelThenLabel(ctx context.Context, node *corev1.Node, pool string) (string, error) {
	before := node.DeepCopy()
	before.ResourceVersion = ""
	old, err := json.Marshal(&before)
	if err != nil {
		return "", err
	}
	after := node.DeepCopy()
	after.Labels["pool"] = pool
	patched, err := json.Marshal(after)
	if err != nil {
		return "", err
	}
	patch, err := strategicpatch.CreateTwoWayMergePatch(old, patched, corev1.Node{})
	if err != nil {
		return "", err
	}
	if _, err := r.clientset.CoreV1().Nodes().Patch(ctx, node.Name, types.StrategicMergePatchType, patch, metav1.PatchOptions{}); err != nil {
		return "", err
	}
	now, err := r.nodes.Get(node.Name) // want `Node.*\[staleread/lister\]`
	if err != nil {
		return "", err
	}
	return now.Labels["pool"], nil
}

// The object itself is changed, between its two texts; the label was before the first of them.
func (r *Reconciler) sameObject(ctx context.Context, cached *corev1.Node) (string, error) {
	node := cached.DeepCopy()
	node.Labels = map[string]string{"pool": "none"}
	old, err := json.Marshal(node)
	if err != nil {
		return "", err
	}
	node.Spec.Unschedulable = true
	patched, err := json.Marshal(node)
	if err != nil {
		return "", err
	}
	patch, err := strategicpatch.CreateTwoWayMergePatch(old, patched, corev1.Node{})
	if err != nil {
		return "", err
	}
	if _, err := r.clientset.CoreV1().Nodes().Patch(ctx, node.Name, types.StrategicMergePatchType, patch, metav1.PatchOptions{}); err != nil {
		return "", err
	}
	now, err := r.nodes.Get(node.Name)
	if err != nil {
		return "", err
	}
	return now.Labels["pool"], nil
}

func (r *Reconciler) sameObjectCordoned(ctx context.Context, cached *corev1.Node) (bool, error) {
	node := cached.DeepCopy()
	old, err := json.Marshal(node)
	if err != nil {
		return false, err
	}
	node.Spec.Unschedulable = true
	patched, err := json.Marshal(node)
	if err != nil {
		return false, err
	}
	patch, err := strategicpatch.CreateTwoWayMergePatch(old, patched, corev1.Node{})
	if err != nil {
		return false, err
	}
	if _, err := r.clientset.CoreV1().Nodes().Patch(ctx, node.Name, types.StrategicMergePatchType, patch, metav1.PatchOptions{}); err != nil {
		return false, err
	}
	now, err := r.nodes.Get(node.Name) // want `Node.*\[staleread/lister\]`
	if err != nil {
		return false, err
	}
	return now.Spec.Unschedulable, nil
}

// A function of one's own makes the patch, whatever it is called.
func (r *Reconciler) helped(ctx context.Context, cached *corev1.Node, taints []corev1.Taint) (string, error) {
	node := cached.DeepCopy()
	node.Spec.Taints = taints
	data, err := distill(cached, node)
	if err != nil {
		return "", err
	}
	if _, err := r.clientset.CoreV1().Nodes().Patch(ctx, node.Name, types.StrategicMergePatchType, data, metav1.PatchOptions{}); err != nil {
		return "", err
	}
	now, err := r.nodes.Get(node.Name)
	if err != nil {
		return "", err
	}
	return now.Labels["pool"], nil
}

func distill(a, b *corev1.Node) ([]byte, error) {
	x, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	y, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	return strategicpatch.CreateTwoWayMergePatch(x, y, &corev1.Node{})
}

// What is set in the object between two copies of it is in the patch, too.
func (r *Reconciler) changedBetween(ctx context.Context, cached *corev1.Node) (string, error) {
	node := cached.DeepCopy()
	was := node.DeepCopy()
	node.Labels = map[string]string{"pool": "none"}
	is := node.DeepCopy()
	is.Spec.Unschedulable = true
	patch, err := distill(was, is)
	if err != nil {
		return "", err
	}
	if _, err := r.clientset.CoreV1().Nodes().Patch(ctx, node.Name, types.StrategicMergePatchType, patch, metav1.PatchOptions{}); err != nil {
		return "", err
	}
	now, err := r.nodes.Get(node.Name) // want `Node.*\[staleread/lister\]`
	if err != nil {
		return "", err
	}
	return now.Labels["pool"], nil
}

// Or between its text and a copy of it.
func (r *Reconciler) copiedAfter(ctx context.Context, cached *corev1.Node) (string, error) {
	node := cached.DeepCopy()
	old, err := json.Marshal(node)
	if err != nil {
		return "", err
	}
	node.Labels = map[string]string{"pool": "none"}
	after := node.DeepCopy()
	after.Spec.Unschedulable = true
	patched, err := json.Marshal(after)
	if err != nil {
		return "", err
	}
	patch, err := strategicpatch.CreateTwoWayMergePatch(old, patched, corev1.Node{})
	if err != nil {
		return "", err
	}
	if _, err := r.clientset.CoreV1().Nodes().Patch(ctx, node.Name, types.StrategicMergePatchType, patch, metav1.PatchOptions{}); err != nil {
		return "", err
	}
	now, err := r.nodes.Get(node.Name) // want `Node.*\[staleread/lister\]`
	if err != nil {
		return "", err
	}
	return now.Labels["pool"], nil
}
