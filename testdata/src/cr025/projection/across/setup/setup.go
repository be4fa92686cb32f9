// Package setup brings the two halves together.
package setup

import (
	ctrl "sigs.k8s.io/controller-runtime"

	"ctrllint.test/cr025/projection/across/read"
	"ctrllint.test/cr025/projection/across/watch"
)

// All registers the reconcilers.
func All(mgr ctrl.Manager) error {
	if err := (&watch.Reconciler{Client: mgr.GetClient()}).SetupWithManager(mgr); err != nil {
		return err
	}
	r := read.New(mgr.GetClient())
	return r.SetupWithManager(mgr) // want `^note: appsv1.Deployment is cached twice in this program: For at watch.go:[0-9]+ watches metadata, Get at read.go:[0-9]+ reads typed objects, which costs a second watch and the memory of all objects, and one may not have yet what the other shows \[projection/metadata\]`
}
