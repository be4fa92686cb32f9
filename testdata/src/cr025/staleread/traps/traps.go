// Package traps looks stale and is not, in the shapes that operators write. Nothing here is a finding.
package traps

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

const finalizer = "shop.example.com/traps"

// Reconciler is careful.
type Reconciler struct {
	client.Client
	APIReader client.Reader
	clientset kubernetes.Interface
	clusters  map[string]client.Client
}

// Reconcile has all that a reconciler of these days has.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, err error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	before := w.DeepCopy()
	defer func() {
		if patchErr := r.Status().Patch(ctx, w, client.MergeFrom(before)); err == nil {
			err = patchErr
		}
	}()
	if !w.DeletionTimestamp.IsZero() {
		return ctrl.Result{}, r.finish(ctx, w)
	}
	if controllerutil.AddFinalizer(w, finalizer) {
		if err := r.Update(ctx, w); err != nil {
			return ctrl.Result{}, err
		}
	}
	if err := r.configMap(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	ready, err := r.pod(ctx, w)
	if err != nil {
		return ctrl.Result{}, err
	}
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Ready", Status: ready, Reason: "Pod"})
	return ctrl.Result{}, nil
}

func (r *Reconciler) finish(ctx context.Context, w *api.Widget) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(w.Namespace), client.MatchingLabels{"widget": w.Name}); err != nil {
		return err
	}
	for i := range pods.Items {
		if err := r.Delete(ctx, &pods.Items[i]); client.IgnoreNotFound(err) != nil {
			return err
		}
	}
	controllerutil.RemoveFinalizer(w, finalizer)
	return r.Update(ctx, w)
}

// What was made is what is used.
func (r *Reconciler) configMap(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), cm)
	if apierrors.IsNotFound(err) {
		cm = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
		err = r.Create(ctx, cm)
	}
	if err != nil {
		return err
	}
	cm.Data = w.Spec.Config
	return r.Update(ctx, cm)
}

func (r *Reconciler) pod(ctx context.Context, w *api.Widget) (metav1.ConditionStatus, error) {
	pod := &corev1.Pod{}
	switch err := r.Get(ctx, client.ObjectKeyFromObject(w), pod); {
	case apierrors.IsNotFound(err):
		return metav1.ConditionUnknown, r.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}})
	case err != nil:
		return metav1.ConditionUnknown, err
	case pod.Status.Phase == corev1.PodFailed:
		return metav1.ConditionFalse, r.Delete(ctx, pod)
	}
	return metav1.ConditionTrue, nil
}

// The cache is waited for, in three ways.
func (r *Reconciler) polled(ctx context.Context, g *api.Gadget) error {
	if err := r.Create(ctx, g); err != nil {
		return err
	}
	return wait.PollUntilContextTimeout(ctx, 100*time.Millisecond, 10*time.Second, true, func(ctx context.Context) (bool, error) {
		var seen api.Gadget
		err := r.Get(ctx, client.ObjectKeyFromObject(g), &seen)
		return err == nil && seen.Serial == g.Serial, client.IgnoreNotFound(err)
	})
}

