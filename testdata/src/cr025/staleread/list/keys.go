package list

import (
	"context"
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// unlabel takes a label off a Node, whichever it is told.
func (r *Reconciler) unlabel(ctx context.Context, node *corev1.Node, key string) error {
	if _, has := node.Labels[key]; !has {
		return nil
	}
	data, err := json.Marshal(map[string]any{"metadata": map[string]any{"labels": map[string]any{key: nil}}})
	if err != nil {
		return err
	}
	return r.Patch(ctx, node, client.RawPatch(types.StrategicMergePatchType, data))
}

// all Nodes that have a label lose it. Which of them have doesn't hang on another label.
func (r *Reconciler) unlabelAll(ctx context.Context, key string) error {
	selector, err := labels.Parse(key + "=true")
	if err != nil {
		return err
	}
	var nodes corev1.NodeList
	if err := r.List(ctx, &nodes, &client.ListOptions{LabelSelector: selector}); err != nil { // want `note: List after the Patch`
		return err
	}
	for i := range nodes.Items {
		if err := r.unlabel(ctx, &nodes.Items[i], key); err != nil {
			return err
		}
	}
	return nil
}

// down takes off one label, and then another.
func (r *Reconciler) down(ctx context.Context, node *corev1.Node, workers, fuse string) error {
	if err := r.unlabel(ctx, node, workers); err != nil {
		return err
	}
	return r.unlabelAll(ctx, fuse)
}
