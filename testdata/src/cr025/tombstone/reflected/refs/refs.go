// Package refs names objects.
package refs

import (
	"reflect"

	"k8s.io/client-go/tools/cache"
)

// A Ref is the kind and the name of an object.
type Ref struct {
	Kind string
	Name cache.ObjectName
}

// Of names what an informer hands to event functions, but for tombstones.
func Of(obj any) (Ref, error) {
	kind := reflect.TypeOf(obj).Elem().Name()
	name, err := cache.DeletionHandlingObjectToName(obj)
	return Ref{kind, name}, err
}
