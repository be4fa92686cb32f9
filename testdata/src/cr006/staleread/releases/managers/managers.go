// Package managers has the clients of a manager, and a live one.
package managers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func live(ctx context.Context, config *rest.Config, pod *corev1.Pod) (string, error) {
	direct, err := client.New(config, client.Options{})
	if err != nil {
		return "", err
	}
	if err := direct.Update(ctx, pod); err != nil {
		return "", err
	}
	var now corev1.Pod
	err = direct.Get(ctx, types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}, &now)
	return now.Spec.NodeName, err
}

func managers(ctx context.Context, mgr ctrl.Manager, pod *corev1.Pod) (string, error) {
	if err := mgr.GetClient().Update(ctx, pod); err != nil {
		return "", err
	}
	key := types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}
	var now corev1.Pod
	if err := mgr.GetAPIReader().Get(ctx, key, &now); err != nil {
		return "", err
	}
	err := mgr.GetClient().Get(ctx, key, &now) // want `Pod.*\[staleread/get\]`
	return now.Spec.NodeName, err
}
