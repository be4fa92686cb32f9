package helpers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/helpers/objects"
)

// made reads what it has made, of a kind that only its callers know.
func made[T client.Object](ctx context.Context, c client.Client, want, have T) error {
	if err := c.Create(ctx, want); err != nil {
		return err
	}
	return c.Get(ctx, client.ObjectKeyFromObject(want), have) // want `Get after the Create at typed.go:15 reads the corev1.Secret from the cache`
}

func (t *tokens) made(ctx context.Context, want *corev1.Secret) (string, error) {
	have := &corev1.Secret{}
	if err := made(ctx, t.Client, want, have); err != nil {
		return "", err
	}
	return string(have.Data["token"]), nil
}

// twice has both of it in functions that are generic, too.
func twice[T client.Object](ctx context.Context, c client.Client, want, have T) error {
	if err := put(ctx, c, want); err != nil {
		return err
	}
	return c.Get(ctx, client.ObjectKeyFromObject(want), have) // want `Get after the Create at typed.go:38 reads the corev1.ConfigMap from the cache`
}

func put[T client.Object](ctx context.Context, c client.Client, o T) error {
	return c.Create(ctx, o)
}

func (t *tokens) twice(ctx context.Context, want *corev1.ConfigMap) (string, error) {
	have := &corev1.ConfigMap{}
	if err := twice(ctx, t.Client, want, have); err != nil {
		return "", err
	}
	return have.Data["url"], nil
}

// known is one finding, though it is instantiated twice: the function itself knows the kind.
func known[T any](ctx context.Context, c client.Client, want *corev1.Secret, _ T) error {
	if err := c.Create(ctx, want); err != nil {
		return err
	}
	return c.Get(ctx, client.ObjectKeyFromObject(want), &corev1.Secret{}) // want `Get after the Create at typed.go:51 reads the corev1.Secret`
}

func (t *tokens) known(ctx context.Context, want *corev1.Secret) error {
	if err := known(ctx, t.Client, want, 1); err != nil {
		return err
	}
	return known(ctx, t.Client, want, "one")
}

// The same in another package, with a type parameter and with interfaces.
func (t *tokens) elsewhere(ctx context.Context, want *corev1.Secret) (string, error) {
	have := &corev1.Secret{}
	if err := objects.Made(ctx, t.Client, want, have); err != nil { // want `the Get in objects.Made .* after the Create in objects.Made .* reads the corev1.Secret`
		return "", err
	}
	return string(have.Data["token"]), nil
}

func (t *tokens) given(ctx context.Context, want *corev1.ConfigMap) (string, error) {
	have := &corev1.ConfigMap{}
	if err := objects.Given(ctx, t.Client, want, have); err != nil { // want `the Get in objects.Given .* after the Create in objects.Given .* reads the corev1.ConfigMap`
		return "", err
	}
	return have.Data["url"], nil
}

// What is read is of another kind, of another name, or live.
func (t *tokens) others(ctx context.Context, live client.Client, want *corev1.Secret) error {
	if err := objects.Given(ctx, t.Client, want, &corev1.ConfigMap{}); err != nil {
		return err
	}
	other := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: want.Namespace, Name: "other"}}
	if err := objects.Beside(ctx, t.Client, want, other); err != nil {
		return err
	}
	return objects.Made(ctx, live, want, &corev1.Secret{})
}
