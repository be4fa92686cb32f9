// Package rests has a finding that rests on other lines than its own: all those that are marked.
package rests

import (
	ctrl "sigs.k8s.io/controller-runtime"

	"ctrllint.test/cr025/projection/rests/far"
	"ctrllint.test/cr025/projection/rests/read"
)

// All registers the reconcilers.
func All(mgr ctrl.Manager) error {
	if err := (&far.Reconciler{Client: mgr.GetClient()}).SetupWithManager(mgr); err != nil {
		return err
	}
	r := &read.Reconciler{Client: mgr.GetClient()}
	return r.SetupWithManager(mgr) // want `\[projection/metadata\]`
}
