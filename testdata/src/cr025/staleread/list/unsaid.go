package list

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/list/pick"
)

// Groups has one head and some workers for each widget.
type Groups struct {
	client.Client
}

func (g *Groups) head(ctx context.Context, w *api.Widget) error {
	return g.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name, Labels: map[string]string{"group": "head"}}})
}

// workers asks for what can't be said here: it may be for others than the head.
func (g *Groups) workers(ctx context.Context, w *api.Widget) error {
	if err := g.head(ctx, w); err != nil {
		return err
	}
	var pods corev1.PodList
	if err := g.List(ctx, &pods, pick.Group(w, "workers").ToList()...); err != nil { // want `^note: .*Pods.*\[staleread/list\]`
		return err
	}
	if len(pods.Items) < w.Spec.Size {
		return g.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, GenerateName: w.Name}})
	}
	return nil
}

// all asks for everything in the namespace.
func (g *Groups) all(ctx context.Context, w *api.Widget) error {
	if err := g.head(ctx, w); err != nil {
		return err
	}
	var pods corev1.PodList
	if err := g.List(ctx, &pods, client.InNamespace(w.Namespace)); err != nil { // want `^warning: .*Pods.*\[staleread/list\]`
		return err
	}
	if len(pods.Items) < w.Spec.Size {
		return g.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, GenerateName: w.Name}})
	}
	return nil
}
