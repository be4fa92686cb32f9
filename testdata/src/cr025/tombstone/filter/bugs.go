// Package filter holds filters of cache.FilteringResourceEventHandler, which
// see the tombstone before the delete handler does.
package filter

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

const managedBy = "app.kubernetes.io/managed-by"

type gateway struct {
	queue     workqueue.TypedRateLimitingInterface[string]
	namespace string
	class     string
	selector  labels.Selector
	excluded  []string
}

// enqueue opens tombstones, so all that is wrong below is in the filters.
func (g *gateway) enqueue(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		klog.ErrorS(err, "cannot queue")
		return
	}
	g.queue.Add(key)
}

func (g *gateway) handler() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    g.enqueue,
		UpdateFunc: func(_, cur any) { g.enqueue(cur) },
		DeleteFunc: g.enqueue,
	}
}

// A literal filter that panics, the handler value given to the informer, the
// inner handler a literal.
func (g *gateway) watchServices(svcs cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			return obj.(*corev1.Service).Namespace == g.namespace // want `Service.*\[tombstone/filter\]`
		},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc:    g.enqueue,
			DeleteFunc: g.enqueue,
		},
	})
}

// It panics, although no delete handler waits behind it: OnDelete asks the
// filter before it looks at the inner handler.
func (g *gateway) watchAddsOnly(svcs cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			svc := obj.(*corev1.Service) // want `Service.*\[tombstone/filter\]`
			return svc.Spec.Type == corev1.ServiceTypeLoadBalancer
		},
		Handler: cache.ResourceEventHandlerFuncs{AddFunc: g.enqueue},
	})
}

// A method value that answers false for what it does not know; a pointer to
// the filtering handler; the inner handler from a method.
func (g *gateway) watchIngresses(ings cache.SharedIndexInformer) {
	ings.AddEventHandler(&cache.FilteringResourceEventHandler{
		FilterFunc: g.isOurs,
		Handler:    g.handler(),
	})
}

func (g *gateway) isOurs(obj any) bool {
	ing, ok := obj.(*networkingv1.Ingress) // want `Ingress.*\[tombstone/filter\]`
	if !ok {
		return false
	}
	return ing.Spec.IngressClassName != nil && *ing.Spec.IngressClassName == g.class
}

// One expression.
func (g *gateway) watchSecrets(secrets cache.SharedIndexInformer) {
	inner := g.handler()
	secrets.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			s, ok := obj.(*corev1.Secret) // want `Secret.*\[tombstone/filter\]`
			return ok && s.Type == corev1.SecretTypeTLS
		},
		Handler: inner,
	})
}

// A type switch.
func (g *gateway) watchRefs(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			switch o := obj.(type) { // want `\[tombstone/filter\]`
			case *corev1.Secret:
				return o.Labels[managedBy] == g.class
			case *corev1.ConfigMap:
				return o.Labels[managedBy] == g.class
			default:
				return false
			}
		},
		Handler: g.handler(),
	})
}

// meta.Accessor has no answer for a tombstone.
func (g *gateway) watchSelected(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			acc, err := meta.Accessor(obj) // want `\[tombstone/filter\]`
			if err != nil {
				klog.ErrorS(err, "no metadata")
				return false
			}
			return g.selector.Matches(labels.Set(acc.GetLabels()))
		},
		Handler: g.handler(),
	})
}

// An interface, the result kept in a variable.
func (g *gateway) watchNamespaced(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			keep := false
			if m, ok := obj.(metav1.Object); ok { // want `Object.*\[tombstone/filter\]`
				keep = !slices.Contains(g.excluded, m.GetNamespace())
			}
			return keep
		},
		Handler: g.handler(),
	})
}

// The filter is built by a constructor, in this package.
func (g *gateway) watchLabelled(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: hasLabel(managedBy),
		Handler:    g.handler(),
	})
}

func hasLabel(name string) func(any) bool {
	return func(obj any) bool {
		m, ok := obj.(metav1.Object) // want `Object.*\[tombstone/filter\]`
		if !ok {
			return false
		}
		_, found := m.GetLabels()[name]
		return found
	}
}

// A filter in a filter: the outer one lets tombstones through, the inner one
// does not.
func (g *gateway) watchNested(ings cache.SharedIndexInformer) {
	ings.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(any) bool { return g.class != "" },
		Handler: cache.FilteringResourceEventHandler{
			FilterFunc: func(obj any) bool {
				ing, ok := obj.(*networkingv1.Ingress) // want `Ingress.*\[tombstone/filter\]`
				return ok && len(ing.Spec.TLS) > 0
			},
			Handler: g.handler(),
		},
	})
}

// The inner handler is of our own type.
func (g *gateway) watchPolicies(pols cache.SharedIndexInformer) {
	pols.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			pol, ok := obj.(*networkingv1.NetworkPolicy) // want `NetworkPolicy.*\[tombstone/filter\]`
			if !ok {
				klog.Warningf("unexpected %T", obj)
				return false
			}
			return pol.Namespace == g.namespace
		},
		Handler: &policyHandler{queue: g.queue},
	})
}

type policyHandler struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

func (h *policyHandler) OnAdd(obj any, _ bool) { h.sync() }
func (h *policyHandler) OnUpdate(_, cur any)   { h.sync() }
func (h *policyHandler) OnDelete(obj any)      { h.sync() }
func (h *policyHandler) sync()                 { h.queue.Add("policies") }

// The fields are set one after the other.
func (g *gateway) watchClasses(classes cache.SharedIndexInformer) {
	var h cache.FilteringResourceEventHandler
	h.FilterFunc = func(obj any) bool {
		return obj.(*networkingv1.IngressClass).Name == g.class // want `IngressClass.*\[tombstone/filter\]`
	}
	h.Handler = g.handler()
	classes.AddEventHandler(h)
}

// The panic is in a helper of the filter.
func (g *gateway) watchHelped(svcs cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { return g.wants(obj) },
		Handler:    g.handler(),
	})
}

func (g *gateway) wants(obj any) bool {
	return obj.(*corev1.Endpoints).Namespace == g.namespace // want `Endpoints.*\[tombstone/filter\]`
}

// The filter keeps every tombstone away, so the plain assertion behind it is
// not reached: the filter is what has to be mended, and reported.
func (g *gateway) watchBehind(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			node, ok := obj.(*corev1.Node) // want `Node.*\[tombstone/filter\]`
			return ok && !node.Spec.Unschedulable
		},
		Handler: cache.ResourceEventHandlerFuncs{
			DeleteFunc: func(obj any) {
				g.queue.Add(obj.(*corev1.Node).Name)
			},
		},
	})
}

// The filter lets tombstones through to a handler that cannot take them: the
// filter is right here, the handler is not.
func (g *gateway) watchThrough(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			if node, ok := obj.(*corev1.Node); ok {
				return !node.Spec.Unschedulable
			}
			return true
		},
		Handler: cache.ResourceEventHandlerFuncs{
			DeleteFunc: func(obj any) {
				g.queue.Add(obj.(*corev1.Node).Name) // want `Node.*\[tombstone/panic\]`
			},
		},
	})
}

// It only says so of tombstones.
func (g *gateway) watchTold(svcs cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			svc, ok := obj.(*corev1.Service) // want `the filter returns false.*\[tombstone/filter\]`
			if !ok {
				klog.Infof("unexpected %T", obj)
				return false
			}
			return svc.Namespace == g.namespace
		},
		Handler: g.handler(),
	})
}
