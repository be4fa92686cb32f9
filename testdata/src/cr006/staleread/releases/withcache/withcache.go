// Package withcache has a client with the cache that it is given. A delegating client was put together by hand.
package withcache

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func delegating(ctx context.Context, config *rest.Config, informers cache.Cache, pod *corev1.Pod) (string, error) {
	direct, err := client.New(config, client.Options{})
	if err != nil {
		return "", err
	}
	c := &client.DelegatingClient{
		Reader:       &client.DelegatingReader{CacheReader: informers, ClientReader: direct},
		Writer:       direct,
		StatusClient: direct,
	}
	if err := c.Update(ctx, pod); err != nil {
		return "", err
	}
	var now corev1.Pod
	err = c.Get(ctx, types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}, &now) // want `Pod.*\[staleread/get\]`
	return now.Spec.NodeName, err
}
