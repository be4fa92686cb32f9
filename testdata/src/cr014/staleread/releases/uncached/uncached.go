// Package uncached has a manager that caches no Services. It is told so by ClientDisableCacheFor.
package uncached

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func uncached(ctx context.Context, config *rest.Config, svc *corev1.Service, pod *corev1.Pod) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{ClientDisableCacheFor: []client.Object{&corev1.Service{}}})
	if err != nil {
		return 0, err
	}
	c := mgr.GetClient()
	if err := c.Update(ctx, svc); err != nil {
		return 0, err
	}
	if err := c.Get(ctx, client.ObjectKeyFromObject(svc), svc); err != nil {
		return 0, err
	}
	if err := c.Update(ctx, pod); err != nil {
		return 0, err
	}
	if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil { // want `Pod.*\[staleread/get\]`
		return 0, err
	}
	return len(svc.Spec.Ports) + len(pod.Spec.Containers), nil
}
