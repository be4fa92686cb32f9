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
	if err := (&vault.Reconciler{Client: mgr.GetClient()}).SetupWithManager(mgr); err != nil { // want `this brings together For at projection/secrets/vault/vault.go:19, which watches the metadata of corev1.Secret, and Get at projection/secrets/vault/vault.go:25, .*; keep corev1.Secret out of the client's cache`
		panic(err)
	}
	if err := mgr.Start(ctrl.SetupSignalHandler()); err != nil {
		panic(err)
	}
}
