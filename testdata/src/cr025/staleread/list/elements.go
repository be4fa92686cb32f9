package list

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// cordon counts the nodes that are cordoned, but not those of the rounds before.
func (r *Reconciler) cordon(ctx context.Context, old []corev1.Node, most int) error {
	for i := range old {
		n, err := r.cordoned(ctx)
		if err != nil || n >= most {
			return err
		}
		node := &old[i]
		base := client.MergeFrom(node.DeepCopy())
		node.Spec.Unschedulable = true
		if err := r.Patch(ctx, node, base); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciler) cordoned(ctx context.Context) (int, error) {
	var nodes corev1.NodeList
	if err := r.List(ctx, &nodes); err != nil { // want `warning: .*its Spec.Unschedulable decides.*\[staleread/list\]`
		return 0, err
	}
	n := 0
	for _, node := range nodes.Items {
		if node.Spec.Unschedulable {
			n++
		}
	}
	return n, nil
}

// slot looks for one that no node has, among them that which was given a slot just now.
func (r *Reconciler) slot(ctx context.Context, node, next *corev1.Node) error {
	base := client.MergeFrom(node.DeepCopy())
	node.Annotations["slot"] = "0"
	if err := r.Patch(ctx, node, base); err != nil {
		return err
	}
	var nodes corev1.NodeList
	if err := r.List(ctx, &nodes); err != nil { // want `warning: .*its Annotations\[slot\] decides.*\[staleread/list\]`
		return err
	}
	taken := sets.New[string]()
	for i := range nodes.Items {
		taken.Insert(nodes.Items[i].Annotations["slot"])
	}
	if taken.Has("0") {
		return nil
	}
	return r.Create(ctx, &corev1.ConfigMap{})
}

// other looks at what the patch doesn't change.
func (r *Reconciler) other(ctx context.Context, node *corev1.Node) error {
	base := client.MergeFrom(node.DeepCopy())
	node.Annotations["slot"] = "0"
	if err := r.Patch(ctx, node, base); err != nil {
		return err
	}
	var nodes corev1.NodeList
	if err := r.List(ctx, &nodes); err != nil {
		return err
	}
	for i := range nodes.Items {
		if nodes.Items[i].Spec.Unschedulable || nodes.Items[i].Annotations["zone"] == "a" || nodes.Items[i].Status.Phase == corev1.NodePending {
			return r.Create(ctx, &corev1.ConfigMap{})
		}
	}
	return nil
}

// but passes over the one that was patched.
func (r *Reconciler) but(ctx context.Context, node *corev1.Node) error {
	base := client.MergeFrom(node.DeepCopy())
	node.Spec.Unschedulable = true
	if err := r.Patch(ctx, node, base); err != nil {
		return err
	}
	var nodes corev1.NodeList
	if err := r.List(ctx, &nodes); err != nil {
		return err
	}
	for i := range nodes.Items {
		if nodes.Items[i].Name == node.Name {
			continue
		}
		if nodes.Items[i].Spec.Unschedulable {
			return nil
		}
	}
	return r.Create(ctx, &corev1.ConfigMap{})
}

// again sets what isn't set yet: an update of the old state is refused.
func (r *Reconciler) again(ctx context.Context, node *corev1.Node) error {
	node.Spec.Unschedulable = true
	if err := r.Update(ctx, node); err != nil {
		return err
	}
	var nodes corev1.NodeList
	if err := r.List(ctx, &nodes); err != nil {
		return err
	}
	for i := range nodes.Items {
		if !nodes.Items[i].Spec.Unschedulable {
			nodes.Items[i].Spec.Unschedulable = true
			if err := r.Update(ctx, &nodes.Items[i]); err != nil {
				return fmt.Errorf("again: %w", err)
			}
		}
	}
	return nil
}

// What is just created and emptied adds nothing to a sum, like what isn't there.
func (r *Reconciler) emptied(ctx context.Context, w, sum *api.Widget) error {
	if err := r.Create(ctx, w); err != nil {
		return err
	}
	w.Status.Made = 0
	w.Status.Phase = ""
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	return r.sum(ctx, sum)
}

func (r *Reconciler) sum(ctx context.Context, sum *api.Widget) error {
	var all api.WidgetList
	if err := r.List(ctx, &all); err != nil { // want `note: .*after the Create.*\[staleread/list\]`
		return err
	}
	made := 0
	for i := range all.Items {
		made += all.Items[i].Status.Made
	}
	sum.Spec.Size = made
	return r.Update(ctx, sum)
}

// What had something in it still has that in the cache.
func (r *Reconciler) reset(ctx context.Context, w, sum *api.Widget) error {
	w.Status.Made = 0
	w.Status.Phase = ""
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	var all api.WidgetList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil { // want `warning: .*Status.Made.*\[staleread/list\]`
		return err
	}
	made := 0
	for i := range all.Items {
		made += all.Items[i].Status.Made
	}
	sum.Spec.Size = made
	return r.Update(ctx, sum)
}

// What is set to something does.
func (r *Reconciler) filled(ctx context.Context, w, sum *api.Widget) error {
	w.Status.Made = w.Spec.Size
	w.Status.Phase = ""
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	var all api.WidgetList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil { // want `warning: .*Status.Made.*\[staleread/list\]`
		return err
	}
	made := 0
	for i := range all.Items {
		made += all.Items[i].Status.Made
	}
	sum.Spec.Size = made
	return r.Update(ctx, sum)
}
