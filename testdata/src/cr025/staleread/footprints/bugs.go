// Package footprints has reads of which it matters what they look at, and writes of which it matters what they change.
package footprints

import (
	"context"
	"encoding/json"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	appslisters "k8s.io/client-go/listers/apps/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/footprints/names"
)

// Reconciler reconciles Widgets.
type Reconciler struct {
	client.Client
	clientset   kubernetes.Interface
	deployments appslisters.DeploymentLister
	nodes       corelisters.NodeLister
	claims      corelisters.PersistentVolumeClaimLister
}

// Reconcile begins with the spec.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	w.Spec.Size++
	if err := r.Update(ctx, &w); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.resize(ctx, req.NamespacedName)
}

func (r *Reconciler) resize(ctx context.Context, key client.ObjectKey) error {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil { // want `after the Update.*Widget.*\[staleread/get\]`
		return err
	}
	if w.Spec.Size > 1 {
		return r.Delete(ctx, &w)
	}
	return nil
}

// What is read is told, and nothing else.
func (r *Reconciler) tells(ctx context.Context, w *api.Widget) error {
	w.Spec.Size++
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return err
	}
	fmt.Println(now.Spec.Size)
	return nil
}

// The status that is read is the one that was written.
func (r *Reconciler) phases(ctx context.Context, w *api.Widget) (bool, error) {
	w.Status.Phase = "Made"
	if err := r.Status().Update(ctx, w); err != nil {
		return false, err
	}
	return r.made(ctx, client.ObjectKeyFromObject(w))
}

func (r *Reconciler) made(ctx context.Context, key client.ObjectKey) (bool, error) {
	w, err := r.load(ctx, key)
	if err != nil {
		return false, err
	}
	return w.Status.Phase == "Made", nil
}

func (r *Reconciler) load(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil { // want `Widget.*\[staleread/get\]`
		return nil, err
	}
	return w, nil
}

// A patch has what differs from the state that was read: if that is the one before, the phase stays Making.
func (r *Reconciler) base(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Making"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil { // want `Widget.*\[staleread/get\]`
		return err
	}
	base := client.MergeFrom(now.DeepCopy())
	now.Status.Phase = "Made"
	return r.Status().Patch(ctx, &now, base)
}

// Labels are patched, and what is made of the old ones is sent after.
func (r *Reconciler) labels(ctx context.Context, name string) error {
	patch := fmt.Sprintf(`[{"op": "add", "path": "/metadata/labels/pool", "value": %q}]`, name)
	_, err := r.clientset.CoreV1().Nodes().Patch(ctx, name, types.JSONPatchType, []byte(patch), metav1.PatchOptions{})
	if err != nil {
		return err
	}
	node, err := r.nodes.Get(name) // want `Node.*\[staleread/lister\]`
	if err != nil {
		return err
	}
	raw, err := json.Marshal(node.Labels)
	if err != nil {
		return err
	}
	_, err = r.clientset.CoreV1().Nodes().Patch(ctx, name, types.MergePatchType, raw, metav1.PatchOptions{})
	return err
}

// Whoever computes the name by the same function means the same object.
func (r *Reconciler) config(ctx context.Context, w *api.Widget) (map[string]string, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: names.Config(w.Name)}}
	if err := r.Create(ctx, cm); err != nil {
		return nil, err
	}
	var now corev1.ConfigMap
	err := r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: names.Config(w.Name)}, &now) // want `ConfigMap.*\[staleread/get\]`
	return now.Data, err
}

// It is one object, whether it was there or is new.
func (r *Reconciler) either(ctx context.Context, key client.ObjectKey) (string, error) {
	found := &corev1.ConfigMap{}
	err := r.Get(ctx, key, found)
	if err != nil && !apierrors.IsNotFound(err) {
		return "", err
	}
	cm := found
	if err != nil {
		cm = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
	}
	cm.Data = map[string]string{"a": "b"}
	if err := r.Update(ctx, cm); err != nil {
		return "", err
	}
	var now corev1.ConfigMap
	if err := r.Get(ctx, key, &now); err != nil { // want `ConfigMap.*\[staleread/get\]`
		return "", err
	}
	return now.Data["a"], nil
}

// What was just written is undone by what the list still has.
func (r *Reconciler) all(ctx context.Context, d *appsv1.Deployment) error {
	d = d.DeepCopy()
	d.Status.ReadyReplicas = 1
	if _, err := r.clientset.AppsV1().Deployments(d.Namespace).UpdateStatus(ctx, d, metav1.UpdateOptions{}); err != nil {
		return err
	}
	all, err := r.deployments.Deployments(d.Namespace).List(labels.Everything()) // want `lists appsv1.Deployments.*undo the write.*; count in what was just written, or list through the API reader \[staleread/lister\]`
	if err != nil {
		return err
	}
	for _, d := range all {
		d = d.DeepCopy()
		d.Status.ObservedGeneration = d.Generation
		if _, err := r.clientset.AppsV1().Deployments(d.Namespace).UpdateStatus(ctx, d, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
