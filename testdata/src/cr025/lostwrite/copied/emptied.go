package copied

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// busy counts the nodes that have work. That a copy has an empty map where there was none is of no effect: nobody would store it.
func busy(ctx context.Context, c client.Client, idle map[string]bool) (int, error) {
	var nodes corev1.NodeList
	if err := c.List(ctx, &nodes); err != nil {
		return 0, err
	}
	n := 0
	for _, node := range nodes.Items {
		if node.Labels == nil {
			node.Labels = make(map[string]string)
		}
		if !idle[node.Name] {
			n++
		}
	}
	return n, nil
}

// withoutTaints does so where there is a list.
func withoutTaints(nodes []corev1.Node) (names []string) {
	for _, node := range nodes {
		if node.Spec.Taints != nil {
			names = append(names, "!"+node.Name)
		} else {
			node.Spec.Taints = []corev1.Taint{}
		}
	}
	return names
}

// cordon sets something else too, which is lost.
func cordon(nodes []corev1.Node) {
	for _, node := range nodes {
		if node.Labels == nil {
			node.Labels = make(map[string]string) // want `this changes Labels and Spec.Unschedulable of a copy of the corev1.Node, which nothing uses afterwards`
		}
		node.Spec.Unschedulable = true // rests
	}
}

// clear empties the maps of copies, whatever was in them: the nodes keep their labels.
func clear(ctx context.Context, c client.Client, nodes []corev1.Node) error {
	for _, node := range nodes {
		node.Labels = map[string]string{} // want `this changes Labels of a copy of the corev1.Node, which nothing uses afterwards`
	}
	for i := range nodes {
		if err := c.Update(ctx, &nodes[i]); err != nil {
			return err
		}
	}
	return nil
}

// clearOther does so where another map is nil.
func clearOther(nodes []corev1.Node) {
	for _, node := range nodes {
		if node.Annotations == nil {
			node.Labels = map[string]string{} // want `this changes Labels of a copy of the corev1.Node, which nothing uses afterwards`
		}
	}
}
