// Command program has several managers that one function makes, each with a cache of its own.
package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// names looks at the metadata of nodes.
type names struct{ client.Client }

func (r *names) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	node := &metav1.PartialObjectMetadata{}
	node.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Node"))
	return ctrl.Result{}, client.IgnoreNotFound(r.Get(ctx, req.NamespacedName, node))
}

// sizes looks at the status of nodes, in another cluster, and of services.
type sizes struct{ client.Client }

func (r *sizes) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	node := &corev1.Node{}
	if err := r.Get(ctx, req.NamespacedName, node); err != nil || len(node.Status.Capacity) == 0 {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	service := &corev1.Service{}
	err := r.Get(ctx, req.NamespacedName, service) // want `corev1.Service.*\[projection/metadata\]`
	return ctrl.Result{Requeue: len(service.Spec.Ports) > 0}, client.IgnoreNotFound(err)
}

func connect(file string) (ctrl.Manager, error) {
	config, err := clientcmd.BuildConfigFromFlags("", file)
	if err != nil {
		return nil, err
	}
	return ctrl.NewManager(config, ctrl.Options{})
}

// named calls connect in one place.
func named(name string) (ctrl.Manager, error) { return connect("/clusters/" + name) }

func main() {
	if err := run(ctrl.SetupSignalHandler()); err != nil {
		panic(err)
	}
}

func run(ctx context.Context) error {
	hub, err := named("hub")
	if err != nil {
		return err
	}
	member, err := named("member")
	if err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(hub).For(&corev1.Node{}, builder.OnlyMetadata).Complete(&names{hub.GetClient()}); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(member).Named("services").For(&corev1.Service{}, builder.OnlyMetadata).Complete(&sizes{member.GetClient()}); err != nil {
		return err
	}
	go func() { _ = member.Start(ctx) }()
	return hub.Start(ctx)
}
