// Package subresources writes subresources, and reads what they change.
package subresources

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	appslisters "k8s.io/client-go/listers/apps/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// R is a reconciler.
type R struct {
	client.Client
	clientset   kubernetes.Interface
	deployments appslisters.DeploymentLister
}

// Reconcile does nothing here.
func (r *R) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

func (r *R) scale(ctx context.Context, d *appsv1.Deployment) (int32, error) {
	scale := &autoscalingv1.Scale{Spec: autoscalingv1.ScaleSpec{Replicas: 3}}
	if err := r.SubResource("scale").Update(ctx, d, client.WithSubResourceBody(scale)); err != nil {
		return 0, err
	}
	var now appsv1.Deployment
	if err := r.Get(ctx, client.ObjectKeyFromObject(d), &now); err != nil { // want `Get after the SubResource\("scale"\)\.Update.*\[staleread/get\]`
		return 0, err
	}
	return *now.Spec.Replicas, nil
}

// The server's answer is in the body: what is read again has not been refreshed by the write.
func (r *R) scaleAgain(ctx context.Context, d *appsv1.Deployment) (int32, error) {
	scale := &autoscalingv1.Scale{Spec: autoscalingv1.ScaleSpec{Replicas: 3}}
	if err := r.SubResource("scale").Update(ctx, d, client.WithSubResourceBody(scale)); err != nil {
		return 0, err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(d), d); err != nil { // want `reads the .*Deployment from the cache.*read through the API reader \[staleread/get\]`
		return 0, err
	}
	return *d.Spec.Replicas, nil
}

// The labels are none of it.
func (r *R) scaleTrap(ctx context.Context, d *appsv1.Deployment) (string, error) {
	scale := &autoscalingv1.Scale{Spec: autoscalingv1.ScaleSpec{Replicas: 3}}
	if err := r.SubResource("scale").Update(ctx, d, client.WithSubResourceBody(scale)); err != nil {
		return "", err
	}
	var now appsv1.Deployment
	if err := r.Get(ctx, client.ObjectKeyFromObject(d), &now); err != nil {
		return "", err
	}
	return now.Labels["a"], nil
}

// A clientset has a method for it.
func (r *R) updateScale(ctx context.Context, d *appsv1.Deployment, scale *autoscalingv1.Scale) (int32, error) {
	if _, err := r.clientset.AppsV1().Deployments(d.Namespace).UpdateScale(ctx, d.Name, scale, metav1.UpdateOptions{}); err != nil {
		return 0, err
	}
	now, err := r.deployments.Deployments(d.Namespace).Get(d.Name) // want `\[staleread/lister\]`
	if err != nil {
		return 0, err
	}
	return *now.Spec.Replicas, nil
}

// The status is none of it.
func (r *R) readyReplicas(ctx context.Context, d *appsv1.Deployment, scale *autoscalingv1.Scale) (int32, error) {
	if _, err := r.clientset.AppsV1().Deployments(d.Namespace).UpdateScale(ctx, d.Name, scale, metav1.UpdateOptions{}); err != nil {
		return 0, err
	}
	now, err := r.deployments.Deployments(d.Namespace).Get(d.Name)
	if err != nil {
		return 0, err
	}
	return now.Status.ReadyReplicas, nil
}

// Written with the name of the subresource, the status is the status.
func (r *R) status(ctx context.Context, d *appsv1.Deployment) (int32, error) {
	d.Status.ReadyReplicas = 3
	if err := r.SubResource("status").Update(ctx, d); err != nil {
		return 0, err
	}
	var now appsv1.Deployment
	if err := r.Get(ctx, client.ObjectKeyFromObject(d), &now); err != nil {
		return 0, err
	}
	return *now.Spec.Replicas, nil
}
