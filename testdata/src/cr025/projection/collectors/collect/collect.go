// Package collect has a reconciler for metadata of whatever kind its callers name.
package collect

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Collector counts the objects of a kind.
type Collector struct {
	client.Client
	of   *metav1.PartialObjectMetadata
	seen map[string]int
}

// New returns a collector of a kind.
func New(c client.Client, of *metav1.PartialObjectMetadata) *Collector {
	return &Collector{Client: c, of: of, seen: map[string]int{}}
}

// Of returns metadata of a kind.
func Of(kind, version string) *metav1.PartialObjectMetadata {
	return &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{Kind: kind, APIVersion: version}}
}

// SetupWithManager watches the kind.
func (c *Collector) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(c.of).Complete(c)
}

// Reconcile counts.
func (c *Collector) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	meta := c.of.DeepCopy()
	if err := c.Get(ctx, req.NamespacedName, meta); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	c.seen[meta.Namespace]++
	return ctrl.Result{}, nil
}
