// Command exempt keeps Secrets out of the cache unless a flag says otherwise. Nothing here is a finding: the two
// informers are the choice of whoever sets the flag.
package main

import (
	"flag"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/projection/secrets/vault"
)

func main() {
	cacheSecrets := flag.Bool("cache-secrets", false, "cache Secrets")
	flag.Parse()
	var uncached []client.Object
	if !*cacheSecrets {
		uncached = append(uncached, &corev1.Secret{})
	}
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Client: client.Options{Cache: &client.CacheOptions{DisableFor: uncached}},
	})
	if err != nil {
		panic(err)
	}
	if err := (&vault.Reconciler{Client: mgr.GetClient()}).SetupWithManager(mgr); err != nil {
		panic(err)
	}
	if err := mgr.Start(ctrl.SetupSignalHandler()); err != nil {
		panic(err)
	}
}
