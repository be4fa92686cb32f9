// Package counted goes by how many objects another package finds.
package counted

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/counted/stock"
)

const wanted = 3

// Setup wires it up.
func Setup(mgr ctrl.Manager) error {
	r := &reconciler{mgr.GetClient(), stock.New(mgr.GetClient(), mgr.GetAPIReader())}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).Complete(r)
}

type reconciler struct {
	client.Client
	stock *stock.Stock
}

// Reconcile adds Pods until there are enough.
func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	owner := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, owner); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	switch owner.Data["by"] {
	case "all":
		return ctrl.Result{}, r.all(ctx, owner)
	case "running":
		return ctrl.Result{}, r.running(ctx, owner)
	case "again":
		return ctrl.Result{}, r.again(ctx, owner)
	case "awaited":
		return ctrl.Result{}, r.awaited(ctx, owner)
	case "unawaited":
		return ctrl.Result{}, r.unawaited(ctx, owner)
	}
	return ctrl.Result{}, r.stored(ctx, owner)
}

func (r *reconciler) all(ctx context.Context, owner *corev1.ConfigMap) error {
	for {
		pods, err := r.stock.All(ctx, owner) // want `warning: .*stock.Stock.All .*after the Create .*how many there are decides.*\[staleread/list\]`
		if err != nil || len(pods) >= wanted {
			return err
		}
		if err := r.stock.Add(ctx, owner); err != nil {
			return err
		}
	}
}

func (r *reconciler) running(ctx context.Context, owner *corev1.ConfigMap) error {
	for {
		pods, err := r.stock.Running(ctx, owner) // want `warning: .*stock.Stock.Running .*after the Create .*how many there are decides.*\[staleread/list\]`
		if err != nil || len(pods) >= wanted {
			return err
		}
		if err := r.stock.Add(ctx, owner); err != nil {
			return err
		}
	}
}

// Each time it calls itself the last one may be missing.
func (r *reconciler) again(ctx context.Context, owner *corev1.ConfigMap) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(owner.Namespace), client.MatchingLabels{"shop.example.com/owner": owner.Name}); err != nil { // want `warning: .*how many there are decides.*\[staleread/list\]`
		return err
	}
	if len(pods.Items) >= wanted {
		return nil
	}
	if err := r.stock.Add(ctx, owner); err != nil {
		return err
	}
	return r.again(ctx, owner)
}

// The cache has it when the function has waited, as in DataDog/chaos-controller (ce06beb).
func (r *reconciler) awaited(ctx context.Context, owner *corev1.ConfigMap) error {
	pod := &corev1.Pod{}
	pod.Namespace, pod.Name = owner.Namespace, owner.Name
	if err := r.stock.Make(ctx, pod); err != nil {
		return err
	}
	if err := r.stock.Await(ctx, pod); err != nil {
		return err
	}
	return r.fill(ctx, owner)
}

// Nothing waits for it.
func (r *reconciler) unawaited(ctx context.Context, owner *corev1.ConfigMap) error {
	pod := &corev1.Pod{}
	pod.Namespace, pod.Name = owner.Namespace, owner.Name
	if err := r.stock.Make(ctx, pod); err != nil {
		return err
	}
	return r.fill(ctx, owner)
}

func (r *reconciler) fill(ctx context.Context, owner *corev1.ConfigMap) error {
	pods, err := r.stock.All(ctx, owner) // want `warning: .*stock.Stock.All .*after the Create in stock.Stock.Make.*how many there are decides.*\[staleread/list\]`
	if err != nil || len(pods) >= wanted {
		return err
	}
	return r.stock.Add(ctx, owner)
}

// The API server has them all.
func (r *reconciler) stored(ctx context.Context, owner *corev1.ConfigMap) error {
	for {
		pods, err := r.stock.Stored(ctx, owner)
		if err != nil || len(pods) >= wanted {
			return err
		}
		if err := r.stock.Add(ctx, owner); err != nil {
			return err
		}
	}
}
