package abroad

import (
	"context"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Seen returns when the cache has an object as it was written, and gives up if there is another one of its name.
func Seen(ctx context.Context, reader client.Reader, obj client.Object) error {
	have := obj.DeepCopyObject().(client.Object)
	return wait.PollUntilContextTimeout(ctx, 20*time.Millisecond, time.Minute, true, func(ctx context.Context) (bool, error) {
		if err := reader.Get(ctx, client.ObjectKeyFromObject(obj), have); err != nil {
			return false, err
		}
		if have.GetUID() != obj.GetUID() {
			return false, fmt.Errorf("%s is another object now", obj.GetName())
		}
		return have.GetGeneration() >= obj.GetGeneration(), nil
	})
}

// Ready waits as well, but gives up by what may be of the state before.
func Ready(ctx context.Context, reader client.Reader, obj client.Object) error {
	have := obj.DeepCopyObject().(client.Object)
	return wait.PollUntilContextTimeout(ctx, 20*time.Millisecond, time.Minute, true, func(ctx context.Context) (bool, error) {
		if err := reader.Get(ctx, client.ObjectKeyFromObject(obj), have); err != nil {
			return false, err
		}
		if len(have.GetAnnotations()) == 0 {
			return false, fmt.Errorf("%s is given up", obj.GetName())
		}
		return have.GetGeneration() >= obj.GetGeneration(), nil
	})
}
