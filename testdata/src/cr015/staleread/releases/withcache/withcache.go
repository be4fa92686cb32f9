// Package withcache has a client with the cache that it is given. It is an option of every client.
package withcache

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func withCache(ctx context.Context, config *rest.Config, informers cache.Cache, pod *corev1.Pod, secret *corev1.Secret) (int, error) {
	c, err := client.New(config, client.Options{Cache: &client.CacheOptions{
		Reader:     informers,
		DisableFor: []client.Object{&corev1.Secret{}},
	}})
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
