// Package copied has a manager whose cache makes copies of nearly all that is read, though the package mentions the option.
package copied

import (
	"context"
	"flag"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Reconciler has the manager's client, and a cache of its own.
type Reconciler struct {
	client.Client
	own cache.Cache
}

var fast = flag.Bool("fast", false, "make no copies of pods")

func setup(config *rest.Config) error {
	byObject := map[client.Object]cache.ByObject{
		&corev1.Node{}: {UnsafeDisableDeepCopy: ptr.To(true)},
		&corev1.Pod{}:  {UnsafeDisableDeepCopy: fast},
	}
	mgr, err := ctrl.NewManager(config, ctrl.Options{Cache: cache.Options{
		DefaultUnsafeDisableDeepCopy: ptr.To(false),
		ByObject:                     byObject,
	}})
	if err != nil {
		return err
	}
	own, err := cache.New(config, cache.Options{DefaultUnsafeDisableDeepCopy: ptr.To(true)})
	if err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&Reconciler{Client: mgr.GetClient(), own: own})
}

// Reconcile labels pods and nodes.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, err
	}
	pod.Labels["seen"] = "yes"
	var node corev1.Node
	if err := r.Get(ctx, client.ObjectKey{Name: pod.Spec.NodeName}, &node); err != nil {
		return ctrl.Result{}, err
	}
	node.Labels["seen"] = "yes" // want `Labels, which a shallow copy shares with the cache.s corev1.Node, read with UnsafeDisableDeepCopy.*\[mutation/shared\]`
	var service corev1.Service
	if err := r.Get(ctx, req.NamespacedName, &service); err != nil {
		return ctrl.Result{}, err
	}
	service.Labels["seen"] = "yes"
	return ctrl.Result{}, r.Update(ctx, &pod)
}
