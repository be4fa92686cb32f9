// Package steps has what reconcilers of other packages do over and over.
package steps

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Phase moves a Widget on from the phase that it is in.
func Phase(ctx context.Context, c client.Client, key client.ObjectKey, phase string) error {
	var w api.Widget
	if err := c.Get(ctx, key, &w); err != nil {
		return err
	}
	w.Status.Phase += phase
	return c.Status().Update(ctx, &w)
}
