// Package beyond has event functions of which one call comes to much.
package beyond

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type keeper struct{ client client.Client }

func (k *keeper) watch(inf cache.SharedIndexInformer) {
	_, _ = inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if secret, ok := obj.(*corev1.Secret); ok {
				k.settle(context.Background(), secret)
			}
		},
		DeleteFunc: func(obj any) {
			k.clear(context.Background(), "shop")
		},
	})
}

// All that settle comes to is one finding, at what is nearest.
func (k *keeper) settle(ctx context.Context, secret *corev1.Secret) {
	k.tag(ctx, secret)
	k.publish(ctx, secret)
}

func (k *keeper) publish(ctx context.Context, secret *corev1.Secret) {
	k.mirror(ctx, secret.DeepCopy())
}

func (k *keeper) mirror(ctx context.Context, secret *corev1.Secret) {
	_ = k.client.Create(ctx, secret)
	_ = k.client.Status().Update(ctx, secret)
}

func (k *keeper) tag(ctx context.Context, secret *corev1.Secret) {
	secret = secret.DeepCopy()
	secret.Labels = nil
	_ = k.client.Update(ctx, secret) // want `settle → tag → Update\(\*corev1.Secret\).*\[oneshot/write\]`
}

// What the called function does itself is a finding each.
func (k *keeper) clear(ctx context.Context, namespace string) {
	_ = k.client.DeleteAllOf(ctx, &corev1.Pod{}, client.InNamespace(namespace))    // want `clear → DeleteAllOf.*\[oneshot/write\]`
	_ = k.client.DeleteAllOf(ctx, &corev1.Secret{}, client.InNamespace(namespace)) // want `clear → DeleteAllOf.*\[oneshot/write\]`
}
