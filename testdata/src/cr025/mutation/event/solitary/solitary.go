// Package solitary has informers of its own, one for each who wants to hear.
package solitary

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
)

// Run has the handler told of what is listed and watched.
func Run(source cache.ListerWatcher, of runtime.Object, handler cache.ResourceEventHandlerFuncs, stop <-chan struct{}) {
	_, controller := cache.NewInformerWithOptions(cache.InformerOptions{
		ListerWatcher: source,
		ObjectType:    of,
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc: func(obj any) {
				if handler.AddFunc != nil {
					handler.AddFunc(obj)
				}
			},
			UpdateFunc: func(old, obj any) {
				if handler.UpdateFunc != nil {
					handler.UpdateFunc(old, obj)
				}
			},
		},
	})
	controller.Run(stop)
}
