package crosspkg

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/crosspkg/store"
)

// Shared is made once, by a function that is handed the address of this variable.
var Shared = corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "shared"}}

// share makes it, and asks for it.
func share(ctx context.Context, c client.Client) error {
	if err := store.Make(ctx, c, &Shared); err != nil {
		return err
	}
	found := &corev1.ConfigMap{}
	if err := c.Get(ctx, client.ObjectKey{Namespace: "shop", Name: "shared"}, found); err != nil {
		return err
	}
	if found.Data["size"] == "" {
		return c.Delete(ctx, found)
	}
	return nil
}
