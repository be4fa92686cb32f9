package traps

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type cordons struct{ client kubernetes.Interface }

// tries goes on in goroutines until the write succeeds, but where it is said otherwise.
func (c *cordons) tries(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			go wait.PollUntilContextCancel(context.Background(), time.Second, true, func(ctx context.Context) (bool, error) {
				return c.cordon(ctx, obj.(*corev1.Node)) == nil, nil
			})
		},
		UpdateFunc: func(_, obj any) {
			go func() {
				_ = wait.PollUntilContextTimeout(context.Background(), time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
					_, err := c.client.CoreV1().Nodes().Update(ctx, obj.(*corev1.Node), metav1.UpdateOptions{})
					return err == nil, nil
				})
			}()
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			go wait.PollUntilContextCancel(context.Background(), time.Second, true, func(ctx context.Context) (bool, error) {
				_, err := c.client.CoreV1().Nodes().Update(ctx, obj.(*corev1.Node), metav1.UpdateOptions{}) // want `Nodes.Update writes to the API server in a goroutine.*\[oneshot/write\]`
				return err == nil, err
			})
		},
	})
}

func (c *cordons) cordon(ctx context.Context, node *corev1.Node) error {
	_, err := c.client.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
	return err
}
