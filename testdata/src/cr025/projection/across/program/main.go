// Command program runs what package setup brings together, where it is reported.
package main

import (
	ctrl "sigs.k8s.io/controller-runtime"

	"ctrllint.test/cr025/projection/across/read"
	"ctrllint.test/cr025/projection/across/setup"
	"ctrllint.test/cr025/projection/across/watch"
)

var _ watch.Reconciler

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		panic(err)
	}
	if err := setup.All(mgr); err != nil || !read.Valid("x") {
		panic(err)
	}
	if err := mgr.Start(ctrl.SetupSignalHandler()); err != nil {
		panic(err)
	}
}
