package keys

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// A Renamer makes objects that get their names last.
type Renamer struct{ client.Client }

func unique(part string, w *api.Widget) string { return w.Name + "-" + w.Namespace + "-" + part }

func newAccount(w *api.Widget) *corev1.ServiceAccount {
	return &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
}

func newAccountOf(part string, w *api.Widget) *corev1.ServiceAccount {
	account := newAccount(w)
	account.Name = unique(part, w)
	return account
}

// Each part has an account of its own.
func (r *Renamer) parts(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, newAccountOf("server", w)); err != nil {
		return err
	}
	account := newAccountOf("worker", w)
	if err := r.Get(ctx, client.ObjectKeyFromObject(account), account); err != nil {
		return r.Create(ctx, account)
	}
	return nil
}

// One part has one.
func (r *Renamer) part(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, newAccountOf("server", w)); err != nil {
		return err
	}
	account := newAccountOf("server", w)
	return r.Get(ctx, client.ObjectKeyFromObject(account), account) // want `ServiceAccount.*\[staleread/get\]`
}
