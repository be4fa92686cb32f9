// Package factory filters events by OpenShift's controller factory, of which the tables say what it does with deletes.
package factory

import (
	"context"
	"slices"

	"github.com/openshift/library-go/pkg/controller/factory"
	"github.com/openshift/library-go/pkg/operator/events"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	corev1informers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type controller struct{ names []string }

func (c *controller) sync(context.Context, factory.SyncContext) error { return nil }

func key(obj runtime.Object) string {
	object, _ := meta.Accessor(obj)
	return object.GetName() // what the factory unwraps
}

func keys(obj runtime.Object) []string { return []string{key(obj)} }

// New makes the controller.
func New(secrets corev1informers.SecretInformer, pods corev1informers.PodInformer, recorder events.Recorder) factory.Controller {
	c := &controller{}
	return factory.New().
		WithFilteredEventsInformers(func(obj any) bool {
			return slices.Contains(c.names, obj.(*corev1.Secret).Name) // want `Secret.*panics.*\[tombstone/filter\]`
		}, secrets.Informer()).
		WithFilteredEventsInformersQueueKeyFunc(key, func(obj any) bool {
			object, err := meta.Accessor(obj) // want `Accessor.*\[tombstone/filter\]`
			return err == nil && slices.Contains(c.names, object.GetName())
		}, secrets.Informer()).
		WithFilteredEventsInformersQueueKeysFunc(keys, c.isOurs, pods.Informer()).
		WithSync(c.sync).
		ToController("Bugs", recorder)
}

func (c *controller) isOurs(obj any) bool {
	pod, ok := obj.(*corev1.Pod) // want `Pod.*\[tombstone/filter\]`
	return ok && slices.Contains(c.names, pod.Name)
}

// NewMended makes one whose filters let deletes through.
func NewMended(secrets corev1informers.SecretInformer, recorder events.Recorder) factory.Controller {
	c := &controller{}
	return factory.New().
		WithFilteredEventsInformersQueueKeyFunc(key, func(obj any) bool {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			secret, ok := obj.(*corev1.Secret)
			return ok && slices.Contains(c.names, secret.Name)
		}, secrets.Informer()).
		WithFilteredEventsInformers(nil, secrets.Informer()).
		WithInformersQueueKeyFunc(key, secrets.Informer()).
		WithSync(c.sync).
		ToController("Mended", recorder)
}
