// Package apart does what is to be done where the delete was missed elsewhere, or in another way.
package apart

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// A ferry has passengers, which are Pods, cargo, which are Secrets, and a crew, which are Nodes.
type ferry struct {
	client kubernetes.Interface
	queue  workqueue.TypedRateLimitingInterface[cache.ObjectName]
	bell   *sync.Cond
	round  *time.Timer
}

func (f *ferry) watch(pods cache.TypedSharedIndexInformer[*corev1.Pod], secrets cache.TypedSharedIndexInformer[*corev1.Secret]) {
	pods.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Pod]{DeleteFunc: f.seen})
	pods.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Pod]{DeleteFunc: f.unseen})
	secrets.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Secret]{DeleteFunc: f.renewed})
}

// The second of two takes those that the first one leaves.
func (f *ferry) seen(gone cache.DeletedObject[*corev1.Pod]) {
	if gone.FinalStateUnknown == nil {
		f.queue.Add(gone.GetObjectName())
	}
}

func (f *ferry) unseen(gone cache.DeletedObject[*corev1.Pod]) {
	if gone.FinalStateUnknown != nil {
		f.queue.AddAfter(gone.GetObjectName(), time.Minute)
	}
}

// It is another one by then, of which nothing is unknown.
func (f *ferry) renewed(gone cache.DeletedObject[*corev1.Secret]) {
	if gone.FinalStateUnknown != nil && gone.OptionalObj != nil {
		gone = cache.DeletedObject[*corev1.Secret]{OptionalObj: gone.OptionalObj}
	}
	if gone.FinalStateUnknown == nil {
		f.queue.Add(gone.GetObjectName())
	}
}

func (f *ferry) wake(nodes cache.TypedSharedIndexInformer[*corev1.Node], maps cache.TypedSharedIndexInformer[*corev1.ConfigMap], volumes cache.TypedSharedIndexInformer[*corev1.PersistentVolume]) {
	nodes.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Node]{DeleteFunc: f.rung})
	maps.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.ConfigMap]{DeleteFunc: f.rounded})
	volumes.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.PersistentVolume]{DeleteFunc: f.unmade})
}

// Who waits looks at all of them.
func (f *ferry) rung(gone cache.DeletedObject[*corev1.Node]) {
	if gone.FinalStateUnknown != nil {
		f.bell.Broadcast()
		return
	}
	f.queue.Add(gone.GetObjectName())
}

// The round that looks at all of them begins at once.
func (f *ferry) rounded(gone cache.DeletedObject[*corev1.ConfigMap]) {
	if gone.FinalStateUnknown != nil {
		f.round.Reset(0)
		return
	}
	f.queue.Add(gone.GetObjectName())
}

// The API server has none by that name any more, whether its end was seen or not.
func (f *ferry) unmade(gone cache.DeletedObject[*corev1.PersistentVolume]) {
	if gone.FinalStateUnknown != nil {
		return
	}
	_ = f.client.CoreV1().PersistentVolumes().Delete(context.Background(), gone.OptionalObj.Name, metav1.DeleteOptions{})
}
