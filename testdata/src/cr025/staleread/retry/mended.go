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

// Mended reads from the API server when it retries, or lets the queue retry.
type Mended struct {
	client.Client
	APIReader client.Reader
	clientset kubernetes.Interface
	nodes     corelisters.NodeLister
}

// Reconcile reads live.
func (r *Mended) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var w api.Widget
		if err := r.APIReader.Get(ctx, req.NamespacedName, &w); err != nil {
			return err
		}
		w.Status.Phase = "Seen"
		return r.Status().Update(ctx, &w)
	})
	return ctrl.Result{}, client.IgnoreNotFound(err)
}

// The queue is patient.
func (r *Mended) backoff(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	controllerutil.RemoveFinalizer(w, "shop.example.com/w")
	err := r.Client.Update(ctx, w)
	if apierrors.IsConflict(err) {
		return ctrl.Result{Requeue: true}, nil
	}
	return ctrl.Result{}, err
}

func (r *Mended) onError(ctx context.Context, key types.NamespacedName) error {
	return retry.OnError(retry.DefaultRetry, apierrors.IsConflict, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.APIReader.Get(ctx, key, cm); err != nil {
			return err
		}
		cm.Data = map[string]string{"on": "error"}
		return r.Update(ctx, cm)
	})
}

// The first attempt may well be with what the caller has.
func (r *Mended) secondAttempt(ctx context.Context, w *api.Widget) error {
	first := true
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if !first {
			if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
				return err
			}
		}
		first = false
		w.Status.Made++
		return r.Status().Update(ctx, w)
	})
}

// A patch without lock has no conflict.
func (r *Mended) unlocked(ctx context.Context, key types.NamespacedName) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	base := w.DeepCopy()
	w.Spec.Colour = "green"
	return r.Patch(ctx, w, client.MergeFrom(base))
}

func (r *Mended) byHand(ctx context.Context, key types.NamespacedName) error {
	var err error
	for attempt := 0; attempt < 5; attempt++ {
		var g api.Gadget
		if err = r.APIReader.Get(ctx, key, &g); err != nil {
			return err
		}
		g.Serial = "by hand"
		if err = r.Update(ctx, &g); !apierrors.IsConflict(err) {
			return err
		}
	}
	return err
}

func (r *Mended) onceMore(ctx context.Context, w *api.Widget) error {
	size := w.Spec.Size
	err := r.Update(ctx, w)
	if apierrors.IsConflict(err) {
		if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return err
		}
		w.Spec.Size = size
		return r.Update(ctx, w)
	}
	return err
}

func (r *Mended) cordon(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := r.clientset.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		node.Spec.Unschedulable = true
		_, err = r.clientset.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
		return err
	})
}

// The lister is good enough for the first attempt.
func (r *Mended) uncordon(ctx context.Context, name string) error {
	attempt := 0
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var node *corev1.Node
		var err error
		if attempt == 0 {
			node, err = r.nodes.Get(name)
		} else {
			node, err = r.clientset.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
		}
		attempt++
		if err != nil {
			return err
		}
		node = node.DeepCopy()
		node.Spec.Unschedulable = false
		_, err = r.clientset.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
		return err
	})
}