func (r *Reconciler) slept(ctx context.Context, g *api.Gadget) (*api.Gadget, error) {
	if err := r.Create(ctx, g); err != nil {
		return nil, err
	}
	for {
		seen := &api.Gadget{}
		err := r.Get(ctx, client.ObjectKeyFromObject(g), seen)
		if err == nil {
			return seen, nil
		}
		if !apierrors.IsNotFound(err) {
			return nil, err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func (r *Reconciler) backedOff(ctx context.Context, g *api.Gadget) error {
	if err := r.Create(ctx, g); err != nil {
		return err
	}
	backoff := wait.Backoff{Duration: time.Second, Steps: 10, Factor: 2}
	return wait.ExponentialBackoffWithContext(ctx, backoff, func(ctx context.Context) (bool, error) {
		err := r.Get(ctx, client.ObjectKeyFromObject(g), &api.Gadget{})
		return err == nil, client.IgnoreNotFound(err)
	})
}

func (r *Reconciler) retried(ctx context.Context, g *api.Gadget) error {
	if err := r.Create(ctx, g); err != nil {
		return err
	}
	return retry.OnError(retry.DefaultBackoff, apierrors.IsNotFound, func() error {
		return r.Get(ctx, client.ObjectKeyFromObject(g), &api.Gadget{})
	})
}

// A defer that looks for the same one, by its UID.
func (r *Reconciler) stillTheSame(ctx context.Context, w *api.Widget) error {
	defer func() {
		var now api.Widget
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); apierrors.IsNotFound(err) || now.UID != w.UID {
			return
		}
		base := w.DeepCopy()
		w.Status.Phase = "Left"
		_ = r.Status().Patch(ctx, w, client.MergeFrom(base))
	}()
	return r.Update(ctx, w)
}

// Each cluster has its own.
func (r *Reconciler) spread(ctx context.Context, cm *corev1.ConfigMap) (int, error) {
	seen := 0
	for _, c := range r.clusters {
		if err := c.Create(ctx, cm.DeepCopy()); err != nil {
			return 0, err
		}
	}
	var hub corev1.ConfigMap
	if err := r.clusters["hub"].Get(ctx, client.ObjectKeyFromObject(cm), &hub); err != nil {
		return 0, err
	}
	return seen + len(hub.Data), nil
}

// All sorts of objects, each read and then written.
func (r *Reconciler) applyAll(ctx context.Context, objs ...client.Object) error {
	for _, obj := range objs {
		have := obj.DeepCopyObject().(client.Object)
		switch err := r.Get(ctx, client.ObjectKeyFromObject(obj), have); {
		case apierrors.IsNotFound(err):
			if err := r.Create(ctx, obj); err != nil {
				return err
			}
		case err != nil:
			return err
		default:
			obj.SetResourceVersion(have.GetResourceVersion())
			if err := r.Update(ctx, obj); err != nil {
				return err
			}
		}
	}
	return nil
}

// The write is made by somebody else, some other time.
func (r *Reconciler) queued(ctx context.Context, jobs chan<- func() error, w *api.Widget) (int, error) {
	jobs <- func() error { return r.Update(ctx, w.DeepCopy()) }
	var now api.Widget
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &now)
	return now.Spec.Size, err
}

// Live, by a clientset.
func (r *Reconciler) byClientset(ctx context.Context, cm *corev1.ConfigMap) (map[string]string, error) {
	if err := r.Update(ctx, cm); err != nil {
		return nil, err
	}
	now, err := r.clientset.CoreV1().ConfigMaps(cm.Namespace).Get(ctx, cm.Name, metav1.GetOptions{})
	if err != nil {
		return nil, err
	}
	return now.Data, nil
}

// The read is of the owner, whose kind is another.
func (r *Reconciler) owner(ctx context.Context, g *api.Gadget) (string, error) {
	if err := r.Update(ctx, g); err != nil {
		return "", err
	}
	ref := metav1.GetControllerOf(g)
	if ref == nil {
		return "", nil
	}
	var w api.Widget
	err := r.Get(ctx, types.NamespacedName{Namespace: g.Namespace, Name: ref.Name}, &w)
	return w.Spec.Colour, err
}

// Finding out what there is comes first, also when it is the second call.
func (r *Reconciler) listsFirst(ctx context.Context, w *api.Widget) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(w.Namespace)); err != nil {
		return err
	}
	var cms corev1.ConfigMapList
	if err := r.List(ctx, &cms, client.InNamespace(w.Namespace)); err != nil {
		return err
	}
	for i := len(pods.Items); i < len(cms.Items); i++ {
		if err := r.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: cms.Items[i].Name}}); err != nil {
			return err
		}
	}
	return nil
}
