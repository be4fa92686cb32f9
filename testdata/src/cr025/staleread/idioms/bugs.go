package idioms

import (
	"context"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	appslisters "k8s.io/client-go/listers/apps/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

type R struct {
	client.Client
	APIReader client.Reader
	dyn       dynamic.Interface
	cs        kubernetes.Interface
	dl        appslisters.DeploymentLister
	nodes     corelisters.NodeLister
	gen       cache.GenericLister
}

func (r *R) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

var gvr = schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"}

func (r *R) bugSleep(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	time.Sleep(time.Second)
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil { // want `Widget.*\[staleread/get\]`
		return 0, err
	}
	return now.Spec.Size, nil
}

type scope struct {
	client client.Client
	w      *api.Widget
}

func (s *scope) close(ctx context.Context) error { return s.client.Status().Update(ctx, s.w) }

func (r *R) bugScope(ctx context.Context, w *api.Widget) (string, error) {
	s := &scope{client: r.Client, w: w}
	if err := s.close(ctx); err != nil {
		return "", err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil { // want `Widget.*\[staleread/get\]`
		return "", err
	}
	return now.Status.Phase, nil
}

func (r *R) bugRange(ctx context.Context) error {
	var l api.WidgetList
	if err := r.List(ctx, &l); err != nil {
		return err
	}
	for i := range l.Items {
		w := &l.Items[i]
		w.Spec.Size++
		if err := r.Update(ctx, w); err != nil {
			return err
		}
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `Widget.*\[staleread/get\]`
			return err
		}
		w.Status.Made = w.Spec.Size
		if err := r.Status().Update(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

func (r *R) bugTwoUpdates(ctx context.Context, d *appsv1.Deployment) error {
	if _, err := controllerutil.CreateOrPatch(ctx, r.Client, d, func() error { return nil }); err != nil {
		return err
	}
	cur := &appsv1.Deployment{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(d), cur); err != nil { // want `Deployment.*\[staleread/get\]`
		return err
	}
	cur.Labels["x"] = "y"
	return r.Update(ctx, cur)
}

func (r *R) bugLabel(ctx context.Context, name string) error {
	for tries := 3; tries > 0; tries-- {
		n, err := r.nodes.Get(name) // want `^warning: .*Node.*when the last try is refused as well, nobody hears of it.*\[staleread/retrylost\]`
		if err != nil {
			return err
		}
		n = n.DeepCopy()
		n.Spec.Unschedulable = true
		if _, err = r.cs.CoreV1().Nodes().Update(ctx, n, metav1.UpdateOptions{}); err == nil {
			return nil
		}
	}
	return nil
}

func (r *R) bugRetryHelper(ctx context.Context, w *api.Widget) error {
	return r.withRetry(ctx, func() error {
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `Widget.*\[staleread/retry\]`
			return err
		}
		w.Spec.Size++
		return r.Update(ctx, w)
	})
}

func (r *R) withRetry(ctx context.Context, fn func() error) error {
	return retry.RetryOnConflict(retry.DefaultRetry, fn)
}

func (r *R) bugNamedFn(ctx context.Context, key types.NamespacedName) error {
	attempt := func() error {
		var w api.Widget
		if err := r.Get(ctx, key, &w); err != nil { // want `Widget.*\[staleread/retry\]`
			return err
		}
		w.Spec.Size++
		return r.Update(ctx, &w)
	}
	return retry.RetryOnConflict(retry.DefaultRetry, attempt)
}

func (r *R) bugGoto(ctx context.Context, w *api.Widget) error {
again:
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `Widget.*\[staleread/retry\]`
		return err
	}
	w.Spec.Size++
	if err := r.Update(ctx, w); apierrors.IsConflict(err) {
		goto again
	} else if err != nil {
		return err
	}
	return nil
}

func (r *R) bugDeleteList(ctx context.Context, ns string) (int, error) {
	var l corev1.PodList
	if err := r.List(ctx, &l, client.InNamespace(ns)); err != nil {
		return 0, err
	}
	for i := range l.Items {
		if err := r.Delete(ctx, &l.Items[i]); err != nil {
			return 0, err
		}
	}
	if err := r.List(ctx, &l, client.InNamespace(ns)); err != nil { // want `Pod.*\[staleread/list\]`
		return 0, err
	}
	return len(l.Items), nil
}
