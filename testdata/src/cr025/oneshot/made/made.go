// Package made has handlers that call functions which another package makes.
package made

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/oneshot/made/source"
)

type gauge struct {
	clients kubernetes.Interface
	lister  corelisters.EndpointsLister
	set     func(name string, n int)
	of      source.Of
}

func (g *gauge) live(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		svc := obj.(*corev1.Service)
		g.set(svc.Name, source.Ready(svc, source.Server(g.clients))) // want `source.Server → Endpoints.Get asks the API server in an informer's event handler`
	}})
}

func (g *gauge) clears(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		clearAll := source.Clearing(g.clients)
		_ = clearAll(obj.(*corev1.Service).Namespace) // want `source.Clearing → Endpoints.DeleteCollection writes to the API server`
	}})
}

func (g *gauge) cached(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		svc := obj.(*corev1.Service)
		g.set(svc.Name, source.Ready(svc, source.Cache(g.lister)))
	}})
}

// Which one it is, the program decides.
func (g *gauge) either(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		svc := obj.(*corev1.Service)
		g.set(svc.Name, source.Ready(svc, source.Either(g.lister, g.clients)))
	}})
}

// It is made, and never called.
func (g *gauge) kept(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { g.of = source.Server(g.clients) }})
}
