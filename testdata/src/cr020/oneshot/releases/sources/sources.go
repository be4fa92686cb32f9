// Package sources has a source that blocks. It gets a context and a queue of requests.
package sources

import (
	"context"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

func sources() source.Source {
	return source.Func(func(context.Context, workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
		time.Sleep(time.Second) // want `Func → time.Sleep .* in a source.*\[oneshot/block\]`
		return nil
	})
}
