// Package street has what another package does by what a Deployment is like done for each.
package street

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/untouched"
)

// A Street has a Gate.
type Street struct {
	client.Client
	gate *untouched.Gate
}

// Reconcile has the Gate keep the Service.
func (s *Street) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	d := &appsv1.Deployment{}
	if err := s.Get(ctx, req.NamespacedName, d); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, s.gate.Outside(ctx, d)
}
