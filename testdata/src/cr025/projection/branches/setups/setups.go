// Package setups is given to a program by one of two functions, as a flag says.
package setups

import (
	appsv1 "k8s.io/api/apps/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
)

// Light watches metadata.
func Light(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&appsv1.Deployment{}, builder.OnlyMetadata).Complete(nil)
}

// Full watches all.
func Full(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&appsv1.Deployment{}).Complete(nil)
}

// Either does one or the other.
func Either(mgr ctrl.Manager, light bool) error {
	if light {
		return Light(mgr)
	}
	return Full(mgr)
}
