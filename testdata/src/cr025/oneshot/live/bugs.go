// Package live has handlers that read from the API server, and their mended
// twins.
package live

import (
	"context"

	authorizationv1 "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/tools/cache"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type reader struct {
	sets     kubernetes.Interface
	dynamic  dynamic.Interface
	metadata metadata.Interface
	client   client.Client
	reader   client.Reader
}

func setup(mgr ctrl.Manager) *reader {
	return &reader{client: mgr.GetClient(), reader: mgr.GetAPIReader()}
}

func (r *reader) register(inf cache.SharedIndexInformer) {
	ctx := context.Background()
	pods := schema.GroupVersionResource{Version: "v1", Resource: "pods"}
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		node := obj.(*corev1.Node)
		_, _ = r.sets.CoreV1().Pods("").List(ctx, metav1.ListOptions{})                                                                    // want `AddFunc → Pods.List asks the API server in an informer's event handler: each event costs a request.*lister.*\[oneshot/live\]`
		_, _ = r.sets.CoreV1().Nodes().Get(ctx, node.Name, metav1.GetOptions{})                                                            // want `Nodes.Get.*\[oneshot/live\]`
		_, _ = r.sets.AppsV1().Deployments("a").GetScale(ctx, "b", metav1.GetOptions{})                                                    // want `Deployments.GetScale.*\[oneshot/live\]`
		_, _ = r.dynamic.Resource(pods).Get(ctx, "a", metav1.GetOptions{})                                                                 // want `dynamic.Get.*\[oneshot/live\]`
		_, _ = r.metadata.Resource(pods).List(ctx, metav1.ListOptions{})                                                                   // want `metadata.List.*\[oneshot/live\]`
		_ = r.reader.List(ctx, &corev1.PodList{})                                                                                          // want `List\(\*corev1.PodList\).*\[oneshot/live\]`
		_, _ = r.sets.AuthorizationV1().SubjectAccessReviews().Create(ctx, &authorizationv1.SubjectAccessReview{}, metav1.CreateOptions{}) // want `SubjectAccessReviews.Create asks.*\[oneshot/live\]`
		_, _ = r.sets.Discovery().ServerVersion()                                                                                          // want `ServerVersion.*\[oneshot/live\]`
	}})
}

func (r *reader) mapped() handler.EventHandler {
	return handler.EnqueueRequestsFromMapFunc(func(ctx context.Context, obj client.Object) []reconcile.Request {
		var secrets corev1.SecretList
		if err := r.reader.List(ctx, &secrets); err != nil { // want `MapFunc → List.* in a map function: .*every later event of this watch waits meanwhile; read from the cache \[oneshot/live\]`
			return nil
		}
		return requests(secrets)
	})
}

func requests(list corev1.SecretList) (out []reconcile.Request) {
	for i := range list.Items {
		out = append(out, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(&list.Items[i])})
	}
	return out
}
