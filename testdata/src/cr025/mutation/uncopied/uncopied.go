// Package uncopied has a manager whose cache makes no copies of what is read, but for Secrets.
package uncopied

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Reconciler has the manager's client, and its reader of the API server.
type Reconciler struct {
	client.Client
	Live client.Reader
}

func setup(config *rest.Config) error {
	mgr, err := ctrl.NewManager(config, ctrl.Options{
		Client: client.Options{Cache: &client.CacheOptions{DisableFor: []client.Object{&corev1.Node{}}}},
		Cache: cache.Options{
			DefaultUnsafeDisableDeepCopy: ptr.To(true),
			ByObject: map[client.Object]cache.ByObject{
				&corev1.Secret{}:    {UnsafeDisableDeepCopy: ptr.To(false)},
				&corev1.ConfigMap{}: {Label: nil},
			},
		},
	})
	if err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&Reconciler{Client: mgr.GetClient(), Live: mgr.GetAPIReader()})
}

// Reconcile labels pods.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil { // rests
		return ctrl.Result{}, err
	}
	if pod.Labels["seen"] == "yes" {
		return ctrl.Result{}, nil
	}
	pod.Spec.NodeName = "n"
	pod.Labels["seen"] = "yes" // want `Labels, which a shallow copy shares with the cache.s corev1.Pod, read with UnsafeDisableDeepCopy .uncopied.go:43.: .*; change a DeepCopy of it \[mutation/shared\]`
	return ctrl.Result{}, r.Update(ctx, &pod)
}

func (r *Reconciler) others(ctx context.Context, name client.ObjectKey) error {
	var maps corev1.ConfigMapList
	if err := r.List(ctx, &maps); err != nil {
		return err
	}
	for i := range maps.Items {
		maps.Items[i].Data["seen"] = "yes" // want `Data, which a shallow copy shares with the cache.s corev1.ConfigMapList, read with UnsafeDisableDeepCopy.*\[mutation/shared\]`
	}
	service, err := r.service(ctx, name)
	if err == nil {
		service.Spec.Selector["seen"] = "yes" // want `Spec.Selector, which a shallow copy shares with the cache.s corev1.Service, read with UnsafeDisableDeepCopy.*\[mutation/shared\]`
	}
	return err
}

func (r *Reconciler) service(ctx context.Context, name client.ObjectKey) (*corev1.Service, error) {
	service := new(corev1.Service)
	return service, r.Get(ctx, name, service)
}

func label(pod *corev1.Pod) { pod.Labels["seen"] = "yes" }

func name(pod *corev1.Pod) { pod.Name = "n" }

func (r *Reconciler) passed(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	name(pod)
	label(pod) // want `uncopied.label .uncopied.go:\d+. changes Labels, which a shallow copy shares with the cache.s corev1.Pod, .*\[mutation/shared\]`
	return nil
}

func (r *Reconciler) mended(ctx context.Context, name client.ObjectKey) error {
	var pod corev1.Pod
	if err := r.Get(ctx, name, &pod); err != nil {
		return err
	}
	mine := pod.DeepCopy()
	mine.Labels["seen"] = "yes"
	return r.Update(ctx, mine)
}

// copied reads what is copied all the same: a kind for which the options say so, and whatever the cache doesn't answer.
func (r *Reconciler) copied(ctx context.Context, name client.ObjectKey) error {
	var secret corev1.Secret
	if err := r.Get(ctx, name, &secret); err != nil {
		return err
	}
	secret.Data["seen"] = nil
	var node corev1.Node
	if err := r.Get(ctx, name, &node); err != nil {
		return err
	}
	node.Labels["seen"] = "yes"
	var pod corev1.Pod
	if err := r.Live.Get(ctx, name, &pod); err != nil {
		return err
	}
	pod.Labels["seen"] = "yes"
	widget := new(unstructured.Unstructured)
	if err := r.Get(ctx, name, widget); err != nil {
		return err
	}
	widget.Object["seen"] = "yes"
	meta := new(metav1.PartialObjectMetadata)
	if err := r.Get(ctx, name, meta); err != nil {
		return err
	}
	meta.Labels["seen"] = "yes"
	return nil
}
