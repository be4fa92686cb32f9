package halfway

import (
	"context"
	"fmt"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	networkingv1 "k8s.io/api/networking/v1"
	nodev1 "k8s.io/api/node/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	storagev1 "k8s.io/api/storage/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"ctrllint.test/cr025/lostwrite/api"
)

// The one that is looked for comes last.
func (r *Reconciler) runMended(ctx context.Context, w *api.Widget) error {
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &corev1.ReplicationController{})
	if err == nil || !apierrors.IsNotFound(err) {
		return err
	}
	if err := r.Create(ctx, &corev1.Endpoints{ObjectMeta: named(w)}); client.IgnoreAlreadyExists(err) != nil {
		return err
	}
	return r.Create(ctx, &corev1.ReplicationController{ObjectMeta: named(w)})
}

// Both are looked for.
func (r *Reconciler) both(ctx context.Context, w *api.Widget) error {
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &appsv1.StatefulSet{})
	if apierrors.IsNotFound(err) {
		err = r.Create(ctx, &appsv1.StatefulSet{ObjectMeta: named(w)})
	}
	if err != nil {
		return err
	}
	err = r.Get(ctx, client.ObjectKeyFromObject(w), &autoscalingv2.HorizontalPodAutoscaler{})
	if apierrors.IsNotFound(err) {
		err = r.Create(ctx, &autoscalingv2.HorizontalPodAutoscaler{ObjectMeta: named(w)})
	}
	return err
}

// What is there already doesn't end it.
func (r *Reconciler) existsMended(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, &networkingv1.NetworkPolicy{ObjectMeta: named(w)}); err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	return r.Create(ctx, &corev1.ResourceQuota{ObjectMeta: named(w)})
}

// Nor does it here, where it is looked at first.
func (r *Reconciler) existsOther(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, &schedulingv1.PriorityClass{ObjectMeta: named(w)}); err != nil {
		if !apierrors.IsAlreadyExists(err) {
			return err
		}
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), &schedulingv1.PriorityClass{}); err != nil {
			return nil
		}
	}
	class := &nodev1.RuntimeClass{}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), class)
	if err != nil {
		if !apierrors.IsNotFound(err) {
			return err
		}
		class.Name = w.Name
		if err := r.Create(ctx, class); err != nil {
			return err
		}
	}
	return nil
}

// Somebody else makes up for it.
func (r *Reconciler) lease(ctx context.Context, w *api.Widget) error {
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &coordinationv1.Lease{})
	if err == nil || !apierrors.IsNotFound(err) {
		return err
	}
	if err := r.Create(ctx, &coordinationv1.Lease{ObjectMeta: named(w)}); err != nil {
		return err
	}
	return r.Create(ctx, &discoveryv1.EndpointSlice{ObjectMeta: named(w)})
}

func (r *Reconciler) lend(ctx context.Context, w *api.Widget) error {
	if err := r.lease(ctx, w); err != nil {
		return err
	}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, &discoveryv1.EndpointSlice{ObjectMeta: named(w)}, func() error { return nil })
	return err
}

// The first is taken back when the second fails.
func (r *Reconciler) takenBack(ctx context.Context, w *api.Widget) error {
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &storagev1.StorageClass{})
	if err == nil || !apierrors.IsNotFound(err) {
		return err
	}
	class := &storagev1.StorageClass{ObjectMeta: named(w)}
	if err := r.Create(ctx, class); err != nil {
		return err
	}
	if err := r.Create(ctx, &storagev1.VolumeAttachment{ObjectMeta: named(w)}); err != nil {
		_ = r.Delete(ctx, class)
		return err
	}
	return nil
}

// It doesn't matter to the function whether the second succeeds.
func (r *Reconciler) tried(ctx context.Context, w *api.Widget) error {
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &corev1.PodTemplate{})
	if err == nil || !apierrors.IsNotFound(err) {
		return err
	}
	if err := r.Create(ctx, &corev1.PodTemplate{ObjectMeta: named(w)}); err != nil {
		return err
	}
	if err := r.Create(ctx, &storagev1.CSINode{ObjectMeta: named(w)}); err != nil {
		logf.FromContext(ctx).Error(err, "it goes without")
	}
	return nil
}

// Users are told of it, that is all.
func (r *Reconciler) event(ctx context.Context, w *api.Widget) error {
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &storagev1.CSIDriver{})
	if err == nil || !apierrors.IsNotFound(err) {
		return err
	}
	if err := r.Create(ctx, &storagev1.CSIDriver{ObjectMeta: named(w)}); err != nil {
		return err
	}
	return r.Create(ctx, &corev1.Event{ObjectMeta: named(w), Message: "there is a driver"})
}

