package retryblind

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Mended reads what it sends, or gives the error back.
type Mended struct {
	client.Client
	APIReader client.Reader
	clientset kubernetes.Interface
}

// Reconcile comes again after a conflict.
func (r *Mended) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	w.Status.Phase = "Seen"
	return ctrl.Result{}, r.Status().Update(ctx, &w)
}

func (r *Mended) update(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return err
		}
		w.Spec.Size++
		return r.Update(ctx, w)
	})
}

func (r *Mended) patch(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	w.Spec.Size++
	return r.Patch(ctx, w, client.MergeFrom(base))
}

func (r *Mended) byClientset(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := r.clientset.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		node.Status.Conditions = append(node.Status.Conditions, corev1.NodeCondition{Type: "Mended"})
		_, err = r.clientset.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{})
		return err
	})
}
