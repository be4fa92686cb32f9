// Command chosen has one manager, which a function makes in one of two ways.
package main

import (
	"context"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type reconciler struct{ client.Client }

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	node := &corev1.Node{}
	err := r.Get(ctx, req.NamespacedName, node) // want `corev1.Node.*\[projection/metadata\]`
	return ctrl.Result{Requeue: len(node.Status.Capacity) > 0}, client.IgnoreNotFound(err)
}

func connect(file string) (ctrl.Manager, error) {
	config, err := clientcmd.BuildConfigFromFlags("", file)
	if err != nil {
		return nil, err
	}
	return ctrl.NewManager(config, ctrl.Options{})
}

func chosen(file string) (ctrl.Manager, error) {
	if file == "" {
		return connect("/etc/cluster")
	}
	return connect(file)
}

func main() {
	mgr, err := chosen(os.Getenv("CLUSTER"))
	if err != nil {
		panic(err)
	}
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}, builder.OnlyMetadata).Complete(&reconciler{mgr.GetClient()}); err != nil {
		panic(err)
	}
	if err := mgr.Start(ctrl.SetupSignalHandler()); err != nil {
		panic(err)
	}
}
