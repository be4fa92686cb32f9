// Package nilderef holds delete handlers that go on with the zero value of a
// failed assertion.
package nilderef

import (
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

type router struct {
	queue  workqueue.TypedRateLimitingInterface[types.NamespacedName]
	routes map[string]string
	certs  map[types.UID][]byte
}

// The second result goes to the blank identifier.
func (r *router) watchServices(svcs cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			svc, _ := obj.(*corev1.Service) // want `Service.*\[tombstone/nilderef\]`
			r.queue.Add(types.NamespacedName{Namespace: svc.Namespace, Name: svc.Name})
		},
	})
}

// It is looked at, after the value has been used.
func (r *router) watchIngresses(ings cache.SharedIndexInformer) {
	ings.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: r.ingressGone})
}

func (r *router) ingressGone(obj any) {
	ing, ok := obj.(*networkingv1.Ingress) // want `Ingress.*\[tombstone/nilderef\]`
	klog.InfoS("ingress removed", "host", ing.Spec.Rules)
	if !ok {
		return
	}
	delete(r.routes, ing.Name)
}

// The failing branch complains and forgets to return.
func (r *router) watchEndpoints(eps cache.SharedIndexInformer) {
	eps.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod) // want `Pod.*\[tombstone/nilderef\]`
			if !ok {
				klog.Errorf("delete of a %T", obj)
			}
			delete(r.routes, pod.Status.PodIP)
		},
	})
}

// The complaint itself uses the value.
func (r *router) watchClasses(classes cache.SharedIndexInformer) {
	classes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			class, ok := obj.(*networkingv1.IngressClass) // want `IngressClass.*\[tombstone/nilderef\]`
			if !ok {
				klog.Errorf("bad object for class %s", class.Name)
				return
			}
			delete(r.routes, class.Name)
		},
	})
}

// A nil interface has no methods to call.
func (r *router) watchMeta(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			m, _ := obj.(metav1.Object) // want `Object.*\[tombstone/nilderef\]`
			r.queue.Add(types.NamespacedName{Namespace: m.GetNamespace(), Name: m.GetName()})
		},
	})
}

// A promoted method takes the address of a field of the nil pointer.
func (r *router) watchSecrets(secrets cache.SharedIndexInformer) {
	secrets.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			sec, _ := obj.(*corev1.Secret) // want `Secret.*\[tombstone/nilderef\]`
			delete(r.certs, sec.GetUID())
		},
	})
}

// In a helper of the handler.
func (r *router) watchPolicies(pols cache.SharedIndexInformer) {
	pols.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { r.dropPolicy(obj) },
	})
}

func (r *router) dropPolicy(obj any) {
	var pol *networkingv1.NetworkPolicy
	pol, _ = obj.(*networkingv1.NetworkPolicy) // want `NetworkPolicy.*\[tombstone/nilderef\]`
	r.queue.Add(types.NamespacedName{Namespace: pol.Namespace, Name: pol.Name})
}

// The nil pointer is handed to a method that reads a field of it.
func (r *router) watchMaps(maps cache.SharedIndexInformer) {
	maps.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			cm, _ := obj.(*corev1.ConfigMap) // want `ConfigMap.*\[tombstone/nilderef\]`
			r.forgetMap(cm)
		},
	})
}

func (r *router) forgetMap(cm *corev1.ConfigMap) { delete(r.certs, cm.UID) }

// The wrong way round: tombstones fall into the branch for objects.
func (r *router) watchNamespaces(nss cache.SharedIndexInformer) {
	nss.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			ns, ok := obj.(*corev1.Namespace) // want `Namespace.*\[tombstone/nilderef\]`
			if ok && ns.DeletionTimestamp == nil {
				return
			}
			delete(r.routes, ns.Name)
		},
	})
}
