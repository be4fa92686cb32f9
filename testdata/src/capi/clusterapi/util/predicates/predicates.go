// Package predicates stands in for the one of Cluster API, which has too many dependencies for a fixture.
package predicates

import (
	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

// ResourceNotPausedAndHasFilterLabel goes by an annotation and a label.
func ResourceNotPausedAndHasFilterLabel(_ *runtime.Scheme, _ logr.Logger, label string) predicate.Funcs {
	return predicate.NewPredicateFuncs(func(o client.Object) bool {
		_, paused := o.GetAnnotations()["cluster.x-k8s.io/paused"]
		return !paused && (label == "" || o.GetLabels()["cluster.x-k8s.io/watch-filter"] == label)
	})
}

// ResourceIsChanged leaves out updates of the status.
func ResourceIsChanged(_ *runtime.Scheme, _ logr.Logger) predicate.Funcs {
	return predicate.Funcs{}
}
