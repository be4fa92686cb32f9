package list

import (
	"context"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/list/yard"
)

// How many there are is written into a copy of another object.
func (r *Reconciler) tellsInCopy(ctx context.Context, cm *corev1.ConfigMap) error {
	for n := range 3 {
		if err := r.Create(ctx, yard.Gadget(cm.Namespace, cm.Name, n)); err != nil {
			return err
		}
	}
	var all api.GadgetList
	if err := r.List(ctx, &all, client.InNamespace(cm.Namespace)); err != nil { // want `warning: .*Gadget.*how many.*\[staleread/list\]`
		return err
	}
	next := cm.DeepCopy()
	next.Data = map[string]string{"gadgets": strconv.Itoa(len(all.Items))}
	return r.Update(ctx, next)
}

// It was counted before.
func (r *Reconciler) toldBefore(ctx context.Context, cm *corev1.ConfigMap) error {
	var all api.GadgetList
	if err := r.List(ctx, &all, client.InNamespace(cm.Namespace)); err != nil {
		return err
	}
	for n := range 3 {
		if err := r.Create(ctx, yard.Gadget(cm.Namespace, cm.Name, n)); err != nil {
			return err
		}
	}
	next := cm.DeepCopy()
	next.Data = map[string]string{"gadgets": strconv.Itoa(len(all.Items) + 3)}
	return r.Update(ctx, next)
}
