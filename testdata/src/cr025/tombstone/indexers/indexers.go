// Package indexers has stores of its own, from which delete handlers delete what they are given.
package indexers

import (
	"fmt"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// copied has the store as it is.
type copied struct{ cache.Store }

func newCopied() *copied { return &copied{Store: cache.NewStore(cache.MetaNamespaceKeyFunc)} }

func (c *copied) OnAdd(obj any, _ bool) { _ = c.Add(obj) }
func (c *copied) OnUpdate(_, obj any)   { _ = c.Update(obj) }
func (c *copied) OnDelete(obj any) {
	if err := c.Store.Delete(obj); err != nil { // want `Delete of a store with keys by cache.MetaNamespaceKeyFunc returns an error.*\[tombstone/key\]`
		log.Print(err)
	}
}

// byNode has keys of its own.
type byNode struct{ index cache.Indexer }

func nodeOf(obj any) (string, error) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return "", fmt.Errorf("no pod: %T", obj)
	}
	return pod.Spec.NodeName, nil
}

func (b *byNode) start(pods cache.SharedIndexInformer) error {
	b.index = cache.NewIndexer(nodeOf, cache.Indexers{})
	_, err := pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { _ = b.index.Add(obj) },
		DeleteFunc: func(obj any) { _ = b.index.Delete(obj) }, // want `Delete of a store with keys by nodeOf returns an error.*\[tombstone/key\]`
	})
	return err
}

// safe makes keys of tombstones.
type safe struct{ cache.Indexer }

func newSafe() *safe {
	return &safe{cache.NewIndexer(cache.DeletionHandlingMetaNamespaceKeyFunc, cache.Indexers{})}
}

func (s *safe) OnAdd(obj any, _ bool) { _ = s.Add(obj) }
func (s *safe) OnUpdate(_, obj any)   { _ = s.Update(obj) }
func (s *safe) OnDelete(obj any)      { _ = s.Indexer.Delete(obj) }

// opened hands over the object.
type opened struct{ cache.Store }

func newOpened() *opened { return &opened{cache.NewStore(cache.MetaNamespaceKeyFunc)} }

func (o *opened) OnAdd(obj any, _ bool) { _ = o.Add(obj) }
func (o *opened) OnUpdate(_, obj any)   { _ = o.Update(obj) }
func (o *opened) OnDelete(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	_ = o.Store.Delete(obj)
}

// second makes up for what fails.
type second struct{ store cache.Store }

func newSecond() *second { return &second{cache.NewStore(cache.MetaNamespaceKeyFunc)} }

func (s *second) OnAdd(obj any, _ bool) { _ = s.store.Add(obj) }
func (s *second) OnUpdate(_, obj any)   { _ = s.store.Update(obj) }
func (s *second) OnDelete(obj any) {
	if s.store.Delete(obj) == nil {
		return
	}
	if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
		_ = s.store.Delete(cache.ExplicitKey(key))
	}
}

// given has a store of which it doesn't know how it makes its keys.
type given struct{ store cache.Store }

func newGiven(store cache.Store) *given { return &given{store} }

func (g *given) OnAdd(obj any, _ bool) { _ = g.store.Add(obj) }
func (g *given) OnUpdate(_, obj any)   { _ = g.store.Update(obj) }
func (g *given) OnDelete(obj any)      { _ = g.store.Delete(obj) }

// either has one of two stores, of which one is a DeltaFIFO, say.
type either struct{ store cache.Store }

func newEither(other func() cache.Store) *either {
	if other != nil {
		return &either{other()}
	}
	return &either{cache.NewStore(cache.MetaNamespaceKeyFunc)}
}

func (e *either) OnAdd(obj any, _ bool) { _ = e.store.Add(obj) }
func (e *either) OnUpdate(_, obj any)   { _ = e.store.Update(obj) }
func (e *either) OnDelete(obj any)      { _ = e.store.Delete(obj) }

// tolerant has keys of its own that know tombstones.
type tolerant struct{ store cache.Store }

func nameOf(obj any) (string, error) {
	switch o := obj.(type) {
	case cache.DeletedFinalStateUnknown:
		return o.Key, nil
	case *corev1.Pod:
		return o.Namespace + "/" + o.Name, nil
	}
	return "", fmt.Errorf("no pod: %T", obj)
}

func newTolerant() *tolerant { return &tolerant{cache.NewStore(nameOf)} }

func (t *tolerant) OnAdd(obj any, _ bool) { _ = t.store.Add(obj) }
func (t *tolerant) OnUpdate(_, obj any)   { _ = t.store.Update(obj) }
func (t *tolerant) OnDelete(obj any)      { _ = t.store.Delete(obj) }

func start(pods cache.SharedIndexInformer, of func() cache.Store) error {
	for _, handler := range []cache.ResourceEventHandler{newCopied(), newSafe(), newOpened(), newSecond(), newGiven(of()), newEither(of), newTolerant()} {
		if _, err := pods.AddEventHandler(handler); err != nil {
			return err
		}
	}
	return nil
}
