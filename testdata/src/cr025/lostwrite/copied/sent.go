package copied

import (
	"context"
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// The copy is changed and compared, and the original is sent.
func (r *Reconciler) pause(ctx context.Context, key client.ObjectKey) error {
	found := &appsv1.Deployment{}
	if err := r.Get(ctx, key, found); err != nil {
		return err
	}
	wanted := found.DeepCopy()
	wanted.Spec.Paused = true // rests
	wanted.Spec.MinReadySeconds = 3
	if equality.Semantic.DeepEqual(found.Spec, wanted.Spec) {
		return nil
	}
	return r.Update(ctx, found) // want `this Update does not send the change of Spec.Paused: it is made in a copy, which nothing writes, and the appsv1.Deployment is sent as it was read; write the copy`
}

func (r *Reconciler) ready(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	updated := w.DeepCopy()
	setPhase(updated, "Ready") // rests
	if !reflect.DeepEqual(w.Status, updated.Status) {
		return r.Status().Update(ctx, w) // want `this Status\(\).Update does not send the change of Status.Phase: it is made in a copy`
	}
	return nil
}

type lister struct {
	pods   corelisters.PodLister
	client kubernetes.Interface
}

func (l *lister) label(ctx context.Context, namespace, name string) error {
	pod, err := l.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	labelled := pod.DeepCopy()
	labelled.Labels["state"] = "seen" // rests
	if reflect.DeepEqual(labelled.Labels, pod.Labels) {
		return nil
	}
	_, err = l.client.CoreV1().Pods(namespace).Update(ctx, pod, metav1.UpdateOptions{}) // want `this Update does not send the change of Labels: it is made in a copy`
	return err
}

// The copy is sent.
func (r *Reconciler) pauseMended(ctx context.Context, key client.ObjectKey) error {
	found := &appsv1.Deployment{}
	if err := r.Get(ctx, key, found); err != nil {
		return err
	}
	wanted := found.DeepCopy()
	wanted.Spec.Paused = true
	if equality.Semantic.DeepEqual(found.Spec, wanted.Spec) {
		return nil
	}
	return r.Update(ctx, wanted)
}

// What was found takes the change over.
func (r *Reconciler) takenOver(ctx context.Context, key client.ObjectKey) error {
	found := &appsv1.Deployment{}
	if err := r.Get(ctx, key, found); err != nil {
		return err
	}
	wanted := found.DeepCopy()
	wanted.Spec.Paused = true
	found.Spec = wanted.Spec
	return r.Update(ctx, found)
}

// The copy is what it was before, but for what doesn't count.
func (r *Reconciler) old(ctx context.Context, key client.ObjectKey, change func(*appsv1.Deployment)) error {
	found := &appsv1.Deployment{}
	if err := r.Get(ctx, key, found); err != nil {
		return err
	}
	old := found.DeepCopy()
	old.Labels["seen"] = "yes"
	change(found)
	if equality.Semantic.DeepEqual(old, found) {
		return nil
	}
	return r.Update(ctx, found)
}

// The original is new.
func (r *Reconciler) made(ctx context.Context, name string) error {
	pod := newPod(name)
	probe := pod.DeepCopy()
	probe.Labels["probe"] = "yes"
	if equality.Semantic.DeepEqual(pod, probe) {
		return nil
	}
	return r.Update(ctx, pod)
}

func newPod(name string) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name, Labels: map[string]string{}}}
}

// Both are sent.
func (r *Reconciler) both(ctx context.Context, key client.ObjectKey) error {
	found := &appsv1.Deployment{}
	if err := r.Get(ctx, key, found); err != nil {
		return err
	}
	twin := found.DeepCopy()
	twin.Name = "twin"
	twin.Labels = map[string]string{"twin": "yes"}
	if err := r.save(ctx, twin); err != nil {
		return err
	}
	return r.Update(ctx, found)
}

func (r *Reconciler) save(ctx context.Context, d *appsv1.Deployment) error { return r.Update(ctx, d) }
