// Package handed puts filters before event handlers of another package.
package handed

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/handed/sweep"
)

// managed is false for a tombstone.
func managed(obj any) bool {
	u, ok := obj.(*unstructured.Unstructured) // want `^error: .*Unstructured.*\[tombstone/filter\]`
	if !ok {
		return false
	}
	return u.GetLabels()["managed"] == "true"
}

func register(inf cache.SharedIndexInformer, s *sweep.Sweeper) error {
	_, err := inf.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: managed, Handler: s.Deletes()})
	return err
}

// One of several results, behind another filter.
func registerGuarded(inf cache.SharedIndexInformer, s *sweep.Sweeper) error {
	guarded, err := s.Guarded()
	if err != nil {
		return err
	}
	h := &cache.FilteringResourceEventHandler{Handler: guarded}
	h.FilterFunc = func(obj any) bool {
		_, ok := obj.(*unstructured.Unstructured) // want `Unstructured.*\[tombstone/filter\]`
		return ok
	}
	_, err = inf.AddEventHandler(h)
	return err
}

// A handler by its methods: what a constructor returns, a literal, a parameter.
func registerLedgers(inf cache.SharedIndexInformer, ledger *sweep.Ledger) {
	_, _ = inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			u, ok := obj.(*unstructured.Unstructured) // want `Unstructured.*\[tombstone/filter\]`
			return ok && u.GetName() != ""
		},
		Handler: sweep.NewLedger(),
	})
	_, _ = inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			u, ok := obj.(*unstructured.Unstructured) // want `Unstructured.*\[tombstone/filter\]`
			return ok && u.GetName() != ""
		},
		Handler: &sweep.Ledger{Keys: map[string]bool{}},
	})
	_, _ = inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			u, ok := obj.(*unstructured.Unstructured) // want `Unstructured.*\[tombstone/filter\]`
			return ok && u.GetName() != ""
		},
		Handler: ledger,
	})
}

// The worker of the handler does nothing for an object that is gone.
func registerLooks(inf cache.SharedIndexInformer, l *sweep.Looker) {
	_, _ = inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			u, ok := obj.(*unstructured.Unstructured) // want `^note: .*Unstructured.*\[tombstone/filter\]`
			return ok && u.GetName() != ""
		},
		Handler: l.Handler(),
	})
}

// opened takes the object out of a tombstone.
func opened(obj any) bool {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	u, ok := obj.(*unstructured.Unstructured)
	return ok && u.GetLabels()["managed"] == "true"
}

func registerOpened(inf cache.SharedIndexInformer, s *sweep.Sweeper) {
	_, _ = inf.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: opened, Handler: s.Deletes()})
	_, _ = inf.AddEventHandler(s.Deletes())
}

// dropped is false for a tombstone, too, of which the handlers behind it would make nothing.
func dropped(obj any) bool {
	u, ok := obj.(*unstructured.Unstructured)
	return ok && u.GetLabels()["managed"] == "true"
}

func registerDropped(inf cache.SharedIndexInformer, s *sweep.Sweeper, census *sweep.Census) {
	_, _ = inf.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: dropped, Handler: s.Adds()})
	_, _ = inf.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: dropped, Handler: s.Logs()})
	_, _ = inf.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: dropped, Handler: s.Either(census == nil)}) // nobody knows which
	_, _ = inf.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: dropped, Handler: sweep.On(func(any) { s.Adds() }, nil)})
	_, _ = inf.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: dropped, Handler: sweep.NewCensus()})
	_, _ = inf.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: dropped, Handler: &sweep.Census{}})
	_, _ = inf.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: dropped, Handler: census})
}
