package live

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// What one function asks the API server for is one finding, at the first of it.
func (r *reader) severally() handler.EventHandler {
	return handler.EnqueueRequestsFromMapFunc(func(ctx context.Context, obj client.Object) []reconcile.Request {
		if !r.wanted(ctx, obj.GetNamespace()) {
			return nil
		}
		return []reconcile.Request{{NamespacedName: client.ObjectKeyFromObject(obj)}}
	})
}

func (r *reader) wanted(ctx context.Context, namespace string) bool {
	var pods corev1.PodList
	if err := r.reader.List(ctx, &pods, client.InNamespace(namespace)); err != nil { // want `wanted → List\(\*corev1.PodList\) asks the API server in a map function.*\[oneshot/live\]`
		return false
	}
	for range pods.Items {
		var secrets corev1.SecretList
		if err := r.reader.List(ctx, &secrets, client.InNamespace(namespace)); err != nil { // rests
			return false
		}
		if len(secrets.Items) > 0 {
			return true
		}
	}
	return false
}
