// Package objects opens what informers deliver.
package objects

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// As returns the T in obj, also if obj is a tombstone.
func As[T any](obj any) (T, error) {
	if t, ok := obj.(T); ok {
		return t, nil
	}
	var zero T
	gone, ok := obj.(cache.DeletedFinalStateUnknown)
	if !ok {
		return zero, fmt.Errorf("%T is neither %T nor a tombstone", obj, zero)
	}
	t, ok := gone.Obj.(T)
	if !ok {
		return zero, fmt.Errorf("tombstone %s holds %T", gone.Key, gone.Obj)
	}
	return t, nil
}

// Meta returns the metadata of obj, nil if there is none.
func Meta(obj any) metav1.Object {
	switch o := obj.(type) {
	case metav1.Object:
		return o
	case metav1.ObjectMetaAccessor:
		return o.GetObjectMeta()
	case cache.DeletedFinalStateUnknown:
		return Meta(o.Obj)
	}
	return nil
}

// Deletes is a handler of deletes.
func Deletes(f func(client.Object)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if o, ok := Meta(obj).(client.Object); ok {
				f(o)
			}
		},
	}
}
