// Package table has functions in maps, which handlers go through.
package table

import (
	"context"
	"log"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// A chore is done for each node.
type chore func(ctx context.Context, client kubernetes.Interface, node string) error

var chores = map[string]chore{"lease": dropLease}

func dropLease(ctx context.Context, client kubernetes.Interface, node string) error {
	return client.CoordinationV1().Leases("nodes").Delete(ctx, node, metav1.DeleteOptions{}) // want `Leases.Delete writes to the API server in a goroutine of an informer's event handler.*\[oneshot/write\]`
}

// These are done by the worker, who tries again.
var safe = map[string]chore{"secret": dropSecret}

func dropSecret(ctx context.Context, client kubernetes.Interface, node string) error {
	return client.CoreV1().Secrets("nodes").Delete(ctx, node, metav1.DeleteOptions{})
}

// One of these is done, if it has its name; nobody knows which.
var named = map[string]chore{"map": dropMap, "none": func(context.Context, kubernetes.Interface, string) error { return nil }}

func dropMap(ctx context.Context, client kubernetes.Interface, node string) error {
	return client.CoreV1().ConfigMaps("nodes").Delete(ctx, node, metav1.DeleteOptions{})
}

type keeper struct {
	client kubernetes.Interface
	queue  workqueue.TypedRateLimitingInterface[string]
	looks  map[string]func(*corev1.Node)
}

func (k *keeper) watch(ctx context.Context, nodes cache.SharedIndexInformer) error {
	k.looks = map[string]func(*corev1.Node){}
	k.looks["name"] = func(node *corev1.Node) { log.Print(node.Name) }
	_, err := nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			node, ok := obj.(*corev1.Node)
			if !ok {
				return
			}
			for _, look := range k.looks {
				look(node)
			}
			go k.all(ctx, node.Name)
			if one := named[node.Labels["chore"]]; one != nil {
				_ = one(ctx, k.client, node.Name)
			}
			for name := range safe {
				k.queue.Add(name + "/" + node.Name)
			}
		},
	})
	return err
}

func (k *keeper) all(ctx context.Context, node string) {
	var doing sync.WaitGroup
	for name, do := range chores {
		doing.Go(func() {
			if err := do(ctx, k.client, node); err != nil {
				log.Print(name, err)
			}
		})
	}
	doing.Wait()
}

func (k *keeper) work(ctx context.Context) {
	for {
		node, stop := k.queue.Get()
		if stop {
			return
		}
		for _, do := range safe {
			if err := do(ctx, k.client, node); err != nil {
				k.queue.AddRateLimited(node)
			}
		}
		k.queue.Done(node)
	}
}
