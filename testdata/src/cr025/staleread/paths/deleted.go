package paths

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// Checker checks Widgets by Jobs.
type Checker struct{ client.Client }

// Reconcile makes no Job for a Widget that is being deleted, for which the step before takes the Job away.
func (c *Checker) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := c.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := c.begin(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	if !w.DeletionTimestamp.IsZero() {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, c.check(ctx, w)
}

func (c *Checker) begin(ctx context.Context, w *api.Widget) error {
	if w.DeletionTimestamp != nil {
		return c.clean(ctx, w)
	}
	if controllerutil.AddFinalizer(w, "example.com/check") {
		return c.Update(ctx, w)
	}
	return nil
}

func (c *Checker) clean(ctx context.Context, w *api.Widget) error {
	job := &batchv1.Job{}
	job.Name, job.Namespace = "check-"+w.Name, w.Namespace
	return client.IgnoreNotFound(c.Delete(ctx, job))
}

func (c *Checker) check(ctx context.Context, w *api.Widget) error {
	job := &batchv1.Job{}
	job.Name, job.Namespace = "check-"+w.Name, w.Namespace
	_, err := controllerutil.CreateOrUpdate(ctx, c.Client, job, func() error {
		job.Labels = map[string]string{"checks": w.Name}
		return nil
	})
	return err
}

// Again cleans whether or not the Widget is being deleted.
func (c *Checker) again(ctx context.Context, w *api.Widget) error {
	if err := c.clean(ctx, w); err != nil {
		return err
	}
	if !w.DeletionTimestamp.IsZero() {
		return nil
	}
	job := &batchv1.Job{}
	job.Name, job.Namespace = "check-"+w.Name, w.Namespace
	_, err := controllerutil.CreateOrUpdate(ctx, c.Client, job, func() error { // want `warning: .*Job.*\[staleread/composite\]`
		job.Labels = map[string]string{"checks": w.Name}
		return nil
	})
	return err
}
