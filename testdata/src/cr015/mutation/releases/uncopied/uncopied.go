// Package uncopied has a manager whose cache makes no copies of what is read, which the options say of all kinds.
package uncopied

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/utils/pointer"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func setup(config *rest.Config) error {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Cache: cache.Options{
		UnsafeDisableDeepCopy: pointer.Bool(true),
		ByObject:              map[client.Object]cache.ByObject{&corev1.Secret{}: {UnsafeDisableDeepCopy: pointer.Bool(false)}},
	}})
	if err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&reconciler{mgr.GetClient()})
}

type reconciler struct{ client.Client }

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, err
	}
	pod.Labels["seen"] = "yes" // want `Labels, which a shallow copy shares with the cache.s corev1.Pod, read with UnsafeDisableDeepCopy.*\[mutation/shared\]`
	var secret corev1.Secret
	if err := r.Get(ctx, req.NamespacedName, &secret); err != nil {
		return ctrl.Result{}, err
	}
	secret.Labels["seen"] = "yes"
	mine := pod.DeepCopy()
	mine.Labels["seen"] = "yes"
	return ctrl.Result{}, r.Update(ctx, mine)
}
