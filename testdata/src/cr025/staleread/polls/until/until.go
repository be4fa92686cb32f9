// Package until has helpers that call a function.
package until

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Content calls a function until it returns no error.
func Content(ctx context.Context, is func(context.Context) error) error {
	return wait.PollUntilContextCancel(ctx, time.Second, true, func(ctx context.Context) (bool, error) {
		return is(ctx) == nil, nil
	})
}

// There does the same as long as a Widget is there.
func There(ctx context.Context, c client.Client, key client.ObjectKey, is func(context.Context) error) error {
	return Content(ctx, func(ctx context.Context) error {
		if c.Get(ctx, key, &api.Widget{}) != nil {
			return nil
		}
		return is(ctx)
	})
}

// Once calls a function.
func Once(ctx context.Context, f func(context.Context) error) error { return f(ctx) }
