// Command operator caches Secrets.
package main

import (
	ctrl "sigs.k8s.io/controller-runtime"

	"ctrllint.test/cr025/projection/secrets/vault"
)

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		panic(err)
	}
	if err := (&vault.Reconciler{Client: mgr.GetClient()}).SetupWithManager(mgr); err != nil { // want `corev1.Secret is cached twice in this program: For at vault.go:[0-9]+ watches metadata, Get at vault.go:[0-9]+ reads typed objects, .*; read it live, through the API reader or by Client.Cache.DisableFor`
		panic(err)
	}
	if err := mgr.Start(ctrl.SetupSignalHandler()); err != nil {
		panic(err)
	}
}
