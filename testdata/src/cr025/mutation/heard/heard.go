// Package heard has event functions that change the objects that they are given: it is an error where the package shows who goes by what
// is changed, and a note where nobody does.
package heard

import (
	"context"
	"reflect"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// A lonely has the only handler of an informer, whose store nobody reads, and sends what it changes in any case.
type lonely struct {
	client kubernetes.Interface
	queue  workqueue.TypedRateLimitingInterface[string]
}

func (l *lonely) watch(volumes cache.SharedIndexInformer) {
	_, _ = volumes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: l.added, UpdateFunc: l.updated})
}

func (l *lonely) added(obj any) {
	volume := obj.(*corev1.PersistentVolume)
	volume.Status.Phase = corev1.VolumePending // want `^note: this assignment changes Status.Phase .*nobody in this package goes by it.*\[mutation/event\]`
	_, _ = l.client.CoreV1().PersistentVolumes().UpdateStatus(context.Background(), volume, metav1.UpdateOptions{})
}

// updated does more if the phase is the same, and looks at the new object, which comes from the server.
func (l *lonely) updated(old, obj any) {
	before, volume := old.(*corev1.PersistentVolume), obj.(*corev1.PersistentVolume)
	if before.Status.Phase != volume.Status.Phase {
		return
	}
	if volume.Status.Phase == corev1.VolumeFailed {
		l.queue.Add(volume.Name)
	}
}

// A hiding has a handler that takes an update for none if the state before, which the other function changed, is like the new one.
type hiding struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

func (h *hiding) watch(claims cache.SharedIndexInformer) {
	_, _ = claims.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: h.added, UpdateFunc: h.updated})
}

func (h *hiding) added(obj any) {
	claim := obj.(*corev1.PersistentVolumeClaim)
	claim.Spec.VolumeName = "v-" + claim.Name // want `^error: this assignment changes Spec.VolumeName of the corev1.PersistentVolumeClaim .*\[mutation/event\]`
	h.queue.Add(claim.Name)
}

func (h *hiding) updated(old, obj any) {
	before, claim := old.(*corev1.PersistentVolumeClaim), obj.(*corev1.PersistentVolumeClaim)
	if reflect.DeepEqual(before.Spec, claim.Spec) {
		return
	}
	h.queue.Add(claim.Name)
}

// A shared has a lister beside the handler, by which it goes.
type shared struct {
	client   kubernetes.Interface
	services corelisters.ServiceLister
}

func (s *shared) watch(services cache.SharedIndexInformer) {
	_, _ = services.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.added})
}

func (s *shared) added(obj any) {
	service := obj.(*corev1.Service)
	service.Spec.ExternalName = service.Name // want `^error: this assignment changes Spec.ExternalName of the corev1.Service .*\[mutation/event\]`
}

func (s *shared) sync(ctx context.Context, name string) error {
	service, err := s.services.Services("shop").Get(name)
	if err != nil {
		return err
	}
	if service.Spec.ExternalName != "" {
		return nil
	}
	service = service.DeepCopy()
	service.Spec.ExternalName = service.Name
	_, err = s.client.CoreV1().Services("shop").Update(ctx, service, metav1.UpdateOptions{})
	return err
}

// A mended copies, and so does what asks the lister.
type mended struct{ shared }

func (m *mended) watch(services cache.SharedIndexInformer) {
	_, _ = services.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: m.added})
}

func (m *mended) added(obj any) {
	service := obj.(*corev1.Service).DeepCopy()
	service.Spec.ExternalName = service.Name
}

// Two handlers are registered with one informer: one looks at what the other changes.
func watchTwice(nodes cache.SharedIndexInformer, queue workqueue.TypedRateLimitingInterface[string]) {
	_, _ = nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: cordon})
	_, _ = nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if node := obj.(*corev1.Node); !node.Spec.Unschedulable {
				queue.Add(node.Name)
			}
		},
	})
}

func cordon(obj any) {
	node := obj.(*corev1.Node)
	node.Spec.Unschedulable = true // want `^error: this assignment changes Spec.Unschedulable of the corev1.Node .*\[mutation/event\]`
}

// What others look at is something else.
func watchApart(secrets cache.SharedIndexInformer, queue workqueue.TypedRateLimitingInterface[string]) {
	_, _ = secrets.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: blank})
	_, _ = secrets.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if secret := obj.(*corev1.Secret); secret.Type == corev1.SecretTypeTLS {
				queue.Add(secret.Name)
			}
		},
	})
}

func blank(obj any) {
	secret := obj.(*corev1.Secret)
	secret.Data = map[string][]byte{"blank": []byte(secret.Name)} // want `^note: this assignment changes Data of the corev1.Secret .*\[mutation/event\]`
}
