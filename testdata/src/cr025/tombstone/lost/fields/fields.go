// Package fields has handlers that call what others have put into their fields.
package fields

import (
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type handler struct {
	forget func(key string, subjects []rbacv1.Subject)
}

func (h *handler) OnAdd(any, bool) {}

func (h *handler) OnUpdate(any, any) {}

// OnDelete calls the same for both.
func (h *handler) OnDelete(obj any) {
	if binding, ok := obj.(*rbacv1.RoleBinding); ok {
		key, _ := cache.MetaNamespaceKeyFunc(binding)
		h.forget(key, binding.Subjects)
		return
	}
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	h.forget(key, nil)
}

type controller struct {
	queue workqueue.TypedInterface[string]
}

func (c *controller) forgets(queue workqueue.TypedInterface[string]) func(string, []rbacv1.Subject) {
	return func(key string, _ []rbacv1.Subject) { queue.Add(key) }
}

func (c *controller) register(bindings cache.SharedIndexInformer) {
	bindings.AddEventHandler(&handler{forget: c.forgets(c.queue)})
}

type loser struct {
	forget func(key string)
	tell   func(key string)
}

func (l *loser) OnAdd(any, bool) {}

func (l *loser) OnUpdate(any, any) {}

// OnDelete calls something else.
func (l *loser) OnDelete(obj any) {
	if binding, ok := obj.(*rbacv1.RoleBinding); ok { // want `RoleBinding.*\[tombstone/lost\]`
		l.forget(binding.Name)
		return
	}
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	l.tell(key)
}
