// Package looks says how Deployments are.
package looks

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A State is how one is.
type State string

// The states.
const (
	Missing State = "Missing"
	There   State = "There"
)

// At says it of the one of that name.
func At(ctx context.Context, c client.Client, key types.NamespacedName) State {
	var d appsv1.Deployment
	if err := c.Get(ctx, key, &d); err != nil {
		return Missing
	}
	return There
}
