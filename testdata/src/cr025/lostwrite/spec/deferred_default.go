package spec

import (
	"context"
	"reflect"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// Runner has Pods run the Widgets.
type Runner struct{ client.Client }

// Reconcile stores the status in the end. The defaults that a step puts in are for the Pod that it makes.
func (r *Runner) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, err error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	defer func(before api.Status) {
		if !reflect.DeepEqual(before, w.Status) {
			if failed := r.Status().Update(ctx, w); failed != nil {
				err = failed
			}
		}
	}(w.Status)
	if err := r.run(ctx, w); err != nil {
		w.Status.Phase = "Failed"
		return ctrl.Result{}, err
	}
	w.Status.Phase = "Running"
	return ctrl.Result{}, nil
}

func (r *Runner) run(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size == 0 {
		w.Spec.Size = 1
	}
	pod := &corev1.Pod{}
	pod.Namespace, pod.Name = w.Namespace, w.Name
	pod.Spec.Containers = []corev1.Container{{Name: "run", Args: []string{"--size", strconv.Itoa(w.Spec.Size)}}}
	return r.Create(ctx, pod)
}
