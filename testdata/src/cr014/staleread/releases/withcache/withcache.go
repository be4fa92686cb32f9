// Package withcache has a client with the cache that it is given. A function makes it.
package withcache

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

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
