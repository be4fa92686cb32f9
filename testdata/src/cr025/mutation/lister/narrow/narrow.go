// Package narrow looks for objects by functions that want less than a store.
package narrow

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/mutation/lister/narrow/find"
)

type shelf struct {
	all    cache.Indexer
	drafts cache.Store
	any    cache.KeyGetter
}

func newShelf(informer cache.SharedIndexInformer, any cache.KeyGetter) *shelf {
	return &shelf{all: informer.GetIndexer(), drafts: cache.NewStore(cache.MetaNamespaceKeyFunc), any: any}
}

func (s *shelf) tag(key string) {
	if cm, ok := find.One[*corev1.ConfigMap](s.all, key); ok {
		cm.Labels["tagged"] = "true" // want `Labels of the corev1.ConfigMap from find.One.*\[mutation/field\]`
	}
	find.First[*corev1.ConfigMap](s.all, key, "default/none").Data["tagged"] = "true" // want `Data of the corev1.ConfigMap from find.One.*\[mutation/field\]`
}

func (s *shelf) tagMended(key string) {
	if cm, ok := find.One[*corev1.ConfigMap](s.all, key); ok {
		cm = cm.DeepCopy()
		cm.Labels["tagged"] = "true"
	}
}

// The drafts are the program's own, and nobody knows what else finds something.
func (s *shelf) tagDraft(key string, also copies) {
	if cm, ok := find.One[*corev1.ConfigMap](s.drafts, key); ok {
		cm.Labels["tagged"] = "true"
	}
	if cm, ok := find.One[*corev1.ConfigMap](s.any, key); ok {
		cm.Labels["tagged"] = "true"
	}
	if cm, ok := find.One[*corev1.ConfigMap](also, key); ok {
		cm.Labels["tagged"] = "true"
	}
	if cm, ok := here[*corev1.ConfigMap](also, key); ok {
		cm.Labels["tagged"] = "true"
	}
	find.With(also, key, func(obj any) { obj.(*corev1.ConfigMap).Labels["tagged"] = "true" })
	with(also, key, func(obj any) { obj.(*corev1.ConfigMap).Data["tagged"] = "true" })
}

// copies hands out copies.
type copies struct{ of cache.Store }

// GetByKey implements cache.KeyGetter.
func (c copies) GetByKey(key string) (any, bool, error) {
	obj, ok, err := c.of.GetByKey(key)
	if cm, is := obj.(*corev1.ConfigMap); is {
		return cm.DeepCopy(), ok, err
	}
	return nil, false, err
}

func here[T any](in cache.KeyGetter, key string) (found T, ok bool) {
	obj, _, _ := in.GetByKey(key)
	found, ok = obj.(T)
	return found, ok
}

func with(in cache.KeyGetter, key string, do func(obj any)) {
	if obj, exists, err := in.GetByKey(key); err == nil && exists {
		if cm, ok := obj.(*corev1.ConfigMap); ok {
			cm.Annotations["seen"] = "true"
		}
		do(obj)
	}
}

func (s *shelf) tagHere(key string) {
	if cm, ok := here[*corev1.ConfigMap](s.all, key); ok {
		cm.Labels["tagged"] = "true" // want `Labels of the corev1.ConfigMap from narrow.here.*\[mutation/field\]`
	}
}
