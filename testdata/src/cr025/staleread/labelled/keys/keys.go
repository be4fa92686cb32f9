// Package keys makes pairs of keys.
package keys

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/labelled/wrap"
)

// Labels of what it makes, and their values.
const (
	Role  = "shop.example.com/role"
	Owner = "shop.example.com/owner"
	Pair  = "pair"
)

// Options say whose keys they are.
type Options struct{ Name, Namespace, Owner string }

// Make makes a pair.
func Make(ctx context.Context, c client.Client, o *Options) error {
	s := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: o.Namespace, Name: o.Name}}
	if _, err := wrap.CreateOrUpdate(ctx, c, s, func() error {
		s.SetLabels(map[string]string{
			string(Owner): o.Owner,
			string(Role):  string(Pair),
		})
		s.Data = map[string][]byte{"public": nil, "private": nil}
		return nil
	}); err != nil {
		return err
	}
	return nil
}
