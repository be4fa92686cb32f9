// Package appended has a manager with more kinds that it does not cache than those that a helper lists.
package appended

import (
	"context"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/origins/appended/lists"
)

// Reconciler keeps several kinds.
type Reconciler struct{ client.Client }

// Setup makes the manager.
func Setup(config *rest.Config) error {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Client: client.Options{Cache: &client.CacheOptions{
		DisableFor: slices.Concat(append(append([]client.Object{new(corev1.Pod)}, lists.Spared()...), &corev1.Service{}), quotas()),
	}}})
	if err != nil {
		return err
	}
	r := &Reconciler{Client: mgr.GetClient()}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ServiceAccount{}).Complete(r)
}

func quotas() []client.Object { return with(&corev1.ResourceQuota{}) }

func with(more ...client.Object) []client.Object { return append(more, &corev1.LimitRange{}) }

// Reconcile reads from the cache what nobody lists.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	at := metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}
	account := &corev1.ServiceAccount{ObjectMeta: at}
	if err := r.Create(ctx, account); err != nil {
		return ctrl.Result{}, err
	}
	err := r.Get(ctx, req.NamespacedName, account) // want `ServiceAccount.*\[staleread/get\]`
	return ctrl.Result{Requeue: len(account.Secrets) > 1}, err
}

// What the other package lists is read live, by each of its functions.
func (r *Reconciler) helped(ctx context.Context, cm *corev1.ConfigMap, secret *corev1.Secret) (int, error) {
	if err := r.Create(ctx, cm); err != nil {
		return 0, err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(cm), cm); err != nil {
		return 0, err
	}
	if err := r.Create(ctx, secret); err != nil {
		return 0, err
	}
	err := r.Get(ctx, client.ObjectKeyFromObject(secret), secret)
	return len(cm.Data) + len(secret.Data), err
}

// So is what is added here, in all places.
func (r *Reconciler) added(ctx context.Context, pod *corev1.Pod, svc *corev1.Service) (int, error) {
	if err := r.Create(ctx, pod); err != nil {
		return 0, err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
		return 0, err
	}
	if err := r.Create(ctx, svc); err != nil {
		return 0, err
	}
	err := r.Get(ctx, client.ObjectKeyFromObject(svc), svc)
	return len(pod.Spec.Containers) + len(svc.Spec.Ports), err
}

// And what a helper is handed, and has besides.
func (r *Reconciler) limited(ctx context.Context, quota *corev1.ResourceQuota, limits *corev1.LimitRange) (int, error) {
	if err := r.Create(ctx, quota); err != nil {
		return 0, err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(quota), quota); err != nil {
		return 0, err
	}
	if err := r.Create(ctx, limits); err != nil {
		return 0, err
	}
	err := r.Get(ctx, client.ObjectKeyFromObject(limits), limits)
	return len(quota.Spec.Hard) + len(limits.Spec.Limits), err
}
