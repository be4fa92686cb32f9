// Package trace turns tracing on.
package trace

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/composite/names"
)

// On does it, unless there is something in its way.
func On(ctx context.Context, c client.Client, w *api.Widget) error {
	return client.IgnoreAlreadyExists(set(ctx, c, names.Settings(w)))
}

// Must does it.
func Must(ctx context.Context, c client.Client, w *api.Widget) error {
	return set(ctx, c, names.Settings(w))
}

func set(ctx context.Context, c client.Client, cm *corev1.ConfigMap) error {
	_, err := controllerutil.CreateOrUpdate(ctx, c, cm, func() error {
		cm.Data = map[string]string{"trace": "on"}
		return nil
	})
	return err
}
