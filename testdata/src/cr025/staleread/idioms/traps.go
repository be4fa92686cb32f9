package idioms

import (
	"context"
	"errors"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

type result struct {
	stop bool
	res  ctrl.Result
}

func (r *R) okStruct(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	out, err := r.structured(ctx, w)
	if err != nil {
		return ctrl.Result{}, err
	}
	if out.stop {
		return out.res, nil
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: now.Spec.Size == 1}, nil
}

func (r *R) structured(ctx context.Context, w *api.Widget) (result, error) {
	if w.Spec.Size > 0 {
		return result{}, nil
	}
	if err := r.Update(ctx, w); err != nil {
		return result{}, err
	}
	return result{stop: true}, nil
}

func (r *R) okOp(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	d := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	op, err := controllerutil.CreateOrUpdate(ctx, r.Client, d, func() error { return nil })
	if err != nil {
		return ctrl.Result{}, err
	}
	if op != controllerutil.OperationResultNone {
		return ctrl.Result{Requeue: true}, nil
	}
	var now appsv1.Deployment
	if err := r.Get(ctx, client.ObjectKeyFromObject(d), &now); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: now.Status.ReadyReplicas == 0}, nil
}

func (r *R) okCreatedFlag(ctx context.Context, w *api.Widget) (*corev1.ConfigMap, error) {
	cm := &corev1.ConfigMap{}
	created, err := r.create(ctx, w)
	if err != nil {
		return nil, err
	}
	if created {
		return nil, errors.New("wait")
	}
	err = r.Get(ctx, client.ObjectKeyFromObject(w), cm)
	return cm, err
}

func (r *R) create(ctx context.Context, w *api.Widget) (created bool, err error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	if err = r.Get(ctx, client.ObjectKeyFromObject(cm), cm); err == nil {
		return false, nil
	}
	if !apierrors.IsNotFound(err) {
		return
	}
	err = r.Create(ctx, cm)
	created = err == nil
	return
}

func (r *R) okRequeueAfter(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	after, err := r.wait(ctx, w)
	if err != nil || after > 0 {
		return ctrl.Result{RequeueAfter: after}, err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: now.Spec.Size == 1}, nil
}

func (r *R) wait(ctx context.Context, w *api.Widget) (time.Duration, error) {
	if w.Spec.Size > 0 {
		return 0, nil
	}
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	return time.Second, nil
}

func (r *R) okNilObject(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	cm, err := r.getOrMake(ctx, w)
	if err != nil || cm == nil {
		return ctrl.Result{}, err
	}
	var again corev1.ConfigMap
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &again); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: again.Data["x"] == ""}, nil
}

func (r *R) getOrMake(ctx context.Context, w *api.Widget) (*corev1.ConfigMap, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), cm)
	if apierrors.IsNotFound(err) {
		return nil, r.Create(ctx, cm)
	}
	return cm, err
}

func (r *R) okTwoNamespaces(ctx context.Context, s *corev1.Secret, namespaces []string) error {
	for _, ns := range namespaces {
		c := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: ns, Name: s.Name}}
		err := r.Get(ctx, types.NamespacedName{Namespace: ns, Name: s.Name}, c)
		if apierrors.IsNotFound(err) {
			c.Data = s.Data
			if err := r.Create(ctx, c); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		c.Data = s.Data
		if err := r.Update(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

func (r *R) okRecursion(ctx context.Context, w *api.Widget, depth int) error {
	if depth == 0 {
		return nil
	}
	var parent api.Widget
	if err := r.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: w.Spec.Parent}, &parent); err != nil {
		return err
	}
	parent.Spec.Size++
	if err := r.Update(ctx, &parent); err != nil {
		return err
	}
	return r.okRecursion(ctx, &parent, depth-1)
}

func (r *R) okMapKeys(ctx context.Context, m map[types.NamespacedName]string) error {
	for key, v := range m {
		var cm corev1.ConfigMap
		if err := r.Get(ctx, key, &cm); err != nil {
			return err
		}
		cm.Data["v"] = v
		if err := r.Update(ctx, &cm); err != nil {
			return err
		}
	}
	return nil
}

func (r *R) okOwnerRefs(ctx context.Context, w *api.Widget) error {
	for _, ref := range w.OwnerReferences {
		var g api.Widget
		if err := r.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: ref.Name}, &g); err != nil {
			return err
		}
		g.Spec.Size++
		if err := r.Update(ctx, &g); err != nil {
			return err
		}
	}
	return nil
}

func (r *R) okSelectLoop(ctx context.Context, key types.NamespacedName) error {
	t := time.NewTicker(time.Minute)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
			var w api.Widget
			if err := r.Get(ctx, key, &w); err != nil {
				return err
			}
			w.Spec.Size++
			if err := r.Update(ctx, &w); err != nil {
				return err
			}
		}
	}
}

func (r *R) okQueueLoop(ctx context.Context, jobs <-chan types.NamespacedName) error {
	for key := range jobs {
		var w api.Widget
		if err := r.Get(ctx, key, &w); err != nil {
			return err
		}
		w.Spec.Size++
		if err := r.Update(ctx, &w); err != nil {
			return err
		}
	}
	return nil
}
