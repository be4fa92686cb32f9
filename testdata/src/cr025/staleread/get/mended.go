package get

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	coreac "k8s.io/client-go/applyconfigurations/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// Mended uses what the writes leave.
type Mended struct {
	client.Client
	apiReader client.Reader
	owner     client.FieldOwner
}

// Reconcile goes on with the object that was written.
func (r *Mended) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if controllerutil.AddFinalizer(&w, finalizer) {
		if err := r.Update(ctx, &w); err != nil {
			return ctrl.Result{}, err
		}
	}
	w.Status.Phase = "Accepted"
	return ctrl.Result{}, r.Status().Update(ctx, &w)
}

func (r *Mended) afterCreate(ctx context.Context, w *api.Widget) (string, error) {
	cm := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name},
		Data:       w.Spec.Config,
	}
	if err := r.Create(ctx, cm); err != nil {
		return "", err
	}
	return cm.ResourceVersion, nil
}

func (r *Mended) afterPatch(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	w.Spec.Size++
	if err := r.Patch(ctx, w, client.MergeFrom(base)); err != nil {
		return err
	}
	w.Status.Made = w.Spec.Size
	return r.Status().Update(ctx, w)
}

func (r *Mended) afterApply(ctx context.Context, w *api.Widget) (map[string]string, error) {
	ac := coreac.ConfigMap("settings", w.Namespace).WithData(w.Spec.Config)
	if err := r.Apply(ctx, ac, r.owner, client.ForceOwnership); err != nil {
		return nil, err
	}
	return ac.Data, nil
}

func (r *Mended) afterStatusPatch(ctx context.Context, w *api.Widget) (int, error) {
	base := w.DeepCopy()
	w.Status.Made++
	if err := r.Status().Patch(ctx, w, client.MergeFrom(base)); err != nil {
		return 0, err
	}
	return w.Status.Made, nil
}

// The scale itself has the answer; a sub-resource is never cached.
func (r *Mended) afterScale(ctx context.Context, d *appsv1.Deployment, scale *autoscalingv1.Scale) (int32, error) {
	if err := r.SubResource("scale").Update(ctx, d, client.WithSubResourceBody(scale)); err != nil {
		return 0, err
	}
	if err := r.SubResource("scale").Get(ctx, d, scale); err != nil {
		return 0, err
	}
	return scale.Spec.Replicas, nil
}

func (r *Mended) afterCopied(ctx context.Context, w *api.Widget) error {
	changed := w.DeepCopy()
	changed.Spec.Colour = "red"
	if err := r.Update(ctx, changed); err != nil {
		return err
	}
	changed.Labels = map[string]string{"colour": changed.Spec.Colour}
	return r.Update(ctx, changed)
}

// The API server is asked.
func (r *Mended) afterIgnored(ctx context.Context, key types.NamespacedName) (string, error) {
	w := api.Widget{}
	if err := r.Get(ctx, key, &w); err != nil {
		return "", err
	}
	w.Spec.Colour = "blue"
	_ = r.Update(ctx, &w)
	err := r.apiReader.Get(ctx, key, &w)
	return w.Spec.Colour, err
}

func (r *Mended) afterComposite(ctx context.Context, w *api.Widget) (string, error) {
	svc := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, svc, func() error {
		svc.Spec.Ports = []corev1.ServicePort{{Port: 80}}
		return nil
	}); err != nil {
		return "", err
	}
	return svc.Spec.ClusterIP, nil
}
