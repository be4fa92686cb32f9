// Command program sets up one or the other, by a flag.
package main

import (
	"flag"

	ctrl "sigs.k8s.io/controller-runtime"

	"ctrllint.test/cr025/projection/branches/setups"
)

func main() {
	light := flag.Bool("light", false, "")
	flag.Parse()
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		panic(err)
	}
	if err := setups.Either(mgr, *light); err != nil {
		panic(err)
	}
	if err := mgr.Start(ctrl.SetupSignalHandler()); err != nil {
		panic(err)
	}
}
