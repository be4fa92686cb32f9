// Package reply has clients that write the server's answer into a cache's object.
package reply

import (
	"context"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Reconciler reads from a lister and writes with controller-runtime's client.
type Reconciler struct {
	client.Client
	pods corelisters.PodLister
}

func (r *Reconciler) updates(ctx context.Context, name string) error {
	pod, err := r.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	return r.Update(ctx, pod) // want `Update writes the server's answer into the corev1.Pod.*\[mutation/reply\]`
}

func (r *Reconciler) status(ctx context.Context, name string) error {
	pod, err := r.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	return r.Status().Update(ctx, pod) // want `Update writes the server's answer into the corev1.Pod.*\[mutation/reply\]`
}

func (r *Reconciler) rereads(ctx context.Context, name string) error {
	pod, err := r.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	return r.Get(ctx, client.ObjectKeyFromObject(pod), pod) // want `^note: Get reads into the corev1.Pod.*read into another object.*\[mutation/reply\]`
}

func (r *Reconciler) patches(ctx context.Context, name string) error {
	pod, err := r.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	return r.Patch(ctx, pod, client.RawPatch("", nil)) // want `Patch writes the server's answer into the corev1.Pod.*\[mutation/reply\]`
}

func (r *Reconciler) save(ctx context.Context, pod *corev1.Pod) error { return r.Update(ctx, pod) }

func (r *Reconciler) saves(ctx context.Context, name string) error {
	pod, err := r.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	return r.save(ctx, pod) // want `Reconciler.save \(bugs.go:\d+\) writes the server's answer into the corev1.Pod.*\[mutation/reply\]`
}

// What a subresource's write has as its body gets the answer, or what is made of the object: the object only says which.
func (r *Reconciler) bodies(ctx context.Context, name string, scale *autoscalingv1.Scale) error {
	pod, err := r.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	if err := r.SubResource("eviction").Create(ctx, pod, &policyv1.Eviction{}); err != nil {
		return err
	}
	if err := r.SubResource("scale").Get(ctx, pod, scale); err != nil {
		return err
	}
	if err := r.SubResource("scale").Patch(ctx, pod, client.RawPatch("", nil), client.WithSubResourceBody(scale)); err != nil {
		return err
	}
	return r.SubResource("scale").Update(ctx, pod, client.FieldOwner("me"), &client.SubResourceUpdateOptions{SubResourceBody: scale})
}

func (r *Reconciler) resizes(ctx context.Context, name string) error {
	pod, err := r.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	return r.SubResource("resize").Update(ctx, pod, client.FieldOwner("me")) // want `Update writes the server's answer into the corev1.Pod.*\[mutation/reply\]`
}
