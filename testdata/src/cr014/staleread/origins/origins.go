// Package origins has the ways to come by a client in controller-runtime 0.14.
package origins

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A delegating client, by its function.
func delegating(ctx context.Context, config *rest.Config, informers cache.Cache, pod *corev1.Pod, secret *corev1.Secret) (int, error) {
	direct, err := client.New(config, client.Options{})
	if err != nil {
		return 0, err
	}
	c, err := client.NewDelegatingClient(client.NewDelegatingClientInput{
		CacheReader:     informers,
		Client:          direct,
		UncachedObjects: []client.Object{&corev1.Secret{}},
	})
	if err != nil {
		return 0, err
	}
	if err := c.Update(ctx, pod); err != nil {
		return 0, err
	}
	if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil { // want `Pod.*\[staleread/get\]`
		return 0, err
	}
	if err := c.Update(ctx, secret); err != nil {
		return 0, err
	}
	if err := c.Get(ctx, client.ObjectKeyFromObject(secret), secret); err != nil {
		return 0, err
	}
	return len(secret.Data) + len(pod.Spec.Containers), nil
}

// The manager caches no Services.
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

func live(ctx context.Context, config *rest.Config, pod *corev1.Pod) (corev1.PodPhase, error) {
	direct, err := client.New(config, client.Options{})
	if err != nil {
		return "", err
	}
	if err := direct.Update(ctx, pod); err != nil {
		return "", err
	}
	var now corev1.Pod
	err = direct.Get(ctx, types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}, &now)
	return now.Status.Phase, err
}

func managers(ctx context.Context, mgr ctrl.Manager, pod *corev1.Pod) (corev1.PodPhase, error) {
	if err := mgr.GetClient().Update(ctx, pod); err != nil {
		return "", err
	}
	key := types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}
	var now corev1.Pod
	if err := mgr.GetAPIReader().Get(ctx, key, &now); err != nil {
		return "", err
	}
	err := mgr.GetClient().Get(ctx, key, &now) // want `Pod.*\[staleread/get\]`
	return now.Status.Phase, err
}
