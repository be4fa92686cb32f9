// Package find finds objects by their keys, in stores and in whatever else has them.
package find

import "k8s.io/client-go/tools/cache"

// One returns the object that has a key.
func One[T any](in cache.KeyGetter, key string) (found T, ok bool) {
	obj, exists, err := in.GetByKey(key)
	if err != nil || !exists {
		return found, false
	}
	found, ok = obj.(T)
	return found, ok
}

// First returns the object that has the first key of which there is one.
func First[T any](in cache.KeyGetter, keys ...string) (none T) {
	for _, key := range keys {
		if found, ok := One[T](in, key); ok {
			return found
		}
	}
	return none
}

// With calls a function with the object.
func With(in cache.KeyGetter, key string, do func(obj any)) {
	if obj, exists, err := in.GetByKey(key); err == nil && exists {
		do(obj)
	}
}
