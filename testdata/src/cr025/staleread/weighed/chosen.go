package weighed

import (
	"context"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Chooser chooses what it writes.
type Chooser struct{ client.Client }

func (r *Chooser) stop(ctx context.Context, key client.ObjectKey) error {
	d := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
	none := &autoscalingv1.Scale{Spec: autoscalingv1.ScaleSpec{Replicas: 0}}
	return r.SubResource("scale").Update(ctx, d, client.WithSubResourceBody(none))
}

// What is read chooses the condition that is stored.
func (r *Chooser) condition(ctx context.Context, key client.ObjectKey, pod *corev1.Service) error {
	if err := r.stop(ctx, key); err != nil {
		return err
	}
	d := &appsv1.Deployment{}
	if err := r.Get(ctx, key, d); err != nil { // want `what is written is made of its Spec.Replicas.*\[staleread/get\]`
		return err
	}
	stopped := metav1.Condition{Type: "Stopped", Status: metav1.ConditionTrue, Reason: "Done"}
	if *d.Spec.Replicas > 0 {
		stopped.Status, stopped.Reason = metav1.ConditionFalse, "Running"
	}
	meta.SetStatusCondition(&pod.Status.Conditions, stopped)
	return r.Status().Update(ctx, pod)
}

// It is only told.
func (r *Chooser) told(ctx context.Context, key client.ObjectKey) error {
	if err := r.stop(ctx, key); err != nil {
		return err
	}
	d := &appsv1.Deployment{}
	if err := r.Get(ctx, key, d); err != nil {
		return err
	}
	stopped := metav1.Condition{Type: "Stopped", Status: metav1.ConditionTrue}
	if *d.Spec.Replicas > 0 {
		stopped.Status = metav1.ConditionFalse
	}
	fmt.Println(stopped)
	return nil
}

// A number goes into the name of what is made.
func (r *Chooser) named(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Spec.Size++
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	again := &api.Widget{}
	if err := r.Get(ctx, key, again); err != nil { // want `what is written is made of its Spec.Size.*\[staleread/get\]`
		return err
	}
	return r.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{
		Namespace: key.Namespace, Name: fmt.Sprintf("%s-%d", key.Name, again.Spec.Size),
	}})
}

// The number has an address.
func (r *Chooser) addressed(ctx context.Context, w *api.Widget, d *appsv1.Deployment) error {
	base := client.MergeFrom(w.DeepCopy())
	w.Spec.Size = 0
	if err := r.Patch(ctx, w, base); err != nil {
		return err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil { // want `warning: .*what is written is made of its Spec.Size.*\[staleread/get\]`
		return err
	}
	want := int32(1)
	if now.Spec.Size == 0 {
		want = 0
	}
	d.Spec.Replicas = &want
	return r.Update(ctx, d)
}
