// Package collectors has metadata of kinds collected, of which another reconciler reads typed objects.
package collectors

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/projection/collectors/collect"
)

type pods struct{ client.Client }

func (p *pods) SetupWithManager(mgr ctrl.Manager) error {
	for _, c := range []*collect.Collector{
		collect.New(p, collect.Of("ReplicaSet", "apps/v1")),
		collect.New(p, collect.Of("StatefulSet", "apps/v1")), // nobody reads these otherwise
	} {
		if err := c.SetupWithManager(mgr); err != nil {
			return err
		}
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(p)
}

func (p *pods) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := p.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	for _, owner := range pod.OwnerReferences {
		set := &appsv1.ReplicaSet{}
		if err := p.Get(ctx, client.ObjectKey{Namespace: pod.Namespace, Name: owner.Name}, set); err != nil { // want `appsv1.ReplicaSet is cached twice: this Get reads typed objects, For at collectors.go:[0-9]+ watches metadata`
			return ctrl.Result{}, err
		}
		if set.Status.ReadyReplicas == 0 {
			return ctrl.Result{}, nil
		}
	}
	return ctrl.Result{}, nil
}
