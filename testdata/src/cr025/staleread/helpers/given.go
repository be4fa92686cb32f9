package helpers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// given reads what it has made, of a kind that its caller knows.
func given(ctx context.Context, c client.Client, want, have client.Object) error {
	err := c.Get(ctx, client.ObjectKeyFromObject(want), have)
	if !apierrors.IsNotFound(err) {
		return err
	}
	if err := c.Create(ctx, want); err != nil {
		return err
	}
	return c.Get(ctx, client.ObjectKeyFromObject(want), have) // want `Get after the Create at given.go:18 reads the corev1.Secret from the cache`
}

type tokens struct{ client.Client }

func (t *tokens) token(ctx context.Context, namespace string) (string, error) {
	have := &corev1.Secret{}
	want := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "token"}}
	if err := given(ctx, t.Client, want, have); err != nil {
		return "", err
	}
	return string(have.Data["token"]), nil
}

// givenOther does the same, for who passes two kinds.
func givenOther(ctx context.Context, c client.Client, want, have client.Object) error {
	if err := c.Create(ctx, want); err != nil {
		return err
	}
	return c.Get(ctx, client.ObjectKeyFromObject(want), have)
}

func (t *tokens) url(ctx context.Context, namespace string) (string, error) {
	have := &corev1.ConfigMap{}
	want := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "token"}}
	if err := givenOther(ctx, t.Client, want, have); err != nil {
		return "", err
	}
	return have.Data["url"], nil
}
