package list

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Keys has a Secret for each use of a Widget, by what a table of uses says.
type Keys struct {
	client.Client
	uses map[string]map[string]string
}

// Each use has one of its own, by labels that aren't seen here.
func (k *Keys) both(ctx context.Context, w *api.Widget) error {
	if err := k.ensure(ctx, k.keyOf(w, k.uses["door"])); err != nil {
		return err
	}
	return k.ensure(ctx, k.keyOf(w, k.uses["safe"]))
}

func (k *Keys) keyOf(w *api.Widget, by map[string]string) *corev1.Secret {
	return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, GenerateName: w.Name + "-", Labels: by}}
}

func (k *Keys) ensure(ctx context.Context, key *corev1.Secret) error {
	by := map[string]string{}
	for name, value := range key.Labels {
		if name != "round" {
			by[name] = value
		}
	}
	var have corev1.SecretList
	if err := k.List(ctx, &have, &client.ListOptions{LabelSelector: labels.SelectorFromSet(by)}); err != nil { // want `note: .*Secrets.*\[staleread/list\]`
		return err
	}
	if len(have.Items) > 0 {
		return nil
	}
	return k.Create(ctx, key)
}

// One use is seen to twice.
func (k *Keys) twice(ctx context.Context, w *api.Widget) error {
	if err := k.door(ctx, w); err != nil {
		return err
	}
	return k.door(ctx, w)
}

func (k *Keys) door(ctx context.Context, w *api.Widget) error {
	var have corev1.SecretList
	if err := k.List(ctx, &have, client.MatchingLabels(k.uses["door"])); err != nil { // want `warning: .*Secrets.*\[staleread/list\]`
		return err
	}
	if len(have.Items) > 0 {
		return nil
	}
	return k.Create(ctx, k.keyOf(w, k.uses["door"]))
}
