package retry

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Renewing puts what it has read after a conflict in the place of what was refused, as crane (pkg/controller/ehpa/hpa.go) does.
type Renewing struct {
	client.Client
	live client.Reader
}

// Setup adds it.
func (r *Renewing) Setup(mgr ctrl.Manager) error {
	r.Client, r.live = mgr.GetClient(), mgr.GetAPIReader()
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).Complete(r)
}

// Reconcile reads it from the cache that had the refused state.
func (r *Renewing) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, cm); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	cm.Data = map[string]string{"seen": "yes"}
	next := cm.DeepCopy()
	return ctrl.Result{}, retry.RetryOnConflict(retry.DefaultRetry, func() error {
		err := r.Update(ctx, next)
		if err == nil {
			return nil
		}
		now := &corev1.ConfigMap{}
		if r.Get(ctx, req.NamespacedName, now) == nil { // want `Get after a conflict reads the corev1.ConfigMap from the cache.*\[staleread/retry\]`
			now.Data = next.Data
			next = now
		}
		return err
	})
}

// mended reads it from the API server.
func (r *Renewing) mended(ctx context.Context, key client.ObjectKey, next *corev1.ConfigMap) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		err := r.Update(ctx, next)
		if err == nil {
			return nil
		}
		now := &corev1.ConfigMap{}
		if r.live.Get(ctx, key, now) == nil {
			now.Data = next.Data
			next = now
		}
		return err
	})
}

// compared reads another object, of which only the data are taken.
func (r *Renewing) compared(ctx context.Context, next, defaults *corev1.ConfigMap) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.live.Get(ctx, client.ObjectKeyFromObject(next), next); err != nil {
			return err
		}
		now := &corev1.ConfigMap{}
		if r.Get(ctx, client.ObjectKeyFromObject(defaults), now) == nil {
			defaults = now
		}
		next.Data = defaults.Data
		return r.Update(ctx, next)
	})
}
