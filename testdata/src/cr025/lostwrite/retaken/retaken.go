// Package retaken has objects made by one package, and brought to the API server by another.
package retaken

import (
	"context"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
	"ctrllint.test/cr025/lostwrite/retaken/ensure"
	"ctrllint.test/cr025/lostwrite/retaken/parts"
)

// Reconciler makes Widgets.
type Reconciler struct {
	client.Client
	applier ensure.Applier
}

// What the Widget says is in the Deployment only when that is made.
func (r *Reconciler) deployment(ctx context.Context, w *api.Widget) error {
	dep := parts.Deployment(w)
	return ensure.Owned(ctx, r.Client, w, dep) // want `warning: where the appsv1.Deployment is there already, the CreateOrUpdate in ensure.Owned \(ensure.go:\d+\) reads it over Spec, set beforehand, and its function does not set that again`
}

// So it is with what the function makes itself.
func (r *Reconciler) service(ctx context.Context, w *api.Widget) error {
	svc := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	svc.Spec.ExternalName = w.Spec.Hosts[0]    // rests
	return ensure.Typed(ctx, r.Client, w, svc) // want `the CreateOrPatch in ensure.Typed \(ensure.go:\d+\) reads it over Spec`
}

// Another function of the package hands it on.
func (r *Reconciler) secret(ctx context.Context, w *api.Widget) error {
	return r.there(ctx, &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name},
		StringData: map[string]string{"hosts": strings.Join(w.Spec.Hosts, " ")},
	})
}

func (r *Reconciler) there(ctx context.Context, obj client.Object) error {
	return ensure.Owned(ctx, r.Client, &api.Widget{}, obj) // want `the CreateOrUpdate in ensure.Owned \(ensure.go:\d+\) reads it over StringData`
}

// The function that is passed sets it.
func (r *Reconciler) daemonSet(ctx context.Context, w *api.Widget) error {
	set := &appsv1.DaemonSet{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	set.Spec.Template.Spec.NodeName = w.Spec.Hosts[0]
	return ensure.With(ctx, r.Client, w, set, func(set *appsv1.DaemonSet) { set.Spec.Template.Spec.NodeName = w.Spec.Hosts[0] })
}

func (r *Reconciler) pod(ctx context.Context, w *api.Widget) error {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name, Annotations: map[string]string{"hosts": w.Spec.Hosts[0]}}}
	return ensure.By(ctx, r.Client, pod, func() error {
		pod.Annotations = map[string]string{"hosts": w.Spec.Hosts[0]}
		return nil
	})
}

// The helper keeps what it is given.
func (r *Reconciler) replicaSet(ctx context.Context, w *api.Widget) error {
	return ensure.Kept(ctx, r.Client, parts.ReplicaSet(w))
}

func (r *Reconciler) statefulSet(ctx context.Context, w *api.Widget) error {
	if err := ensure.Copied(ctx, r.Client, parts.StatefulSet(w)); err != nil {
		return err
	}
	return ensure.Twice(ctx, r.Client, parts.StatefulSet(w))
}

// There is nothing that may be another the next time.
func (r *Reconciler) budget(ctx context.Context, w *api.Widget) error {
	return ensure.Owned(ctx, r.Client, w, parts.Budget(w))
}

// For other contents it is another object.
func (r *Reconciler) hosts(ctx context.Context, w *api.Widget) error {
	cm, err := parts.Hosts(w)
	if err != nil {
		return err
	}
	return ensure.Owned(ctx, r.Client, w, cm)
}

func (r *Reconciler) scaler(ctx context.Context, w *api.Widget) error {
	return ensure.Owned(ctx, r.Client, w, parts.Scaler(w, strings.Join(w.Spec.Hosts, "-")))
}

// It is updated elsewhere.
func (r *Reconciler) ingress(ctx context.Context, w *api.Widget) error {
	return ensure.Owned(ctx, r.Client, w, parts.Ingress(w))
}

func (r *Reconciler) route(ctx context.Context, w *api.Widget) error {
	ingress := parts.Ingress(w)
	if err := r.Get(ctx, client.ObjectKeyFromObject(ingress), ingress); err != nil {
		return err
	}
	ingress.Spec.Rules = parts.Ingress(w).Spec.Rules
	return r.Update(ctx, ingress)
}

// Who knows what it comes to.
func (r *Reconciler) endpoints(ctx context.Context, w *api.Widget) error {
	return r.applier.Apply(ctx, parts.Endpoints(w))
}
