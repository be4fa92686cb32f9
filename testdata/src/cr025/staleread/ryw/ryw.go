// Package ryw has a manager whose client waits for its own writes, and what that does not help.
package ryw

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// Reconciler has the waiting client, and others.
type Reconciler struct {
	client.Client
	mgr       ctrl.Manager
	clientset kubernetes.Interface
	pods      corelisters.PodLister
}

// Setup makes the manager.
func Setup(config *rest.Config, clientset kubernetes.Interface, pods corelisters.PodLister) error {
	mgr, err := ctrl.NewManager(config, ctrl.Options{
		Client: client.Options{Cache: &client.CacheOptions{EnableReadYourWritesConsistency: ptr.To(true)}},
	})
	if err != nil {
		return err
	}
	r := &Reconciler{Client: mgr.GetClient(), mgr: mgr, clientset: clientset, pods: pods}
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

// Reconcile waits in each read until its writes are there.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	var now api.Widget
	if err := r.Get(ctx, req.NamespacedName, &now); err != nil {
		return ctrl.Result{}, err
	}
	g := &api.Gadget{ObjectMeta: metav1.ObjectMeta{Namespace: now.Namespace, Name: now.Name}}
	if err := r.Create(ctx, g); err != nil {
		return ctrl.Result{}, err
	}
	var all api.GadgetList
	if err := r.List(ctx, &all); err != nil {
		return ctrl.Result{}, err
	}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, g, func() error { return nil }); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: len(all.Items) < now.Spec.Size}, nil
}

// The write is not booked.
func (r *Reconciler) optedOut(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.Update(ctx, w, client.DisableReadYourWritesConsistency); err != nil {
		return 0, err
	}
	var now api.Widget
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &now) // want `Widget.*\[staleread/get\]`
	return now.Spec.Size, err
}

// The read does not wait.
func (r *Reconciler) optedOutOfReads(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	var now api.Widget
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &now, &client.GetOptions{DisableReadYourWritesConsistency: true}) // want `Widget.*\[staleread/get\]`
	return now.Spec.Size, err
}

// Written as typed, read as metadata: two sets of books.
func (r *Reconciler) projected(ctx context.Context, w *api.Widget) (map[string]string, error) {
	if err := r.Update(ctx, w); err != nil {
		return nil, err
	}
	meta := &metav1.PartialObjectMetadata{}
	meta.SetGroupVersionKind(api.GroupVersion.WithKind("Widget"))
	err := r.Get(ctx, client.ObjectKeyFromObject(w), meta) // want `Widget.*\[staleread/get\]`
	return meta.Labels, err
}

// The cache does not wait for the client.
func (r *Reconciler) fromCache(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	var now api.Widget
	err := r.mgr.GetCache().Get(ctx, client.ObjectKeyFromObject(w), &now) // want `Widget.*\[staleread/get\]`
	return now.Spec.Size, err
}

// The client does not know what another has written.
func (r *Reconciler) otherWriter(ctx context.Context, cm *corev1.ConfigMap) (map[string]string, error) {
	if _, err := r.clientset.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, metav1.UpdateOptions{}); err != nil {
		return nil, err
	}
	var now corev1.ConfigMap
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), &now) // want `ConfigMap.*\[staleread/get\]`
	return now.Data, err
}

// Nor does a lister know what this one has.
func (r *Reconciler) lister(ctx context.Context, pod *corev1.Pod) (string, error) {
	if err := r.Update(ctx, pod); err != nil {
		return "", err
	}
	now, err := r.pods.Pods(pod.Namespace).Get(pod.Name) // want `Pod.*\[staleread/lister\]`
	if err != nil {
		return "", err
	}
	return now.Spec.NodeName, nil
}
