package harm

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// The type says which kind it is, so that nobody misses it.
func (c *controller) named(ctx context.Context, name string) (*corev1.ObjectReference, error) {
	daemon, err := c.daemons.DaemonSets("shop").Get(name)
	if err != nil {
		return nil, err
	}
	daemon.SetGroupVersionKind(appsv1.SchemeGroupVersion.WithKind("DaemonSet"))
	daemon.Kind = "DaemonSet"
	return &corev1.ObjectReference{Kind: daemon.Kind, Name: daemon.Name}, nil
}

func told(*appsv1.DaemonSet) {}

// What an event has may be of any type. What is worse than its kind is told first.
var onDaemons = handler.Funcs{
	CreateFunc: func(_ context.Context, e event.CreateEvent, _ workqueue.TypedRateLimitingInterface[reconcile.Request]) {
		if daemon, ok := e.Object.(*appsv1.DaemonSet); ok {
			daemon.SetGroupVersionKind(appsv1.SchemeGroupVersion.WithKind("DaemonSet")) // want `^note: SetGroupVersionKind changes Kind of the object .*\[mutation/event\]`
			told(daemon)
		}
	},
	UpdateFunc: func(_ context.Context, e event.UpdateEvent, _ workqueue.TypedRateLimitingInterface[reconcile.Request]) {
		if daemon, ok := e.ObjectNew.(*appsv1.DaemonSet); ok {
			daemon.SetGroupVersionKind(appsv1.SchemeGroupVersion.WithKind("DaemonSet"))
			daemon.Annotations["told"] = "yes" // want `^error: this assignment changes Annotations of the object .*\[mutation/event\]`
			told(daemon)
		}
	},
}
