// Package opposite has event functions with calls that hang on what no event has.
package opposite

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

type keeper struct{ client client.Client }

func (k *keeper) changed() predicate.Predicate {
	return predicate.Funcs{
		UpdateFunc: func(e event.UpdateEvent) bool {
			pod, ok := e.ObjectNew.(*corev1.Pod)
			if !ok {
				return false
			}
			if !pod.Spec.HostNetwork {
				_ = k.clear(context.Background(), pod)
				_ = k.settle(context.Background(), pod)
			}
			if pod.Spec.HostIPC {
				_ = k.either(context.Background(), pod)
			}
			return true
		},
	}
}

// isOpen says no for a pod of no network.
func isOpen(pod *corev1.Pod) bool { return pod.Spec.HostNetwork && pod.Spec.HostPID }

// A pod that has no host network is cleared away: what is made of an open one is not come to.
func (k *keeper) clear(ctx context.Context, pod *corev1.Pod) error {
	if !isOpen(pod) {
		return nil
	}
	return k.client.Create(ctx, &corev1.Secret{ObjectMeta: pod.ObjectMeta})
}

func isHost(pod *corev1.Pod) (bool, error) {
	if pod.Name == "" {
		return false, errors.New("no name")
	}
	if !pod.Spec.HostNetwork {
		return false, nil
	}
	return pod.Spec.HostPID, nil
}

// The host's pods are left out, others are come to.
func (k *keeper) settle(ctx context.Context, pod *corev1.Pod) error {
	host, err := isHost(pod)
	if err != nil {
		return err
	}
	if host {
		return k.client.Create(ctx, &corev1.ConfigMap{ObjectMeta: pod.ObjectMeta})
	}
	return k.client.Create(ctx, &corev1.Service{ObjectMeta: pod.ObjectMeta}) // want `settle → Create\(\*corev1.Service\).*\[oneshot/write\]`
}

// isShared may be for either reason.
func isShared(pod *corev1.Pod) bool { return pod.Spec.HostIPC || pod.Spec.HostPID }

func (k *keeper) either(ctx context.Context, pod *corev1.Pod) error {
	if !isShared(pod) {
		return k.client.Create(ctx, &corev1.Endpoints{ObjectMeta: pod.ObjectMeta})
	}
	if pod.Spec.HostPID {
		return nil
	}
	return k.client.Create(ctx, &corev1.Node{ObjectMeta: pod.ObjectMeta}) // want `either → Create\(\*corev1.Node\).*\[oneshot/write\]`
}
