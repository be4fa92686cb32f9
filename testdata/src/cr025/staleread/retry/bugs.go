// Package retry reads a cache again after a conflict, and most likely gets what was in conflict.
package retry

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// Reconciler tries again and again.
type Reconciler struct {
	client.Client
	clientset kubernetes.Interface
	nodes     corelisters.NodeLister
}

// Reconcile retries as the package says, but for the reader.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var w api.Widget
		if err := r.Get(ctx, req.NamespacedName, &w); err != nil { // want `Widget.*\[staleread/retry\]`
			return err
		}
		w.Status.Phase = "Seen"
		return r.Status().Update(ctx, &w)
	})
	return ctrl.Result{}, client.IgnoreNotFound(err)
}

func (r *Reconciler) backoff(ctx context.Context, w *api.Widget) error {
	key := client.ObjectKeyFromObject(w)
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		if err := r.Client.Get(ctx, key, w); err != nil { // want `Widget.*\[staleread/retry\]`
			return err
		}
		controllerutil.RemoveFinalizer(w, "shop.example.com/w")
		if err := r.Client.Update(ctx, w); err != nil {
			return err
		}
		return nil
	})
}

func (r *Reconciler) onError(ctx context.Context, key types.NamespacedName) error {
	return retry.OnError(retry.DefaultRetry, apierrors.IsConflict, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.Get(ctx, key, cm); err != nil { // want `ConfigMap.*\[staleread/retry\]`
			return err
		}
		cm.Data = map[string]string{"on": "error"}
		return r.Update(ctx, cm)
	})
}

// It reads again only after the first attempt, from the same cache.
func (r *Reconciler) secondAttempt(ctx context.Context, w *api.Widget) error {
	first := true
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if !first {
			if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `Widget.*\[staleread/retry\]`
				return err
			}
		}
		first = false
		w.Status.Made++
		return r.Status().Update(ctx, w)
	})
}

// The patch with the lock is as particular as an update.
func (r *Reconciler) locked(ctx context.Context, key types.NamespacedName) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		w := &api.Widget{}
		if err := r.Get(ctx, key, w); err != nil { // want `Widget.*\[staleread/retry\]`
			return err
		}
		base := w.DeepCopy()
		w.Spec.Colour = "green"
		return r.Patch(ctx, w, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{}))
	})
}

func (r *Reconciler) byHand(ctx context.Context, key types.NamespacedName) error {
	var err error
	for attempt := 0; attempt < 5; attempt++ {
		var g api.Gadget
		if err = r.Get(ctx, key, &g); err != nil { // want `Gadget.*\[staleread/retry\]`
			return err
		}
		g.Serial = "by hand"
		if err = r.Update(ctx, &g); !apierrors.IsConflict(err) {
			return err
		}
	}
	return err
}

// Once more, after a conflict.
func (r *Reconciler) onceMore(ctx context.Context, w *api.Widget) error {
	size := w.Spec.Size
	err := r.Update(ctx, w)
	if apierrors.IsConflict(err) {
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `Widget.*\[staleread/retry\]`
			return err
		}
		w.Spec.Size = size
		return r.Update(ctx, w)
	}
	return err
}

// The lister is a cache as well.
func (r *Reconciler) cordon(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := r.nodes.Get(name) // want `Node.*\[staleread/retry\]`
		if err != nil {
			return err
		}
		node = node.DeepCopy()
		node.Spec.Unschedulable = true
		_, err = r.clientset.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
		return err
	})
}

// CreateOrUpdate reads what the client has.
func (r *Reconciler) composite(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error { // want `ConfigMap.*\[staleread/retry\]`
			cm.Data = w.Spec.Config
			return nil
		})
		return err
	})
}

// The read is in a method of its own, and so is the attempt.
func (r *Reconciler) methods(ctx context.Context, key types.NamespacedName) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return r.attempt(ctx, key) })
}

func (r *Reconciler) attempt(ctx context.Context, key types.NamespacedName) error {
	var secret corev1.Secret
	if err := r.Get(ctx, key, &secret); err != nil { // want `Secret.*\[staleread/retry\]`
		return err
	}
	secret.Labels = map[string]string{"attempted": "yes"}
	return r.Update(ctx, &secret)
}
