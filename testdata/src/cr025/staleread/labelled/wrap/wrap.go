// Package wrap puts something around the library.
package wrap

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// CreateOrUpdate marks what it makes.
func CreateOrUpdate(ctx context.Context, c client.Client, obj client.Object, f controllerutil.MutateFn) (controllerutil.OperationResult, error) {
	return controllerutil.CreateOrUpdate(ctx, c, obj, func() error {
		if err := f(); err != nil {
			return err
		}
		obj.SetAnnotations(map[string]string{"made": "yes"})
		return nil
	})
}
