package list

import (
	"context"

	corev1 "k8s.io/api/core/v1"

	"ctrllint.test/cr025/staleread/api"
)

// Each round writes only Widgets that the others skip.
func (r *Reconciler) eachOnItsOwn(ctx context.Context, nodes []corev1.Node) error {
	for i := range nodes {
		if err := r.coloured(ctx, &nodes[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciler) coloured(ctx context.Context, n *corev1.Node) error {
	all := &api.WidgetList{}
	if err := r.List(ctx, all); err != nil {
		return err
	}
	for i := range all.Items {
		w := &all.Items[i]
		if w.Spec.Parent != n.Name {
			continue
		}
		if w.Status.Phase != n.Status.NodeInfo.BootID {
			w.Status.Phase = n.Status.NodeInfo.BootID
			if err := r.Status().Update(ctx, w); err != nil {
				return err
			}
		}
	}
	return nil
}

// What is asked for is the same in each round.
func (r *Reconciler) eachTheSame(ctx context.Context, nodes []corev1.Node, parent string) error {
	for i := range nodes {
		all := &api.WidgetList{}
		if err := r.List(ctx, all); err != nil { // want `warning: .*Widget.*Status.Phase decides.*\[staleread/list\]`
			return err
		}
		for k := range all.Items {
			w := &all.Items[k]
			if w.Spec.Parent != parent || w.Status.Phase == nodes[i].Status.NodeInfo.BootID {
				continue
			}
			w.Status.Phase = nodes[i].Status.NodeInfo.BootID
			if err := r.Status().Update(ctx, w); err != nil {
				return err
			}
		}
	}
	return nil
}
