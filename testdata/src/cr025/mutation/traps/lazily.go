package traps

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// tainted returns the node, or a copy that is made for the first of the taints which it lacks.
func tainted(node *corev1.Node, taints []corev1.Taint) *corev1.Node {
	out := node
	for _, taint := range taints {
		if hasTaint(out, taint) {
			continue
		}
		if out == node {
			out = node.DeepCopy()
		}
		out.Spec.Taints = append(out.Spec.Taints, taint)
	}
	return out
}

// latest changes what it was given last, not the first: that is another one where the two differ.
func latest(nodes []*corev1.Node) {
	last := nodes[0]
	for _, node := range nodes {
		if last != node {
			last.Labels["last"] = "" // rests
		}
		last = node
	}
}

// half makes the copy where there is one already.
func half(node *corev1.Node, keys []string) {
	out := node
	for _, key := range keys {
		if out != node {
			out = node.DeepCopy()
		}
		out.Labels[key] = "" // rests
	}
}

// each makes a copy of each node that needs one.
func each(nodes corelisters.NodeLister, names []string, taints []corev1.Taint) error {
	for _, name := range names {
		node, err := nodes.Get(name)
		if err != nil {
			return err
		}
		out := node
		for _, taint := range taints {
			if hasTaint(out, taint) {
				continue
			}
			if out == node {
				out = node.DeepCopy()
			}
			out.Spec.Taints[0] = taint
		}
	}
	return nil
}

// before has the node of the round before where the two differ.
func before(nodes corelisters.NodeLister, names []string) error {
	var last *corev1.Node
	for _, name := range names {
		node, err := nodes.Get(name)
		if err != nil {
			return err
		}
		if last == node {
			last = node.DeepCopy()
		}
		if last != nil {
			last.Labels["last"] = "" // want `changes Labels of the corev1.Node.*\[mutation/field\]`
		}
		last = node
	}
	return nil
}

func hasTaint(node *corev1.Node, taint corev1.Taint) bool {
	for i := range node.Spec.Taints {
		if node.Spec.Taints[i].MatchTaint(&taint) {
			return true
		}
	}
	return false
}

func lazily(nodes corelisters.NodeLister, name string, taints []corev1.Taint) error {
	all, err := nodes.List(labels.Everything())
	if err != nil {
		return err
	}
	latest(all) // want `latest \(lazily.go:\d+\) changes Labels of the corev1.Node.*\[mutation/callee\]`
	node, err := nodes.Get(name)
	if err != nil {
		return err
	}
	_ = tainted(node, taints)
	half(node, []string{name}) // want `half \(lazily.go:\d+\) changes Labels of the corev1.Node.*\[mutation/callee\]`
	return nil
}
