// Command program has a manager for each of two clusters. Nothing here is a finding.
package main

import (
	"context"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"

	"ctrllint.test/cr025/projection/managers/seed"
	"ctrllint.test/cr025/projection/managers/shoot"
)

func main() {
	if err := run(ctrl.SetupSignalHandler()); err != nil {
		panic(err)
	}
}

func manager(file string) (ctrl.Manager, error) {
	var cfg *rest.Config
	cfg, err := clientcmd.BuildConfigFromFlags("", file)
	if err != nil {
		return nil, err
	}
	return ctrl.NewManager(cfg, ctrl.Options{})
}

func run(ctx context.Context) error {
	a, err := manager("seed")
	if err != nil {
		return err
	}
	b, err := manager("shoot")
	if err != nil {
		return err
	}
	if err := seed.Setup(a); err != nil {
		return err
	}
	if err := shoot.Setup(b); err != nil {
		return err
	}
	go func() { _ = b.Start(ctx) }()
	return a.Start(ctx)
}
