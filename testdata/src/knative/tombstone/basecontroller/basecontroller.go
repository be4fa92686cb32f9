// Package basecontroller filters events by Open Cluster Management's copy of OpenShift's controller factory.
package basecontroller

import (
	"context"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	corev1informers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/tools/cache"
	"open-cluster-management.io/sdk-go/pkg/basecontroller/factory"
)

type controller struct{ names []string }

func (c *controller) sync(context.Context, factory.SyncContext, string) error { return nil }

func keys(obj runtime.Object) []string {
	object, _ := meta.Accessor(obj) // what the factory unwraps
	return []string{object.GetName()}
}

// New makes the controller.
func New(secrets corev1informers.SecretInformer) factory.Controller {
	c := &controller{}
	return factory.New().
		WithFilteredEventsInformers(func(obj any) bool {
			return slices.Contains(c.names, obj.(*corev1.Secret).Name) // want `Secret.*panics.*\[tombstone/filter\]`
		}, secrets.Informer()).
		WithFilteredEventsInformersQueueKeysFunc(keys, func(obj any) bool {
			object, err := meta.Accessor(obj) // want `Accessor.*\[tombstone/filter\]`
			return err == nil && slices.Contains(c.names, object.GetName())
		}, secrets.Informer()).
		WithSync(c.sync).
		ToController("Bugs")
}

// NewMended makes one whose filter lets deletes through.
func NewMended(secrets corev1informers.SecretInformer) factory.Controller {
	c := &controller{}
	return factory.New().
		WithFilteredEventsInformersQueueKeysFunc(keys, func(obj any) bool {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			secret, ok := obj.(*corev1.Secret)
			return ok && slices.Contains(c.names, secret.Name)
		}, secrets.Informer()).
		WithInformers(secrets.Informer()).
		WithSync(c.sync).
		ToController("Mended")
}
