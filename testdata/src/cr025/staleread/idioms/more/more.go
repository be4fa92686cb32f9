package more

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
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

type R struct {
	client.Client
	APIReader client.Reader
	cs        kubernetes.Interface
	nodes     corelisters.NodeLister
	cms       corelisters.ConfigMapLister
}

func (r *R) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

// traps

func (r *R) okUpdateOnlyIfChanged(ctx context.Context, req ctrl.Request, w *api.Widget) error {
	updated := w.DeepCopy()
	if meta.SetStatusCondition(&updated.Status.Conditions, metav1.Condition{Type: "x"}) {
		return r.Status().Update(ctx, updated)
	}
	return r.Get(ctx, req.NamespacedName, w)
}

func (r *R) okRetryIgnoresConflict(ctx context.Context, key types.NamespacedName) error {
	return retry.OnError(retry.DefaultRetry, func(err error) bool { return apierrors.IsServerTimeout(err) }, func() error {
		var w api.Widget
		if err := r.Get(ctx, key, &w); err != nil {
			return err
		}
		w.Spec.Size++
		return r.Update(ctx, &w)
	})
}

func (r *R) okSetRV(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cur := &api.Widget{}
		if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), cur); err != nil {
			return err
		}
		w.ResourceVersion = cur.ResourceVersion
		return r.Update(ctx, w)
	})
}

func (r *R) okStatusPatchBase(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cur := &api.Widget{}
		if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), cur); err != nil {
			return err
		}
		cur.Status = w.Status
		return r.Status().Update(ctx, cur)
	})
}

func (r *R) okLiveInHelper(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.refresh(ctx, w); err != nil {
			return err
		}
		return r.Update(ctx, w)
	})
}

func (r *R) refresh(ctx context.Context, w *api.Widget) error {
	return r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), w)
}

func (r *R) okDeleteOthers(ctx context.Context, w *api.Widget) error {
	if err := r.Delete(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}); client.IgnoreNotFound(err) != nil {
		return err
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(w.Namespace)); err != nil {
		return err
	}
	for i := range pods.Items {
		if err := r.Delete(ctx, &pods.Items[i]); client.IgnoreNotFound(err) != nil {
			return err
		}
	}
	return nil
}

func (r *R) okEmptyName(ctx context.Context, w *api.Widget, a, b string) error {
	if err := r.one(ctx, w, a); err != nil {
		return err
	}
	return r.one(ctx, w, b)
}

func (r *R) one(ctx context.Context, w *api.Widget, name string) error {
	cm := &corev1.ConfigMap{}
	err := r.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: name}, cm)
	if err == nil {
		cm.Data = w.Spec.Config
		return r.Update(ctx, cm)
	}
	if apierrors.IsNotFound(err) {
		cm.Name, cm.Namespace = name, w.Namespace
		return r.Create(ctx, cm)
	}
	return err
}

func (r *R) okWriteElse(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size == 0 {
		if err := r.Update(ctx, w); err != nil {
			return err
		}
		goto done
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	w.Spec.Size = 7
done:
	return nil
}

func (r *R) okFinalizerRemoved(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, err
	}
	switch {
	case !w.DeletionTimestamp.IsZero():
		if controllerutil.RemoveFinalizer(w, "f") {
			if err := r.Update(ctx, w); err != nil {
				return ctrl.Result{}, err
			}
		}
		return ctrl.Result{}, nil
	case !controllerutil.ContainsFinalizer(w, "f"):
		controllerutil.AddFinalizer(w, "f")
		if err := r.Update(ctx, w); err != nil {
			return ctrl.Result{}, err
		}
		return ctrl.Result{}, nil
	}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, err
	}
	w.Spec.Size++
	return ctrl.Result{}, r.Update(ctx, w)
}

func (r *R) okCompositeExists(ctx context.Context, cm *corev1.ConfigMap) error {
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error { return nil })
	if apierrors.IsConflict(err) || apierrors.IsAlreadyExists(err) {
		return nil
	}
	return err
}

// bugs

func (r *R) bugNotFoundThenAgain(ctx context.Context, key types.NamespacedName) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, cm); apierrors.IsNotFound(err) {
		cm.Name, cm.Namespace = key.Name, key.Namespace
		if err := r.Create(ctx, cm); err != nil {
			return err
		}
		if err := r.Get(ctx, key, cm); err != nil { // want `ConfigMap.*\[staleread/get\]`
			return err
		}
	} else if err != nil {
		return err
	}
	cm.Data["x"] = "y"
	return r.Update(ctx, cm)
}

func (r *R) bugDefer(ctx context.Context, req ctrl.Request) (err error) {
	defer r.updateStatus(ctx, req)
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return err
	}
	w.Spec.Size++
	return r.Update(ctx, w)
}

func (r *R) updateStatus(ctx context.Context, req ctrl.Request) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil { // want `Widget.*\[staleread/get\]`
		return
	}
	w.Status.Phase = "x"
	_ = r.Status().Update(ctx, w)
}

func (r *R) bugCreateOrGet(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	if err := r.Create(ctx, cm); err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(cm), cm); err != nil { // want `ConfigMap.*\[staleread/get\]`
		return err
	}
	cm.Data = w.Spec.Config
	return r.Update(ctx, cm)
}

func (r *R) bugOnConflict(ctx context.Context, w *api.Widget) error {
	if err := r.Status().Update(ctx, w); err != nil {
		if apierrors.IsConflict(err) {
			latest := &api.Widget{}
			if err := r.Get(ctx, client.ObjectKeyFromObject(w), latest); err != nil { // want `Widget.*\[staleread/retry\]`
				return err
			}
			latest.Status = w.Status
			return r.Status().Update(ctx, latest)
		}
		return err
	}
	return nil
}

func (r *R) bugInformerNode(ctx context.Context, cm *corev1.ConfigMap) (int, error) {
	lister := r.cms.ConfigMaps(cm.Namespace)
	iface := r.cs.CoreV1().ConfigMaps(cm.Namespace)
	if err := iface.Delete(ctx, cm.Name, metav1.DeleteOptions{}); err != nil {
		return 0, err
	}
	now, err := lister.Get(cm.Name) // want `ConfigMap.*\[staleread/lister\]`
	if err != nil {
		return 0, err
	}
	return len(now.Data), nil
}
