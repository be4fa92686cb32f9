package harm

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"ctrllint.test/cr025/lostwrite/api"
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

// A field that goes into no JSON is for the program alone.
func onWidgets(parents map[string]*api.Widget, measured int) handler.Funcs {
	return handler.Funcs{
		CreateFunc: func(_ context.Context, e event.CreateEvent, q workqueue.TypedRateLimitingInterface[reconcile.Request]) {
			if w, ok := e.Object.(*api.Widget); ok {
				w.Spec.Parent = parents[w.Name] // want `^note: this assignment changes Spec.Parent of the object .*\[mutation/event\]`
				q.Add(reconcile.Request{})
			}
		},
		UpdateFunc: func(_ context.Context, e event.UpdateEvent, q workqueue.TypedRateLimitingInterface[reconcile.Request]) {
			if w, ok := e.ObjectNew.(*api.Widget); ok {
				w.Spec.Size = measured // want `^error: this assignment changes Spec.Size of the object .*\[mutation/event\]`
				q.Add(reconcile.Request{})
			}
		},
	}
}
