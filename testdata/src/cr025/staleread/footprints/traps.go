package footprints

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/footprints/names"
)

const finalizer = "shop.example.com/made"

// A status update changes no spec.
func (r *Reconciler) statusThenSpec(ctx context.Context, w *api.Widget) (int, error) {
	w.Status.Phase = "Made"
	if err := r.Status().Update(ctx, w); err != nil {
		return 0, err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

// Nor does an update of the spec change the status, or what else is in the spec.
func (r *Reconciler) specThenStatus(ctx context.Context, key client.ObjectKey) (string, error) {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil {
		return "", err
	}
	w.Spec.Size++
	if err := r.Update(ctx, &w); err != nil {
		return "", err
	}
	now, err := r.loadAgain(ctx, key)
	if err != nil {
		return "", err
	}
	return now.Spec.Colour + now.Status.Phase, nil
}

func (r *Reconciler) loadAgain(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return nil, err
	}
	return w, nil
}

// What a function of another package sets is nothing that is read.
func (r *Reconciler) labelled(ctx context.Context, key client.ObjectKey) (int, error) {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil {
		return 0, err
	}
	w.Annotations = map[string]string{"a": "b"}
	if err := r.Update(ctx, &w); err != nil {
		return 0, err
	}
	var now api.Widget
	if err := r.Get(ctx, key, &now); err != nil {
		return 0, err
	}
	return len(now.Labels), nil
}

// The patch has the finalizers only, and a read that begins before it looks at labels.
func (r *Reconciler) finalizers(ctx context.Context, cached *corev1.Node) (string, error) {
	node := cached.DeepCopy()
	controllerutil.AddFinalizer(node, finalizer)
	patch, err := makePatch(cached, node)
	if err != nil {
		return "", err
	}
	if _, err := r.clientset.CoreV1().Nodes().Patch(ctx, cached.Name, types.StrategicMergePatchType, patch, metav1.PatchOptions{}); err != nil {
		return "", err
	}
	now, err := r.nodes.Get(cached.Name)
	if err != nil {
		return "", err
	}
	return now.Labels["pool"], nil
}

func makePatch(from, to *corev1.Node) ([]byte, error) {
	a, err := json.Marshal(from)
	if err != nil {
		return nil, err
	}
	b, err := json.Marshal(to)
	if err != nil {
		return nil, err
	}
	return strategicpatch.CreateTwoWayMergePatch(a, b, &corev1.Node{})
}

// The other way round: a patch of the status, and one of what was read that has the finalizers only.
func (r *Reconciler) statusThenFinalizer(ctx context.Context, name string, status []byte) error {
	if _, err := r.clientset.CoreV1().Nodes().Patch(ctx, name, types.MergePatchType, status, metav1.PatchOptions{}, "status"); err != nil {
		return err
	}
	cached, err := r.nodes.Get(name)
	if err != nil {
		return err
	}
	if !cached.DeletionTimestamp.IsZero() || controllerutil.ContainsFinalizer(cached, finalizer) {
		return nil
	}
	node := cached.DeepCopy()
	controllerutil.AddFinalizer(node, finalizer)
	patch, err := makePatch(cached, node)
	if err != nil {
		return err
	}
	_, err = r.clientset.CoreV1().Nodes().Patch(ctx, cached.Name, types.StrategicMergePatchType, patch, metav1.PatchOptions{})
	return err
}

// A JSON patch names what it changes, also through a helper.
func (r *Reconciler) labelsThenStatus(ctx context.Context, name string) (bool, error) {
	if err := r.patch(ctx, name, fmt.Sprintf(`[{"op": "add", "path": "/metadata/labels/pool", "value": %q}]`, name)); err != nil {
		return false, err
	}
	node, err := r.nodes.Get(name)
	if err != nil {
		return false, err
	}
	return len(node.Status.Conditions) > 0, nil
}

func (r *Reconciler) patch(ctx context.Context, name, payload string) error {
	_, err := r.clientset.CoreV1().Nodes().Patch(ctx, name, types.JSONPatchType, []byte(payload), metav1.PatchOptions{})
	return err
}

// skipVerify is for tests.
var skipVerify = false

// makeDeployment returns when the lister has what was made.
func (r *Reconciler) makeDeployment(ctx context.Context, d *appsv1.Deployment) (*appsv1.Deployment, error) {
	made, err := r.clientset.AppsV1().Deployments(d.Namespace).Create(ctx, d, metav1.CreateOptions{})
	if err != nil {
		return nil, err
	}
	if skipVerify {
		return made, nil
	}
	if err := verify(func() (runtime.Object, error) {
		return r.deployments.Deployments(d.Namespace).Get(d.Name)
	}); err != nil {
		return nil, err
	}
	return made, nil
}

func verify(get func() (runtime.Object, error)) error {
	var err error
	for range 20 {
		if _, err = get(); err == nil || !apierrors.IsNotFound(err) {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

func (r *Reconciler) waitsThere(ctx context.Context, d *appsv1.Deployment) (int32, error) {
	if _, err := r.makeDeployment(ctx, d); err != nil {
		return 0, err
	}
	now, err := r.deployments.Deployments(d.Namespace).Get(d.Name)
	if err != nil {
		return 0, err
	}
	return now.Status.ReadyReplicas, nil
}

// One Deployment is paused or not.
func (r *Reconciler) oneOrTheOther(ctx context.Context, d *appsv1.Deployment) error {
	if d.Spec.Paused && d.Name != "" {
		if err := r.pause(ctx, d.Namespace, d.Name); err != nil {
			return err
		}
	}
	if !d.Spec.Paused && d.Name != "" {
		now, err := r.deployments.Deployments(d.Namespace).Get(d.Name)
		if err != nil {
			return err
		}
		fmt.Println(now.Annotations)
	}
	return nil
}

func (r *Reconciler) pause(ctx context.Context, namespace, name string) error {
	_, err := r.clientset.AppsV1().Deployments(namespace).Patch(ctx, name, types.MergePatchType, []byte(`{}`), metav1.PatchOptions{})
	return err
}

// A name that is another one each time names no object twice.
func (r *Reconciler) claim(ctx context.Context, w *api.Widget) error {
	for range w.Spec.Size {
		name := names.Claim(w.Name)
		if _, err := r.claims.PersistentVolumeClaims(w.Namespace).Get(name); !apierrors.IsNotFound(err) {
			return err
		}
		claim := &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: name}}
		if _, err := r.clientset.CoreV1().PersistentVolumeClaims(w.Namespace).Create(ctx, claim, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// The list is only looked through for the others.
func (r *Reconciler) others(ctx context.Context, d *appsv1.Deployment) error {
	d = d.DeepCopy()
	d.Status.ReadyReplicas = 1
	if _, err := r.clientset.AppsV1().Deployments(d.Namespace).UpdateStatus(ctx, d, metav1.UpdateOptions{}); err != nil {
		return err
	}
	all, err := r.deployments.Deployments(d.Namespace).List(labels.Everything())
	if err != nil {
		return err
	}
	for _, other := range all {
		if other.Name != d.Name && other.Spec.Paused == d.Spec.Paused {
			d.Status.Replicas++
		}
	}
	_, err = r.clientset.AppsV1().Deployments(d.Namespace).UpdateStatus(ctx, d, metav1.UpdateOptions{})
	return err
}

// What is set in the lister's own object is there at once. That is a mistake, but another one.
func (r *Reconciler) inPlace(ctx context.Context, name string) (bool, error) {
	node, err := r.nodes.Get(name)
	if err != nil {
		return false, err
	}
	node.Spec.Unschedulable = true
	if _, err := r.clientset.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
		return false, err
	}
	now, err := r.nodes.Get(name)
	if err != nil {
		return false, err
	}
	return now.Spec.Unschedulable, nil
}

// The colour is set in one function, and the size is read.
func (r *Reconciler) paintThenSize(ctx context.Context, key client.ObjectKey) (int, error) {
	w, err := r.painted(ctx, key)
	if err != nil {
		return 0, err
	}
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	var now api.Widget
	if err := r.Get(ctx, key, &now); err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}
