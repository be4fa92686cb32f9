// Package reply has clients that write the server's answer into a cache's object.
package reply

import (
	"context"

	corev1 "k8s.io/api/core/v1"
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
	return r.Get(ctx, client.ObjectKeyFromObject(pod), pod) // want `Get writes the server's answer into the corev1.Pod.*\[mutation/reply\]`
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
