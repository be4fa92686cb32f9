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
	return r.SetupWithManager(mgr) // want `^warning: this brings together For at projection/across/watch/watch.go:18, which watches the metadata of appsv1.Deployment, and Get at projection/across/read/read.go:29, which reads it from the cache as typed objects: two informers with separate watches now hold it, so right after an event Get may find nothing or an older object; read its metadata \(metav1.PartialObjectMetadata\), of which no more is used, keep appsv1.Deployment out of the client's cache \(Client.Cache.DisableFor\), or read it through the manager's API reader \[projection/metadata\]`
}
