// Command operator runs the Website controller.
package main

import (
	"context"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/ctrllint/ctrllint/examples/operator-fixed/api/v1alpha1"
	"github.com/ctrllint/ctrllint/examples/operator-fixed/internal/controller"
	"github.com/ctrllint/ctrllint/examples/operator-fixed/internal/inventory"
	"github.com/ctrllint/ctrllint/examples/operator-fixed/internal/maintenance"
	"github.com/ctrllint/ctrllint/examples/operator-fixed/internal/publish"
	"github.com/ctrllint/ctrllint/examples/operator-fixed/internal/pullsecrets"
	"github.com/ctrllint/ctrllint/examples/operator-fixed/internal/rollout"
	"github.com/ctrllint/ctrllint/examples/operator-fixed/internal/shelve"
)

const resync = 10 * time.Minute

func main() {
	ctrl.SetLogger(zap.New())
	if err := run(ctrl.SetupSignalHandler()); err != nil {
		ctrl.Log.Error(err, "running the operator")
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	scheme := runtime.NewScheme()
	utilruntime.Must(clientgoscheme.AddToScheme(scheme))
	utilruntime.Must(v1alpha1.AddToScheme(scheme))

	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	mgr, err := ctrl.NewManager(config, ctrl.Options{
		Scheme: scheme,
		Client: client.Options{Cache: &client.CacheOptions{DisableFor: []client.Object{&corev1.Secret{}}}},
	})
	if err != nil {
		return err
	}
	clientset, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}

	factory := informers.NewSharedInformerFactory(clientset, resync)
	reconciler := &controller.Reconciler{Client: mgr.GetClient(), Changed: make(chan event.GenericEvent)}
	reconciler.Trackers, err = controller.NewTrackers(factory, reconciler.Notify(ctx))
	if err != nil {
		return err
	}
	if err := reconciler.SetupWithManager(mgr); err != nil {
		return err
	}
	publisher := &publish.Publisher{
		Client:    mgr.GetClient(),
		APIReader: mgr.GetAPIReader(),
		Clientset: clientset,
		Accounts:  factory.Core().V1().ServiceAccounts().Lister(),
	}
	if err := publisher.SetupWithManager(mgr); err != nil {
		return err
	}
	if err := (&rollout.Reconciler{Client: mgr.GetClient()}).SetupWithManager(mgr); err != nil {
		return err
	}
	if err := (&shelve.Shelver{Client: mgr.GetClient(), Live: mgr.GetAPIReader()}).SetupWithManager(mgr); err != nil {
		return err
	}
	if err := (&inventory.Reconciler{Client: mgr.GetClient()}).SetupWithManager(mgr); err != nil {
		return err
	}
	copier, err := pullsecrets.NewCopier(factory, clientset)
	if err != nil {
		return err
	}
	drainer, err := maintenance.New(factory, mgr.GetClient(), clientset)
	if err != nil {
		return err
	}
	if err := mgr.Add(manager.RunnableFunc(func(ctx context.Context) error {
		factory.Start(ctx.Done())
		<-ctx.Done()
		factory.Shutdown()
		return nil
	})); err != nil {
		return err
	}
	if err := mgr.Add(manager.RunnableFunc(reconciler.Trackers.Endpoints.Start)); err != nil {
		return err
	}
	if err := mgr.Add(manager.RunnableFunc(copier.Start)); err != nil {
		return err
	}
	if err := mgr.Add(manager.RunnableFunc(drainer.Start)); err != nil {
		return err
	}
	return mgr.Start(ctx)
}
