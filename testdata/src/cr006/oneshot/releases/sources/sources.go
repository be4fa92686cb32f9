// Package sources has a source that blocks. It gets a handler, a queue and predicates.
package sources

import (
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

func sources() source.Source {
	return source.Func(func(handler.EventHandler, workqueue.RateLimitingInterface, ...predicate.Predicate) error {
		time.Sleep(time.Second) // want `Func → time.Sleep .* in a source.*\[oneshot/block\]`
		return nil
	})
}
