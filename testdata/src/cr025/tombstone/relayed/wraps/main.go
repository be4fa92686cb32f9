// Package main puts the event handlers of another package into layers.
package main

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/relayed/layers"
	"ctrllint.test/cr025/tombstone/relayed/owns"
)

// guarded opens tombstones, and knows nothing of those without an object.
type guarded struct{ to cache.ResourceEventHandler }

func (g *guarded) OnAdd(obj any, first bool) { g.to.OnAdd(obj, first) }
func (g *guarded) OnUpdate(old, obj any)     { g.to.OnUpdate(old, obj) }
func (g *guarded) OnDelete(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if obj != nil {
		g.to.OnDelete(obj)
	}
}

type hears = interface {
	OnAdd(obj any, first bool)
	OnUpdate(old, obj any)
	OnDelete(obj any)
}

// titled has what it embeds call it, an interface without a name.
type titled struct {
	hears
	title string
}

func register(factory informers.SharedInformerFactory, names *owns.Names, deleted *int) error {
	core := factory.Core().V1()
	limits := &owns.Limits{Names: *names}
	for informer, handler := range map[cache.SharedIndexInformer]cache.ResourceEventHandler{
		core.Pods().Informer():                   layers.Opening(&owns.Pods{Names: *names}),
		core.Nodes().Informer():                  layers.Counting(&owns.Nodes{Names: *names}, deleted),
		core.PersistentVolumeClaims().Informer(): layers.Opening(layers.Counting(&owns.Claims{Names: *names}, deleted)),
		core.LimitRanges().Informer():            &guarded{to: limits},
		core.Services().Informer():               layers.Opening(names.Services()),
		core.Endpoints().Informer():              &titled{names.Endpoints(), "endpoints"},
	} {
		if _, err := informer.AddEventHandler(handler); err != nil {
			return err
		}
	}
	return layers.Add(core.ResourceQuotas().Informer(), &owns.Quotas{Names: *names})
}

func main() {
	if err := register(informers.NewSharedInformerFactory(nil, 0), new(owns.Names), new(int)); err != nil {
		panic(err)
	}
}
