// Package untouched does one thing or another by what functions say of a Deployment, of which parts are handed on meanwhile.
package untouched

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Gate keeps Services of Deployments.
type Gate struct{ client.Client }

// Reconcile keeps the Service of a Deployment in two ways.
func (g *Gate) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	d := &appsv1.Deployment{}
	if err := g.Get(ctx, req.NamespacedName, d); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := g.Outside(ctx, d); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, g.inside(ctx, d)
}

// Outside makes a Service, or looks for one. Whether a Pod has the network of its node is never set here: a Service is only looked for
// where none was made.
func (g *Gate) Outside(ctx context.Context, d *appsv1.Deployment) error {
	if onNode(d) {
		if err := g.Create(ctx, &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: d.Namespace, Name: d.Name}}); err != nil {
			return err
		}
	}
	like := &corev1.Pod{}
	like.Spec.Affinity = d.Spec.Template.Spec.Affinity
	if !onNode(d) {
		found := &corev1.Service{}
		if err := g.Get(ctx, client.ObjectKey{Namespace: d.Namespace, Name: d.Name}, found); apierrors.IsNotFound(err) {
			return g.Create(ctx, like)
		}
	}
	return nil
}

func onNode(d *appsv1.Deployment) bool {
	if d == nil || d.Spec.Replicas == nil {
		return false
	}
	return d.Spec.Template.Spec.HostNetwork
}

// Whether it sees the processes of its node is: meanwhile.
func (g *Gate) inside(ctx context.Context, d *appsv1.Deployment) error {
	if seesNode(d) {
		if err := g.Create(ctx, &corev1.Endpoints{ObjectMeta: metav1.ObjectMeta{Namespace: d.Namespace, Name: d.Name}}); err != nil {
			return err
		}
	}
	shut(&d.Spec.Template.Spec)
	if !seesNode(d) {
		found := &corev1.Endpoints{}
		if err := g.Get(ctx, client.ObjectKey{Namespace: d.Namespace, Name: d.Name}, found); apierrors.IsNotFound(err) { // want `Endpoints.*\[staleread/get\]`
			return g.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: d.Namespace, GenerateName: "shut-"}})
		}
	}
	return nil
}

func seesNode(d *appsv1.Deployment) bool {
	if d == nil || d.Spec.Replicas == nil {
		return false
	}
	return d.Spec.Template.Spec.HostPID
}

func shut(spec *corev1.PodSpec) { spec.HostPID = false }
