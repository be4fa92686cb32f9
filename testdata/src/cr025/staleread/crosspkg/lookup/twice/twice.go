// Package twice asks two readers one after the other.
package twice

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Get fills an object from the second reader if the first has none.
func Get(ctx context.Context, first, second client.Reader, key client.ObjectKey, into client.Object) error {
	if err := first.Get(ctx, key, into); err == nil || !apierrors.IsNotFound(err) {
		return err
	}
	return second.Get(ctx, key, into)
}
