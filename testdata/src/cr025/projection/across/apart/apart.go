// Package apart mentions both halves, but no one function or type runs both. Nothing here is a finding.
package apart

import (
	ctrl "sigs.k8s.io/controller-runtime"

	"ctrllint.test/cr025/projection/across/read"
	"ctrllint.test/cr025/projection/across/watch"
)

// Watch registers one.
func Watch(mgr ctrl.Manager) error { return (&watch.Reconciler{}).SetupWithManager(mgr) }

// Read registers the other.
func Read(mgr ctrl.Manager) error { return read.New(mgr.GetClient()).SetupWithManager(mgr) }

// Names needs a function of a package with a half, not the half.
func Names(mgr ctrl.Manager) bool { return read.Valid("x") && Watch(mgr) == nil }