// The next round of the loop comes to the first write from the second, and not the other way round.
func (r *Reconciler) machine(ctx context.Context, key client.ObjectKey) error {
	for range 3 {
		w := &api.Gadget{}
		if err := r.Get(ctx, key, w); err != nil {
			return client.IgnoreNotFound(err)
		}
		if w.Status.Phase != "" {
			return nil
		}
		if err := r.Create(ctx, &networkingv1.IngressClass{ObjectMeta: metav1.ObjectMeta{Name: w.Name}}); err != nil {
			return err
		}
		w.Status.Phase = "Made"
		if err := r.Status().Update(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

// The mark is set only now and then, and asked for before the rest in any case.
func (r *Reconciler) attempts(ctx context.Context, w *api.Widget) error {
	if w.Status.Phase == "GivenUp" {
		return nil
	}
	w.Status.Made++
	if w.Status.Made > 3 {
		w.Status.Phase = "GivenUp"
	}
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	return r.Create(ctx, &rbacv1.ClusterRole{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint(w.Name, w.Status.Made)}})
}

// Whether it is time says nothing of what is stored.
func (r *Reconciler) due(w *api.Widget) bool {
	return w.DeletionTimestamp == nil || time.Since(w.DeletionTimestamp.Time) > time.Minute
}

func (r *Reconciler) daily(ctx context.Context, w *api.Widget) error {
	if !r.due(w) {
		return nil
	}
	w.Status.Phase = "Running"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	return r.Create(ctx, &rbacv1.ClusterRoleBinding{ObjectMeta: named(w)})
}

// What is there no more doesn't end it.
func (r *Reconciler) replaceMended(ctx context.Context, w *api.Widget) error {
	old := &corev1.PersistentVolume{}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), old)
	if err == nil {
		err = r.Delete(ctx, old)
	}
	if client.IgnoreNotFound(err) != nil {
		return err
	}
	return r.Create(ctx, &discoveryv1.EndpointSlice{ObjectMeta: named(w)})
}

// Whoever has made it makes it again.
func (r *Reconciler) renew(ctx context.Context, w *api.Widget) error {
	old := &batchv1.CronJob{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), old); err != nil {
		return client.IgnoreNotFound(err)
	}
	if err := r.Delete(ctx, old); err != nil {
		return err
	}
	return r.Create(ctx, &batchv1.CronJob{ObjectMeta: named(w)})
}

// The Pod that is waited for is another one than that which is deleted.
func (r *Reconciler) steps(ctx context.Context, w *api.Widget, pods []corev1.Pod) error {
	if err := r.started(ctx, w); err != nil {
		return err
	}
	for i := range pods {
		if err := r.Delete(ctx, &pods[i]); err != nil {
			return err
		}
	}
	return r.Create(ctx, &corev1.PodTemplate{ObjectMeta: named(w)})
}

func (r *Reconciler) started(ctx context.Context, w *api.Widget) error {
	return r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: w.Name + "-0"}, &corev1.Pod{})
}

// Which of them goes doesn't matter: the next time there is one too many again.
func (r *Reconciler) prune(ctx context.Context, w *api.Widget) error {
	all := &schedulingv1.PriorityClassList{}
	if err := r.List(ctx, all); err != nil {
		return err
	}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &appsv1.ControllerRevision{})
	if err == nil || !apierrors.IsNotFound(err) {
		return err
	}
	if err := r.Create(ctx, &appsv1.ControllerRevision{ObjectMeta: named(w)}); err != nil {
		return err
	}
	if len(all.Items) > 10 {
		return r.Delete(ctx, &all.Items[0])
	}
	return nil
}

// What is deleted is there again before the rest is done; IBM/ibm-licensing-operator
// controllers/operator/ibmlicensing_controller.go line 657 at commit c488f3cc.
func (r *Reconciler) again(ctx context.Context, w *api.Widget) error {
	old := &networkingv1.NetworkPolicy{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), old); err != nil {
		return client.IgnoreNotFound(err)
	}
	if err := r.swap(ctx, old); err != nil {
		return err
	}
	return r.Create(ctx, &storagev1.VolumeAttachment{ObjectMeta: named(w)})
}

func (r *Reconciler) swap(ctx context.Context, old client.Object) error {
	if err := r.Delete(ctx, old); err != nil {
		return err
	}
	return r.Create(ctx, old.DeepCopyObject().(client.Object))
}
