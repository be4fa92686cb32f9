package loops

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Parent has children of several kinds, which are stored one like the other.
type Parent struct{ client.Client }

func (p *Parent) apply(ctx context.Context, obj client.Object) error {
	have := obj.DeepCopyObject().(client.Object)
	err := p.Get(ctx, client.ObjectKeyFromObject(obj), have)
	if apierrors.IsNotFound(err) {
		return p.Create(ctx, obj)
	}
	if err != nil {
		return err
	}
	obj.SetResourceVersion(have.GetResourceVersion())
	return p.Update(ctx, obj)
}

func settings(w *api.Widget) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name + "-settings"},
		Data:       w.Spec.Config,
	}
}

func front(w *api.Widget) *corev1.Service {
	return &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
}

func token(w *api.Widget) *corev1.Secret {
	return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name + "-token"}}
}

// literal reads one of the children that the loop has stored.
func (p *Parent) literal(ctx context.Context, w *api.Widget) error {
	for _, obj := range []client.Object{settings(w), front(w)} {
		if err := p.apply(ctx, obj); err != nil {
			return err
		}
	}
	var cm corev1.ConfigMap
	if err := p.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: w.Name + "-settings"}, &cm); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return err
	}
	if cm.Data["size"] == "large" {
		w.Status.Phase = "Large"
		return p.Status().Update(ctx, w)
	}
	return nil
}

func (p *Parent) children(w *api.Widget) []client.Object {
	all := []client.Object{settings(w), front(w)}
	if w.Spec.Size > 0 {
		all = append(all, token(w))
	}
	return all
}

// returned does it with a list that a function makes.
func (p *Parent) returned(ctx context.Context, w *api.Widget) error {
	for _, obj := range p.children(w) {
		if err := p.apply(ctx, obj); err != nil {
			return err
		}
	}
	var s corev1.Secret
	if err := p.Get(ctx, client.ObjectKeyFromObject(token(w)), &s); err != nil { // want `warning: .*Secret.*\[staleread/get\]`
		return client.IgnoreNotFound(err)
	}
	if len(s.Data) == 0 {
		return p.Delete(ctx, w)
	}
	return nil
}

// created makes them by the client itself.
func (p *Parent) created(ctx context.Context, w *api.Widget) error {
	for _, obj := range []client.Object{front(w), token(w)} {
		if err := p.Create(ctx, obj); err != nil {
			return err
		}
	}
	var svc corev1.Service
	if err := p.Get(ctx, client.ObjectKeyFromObject(front(w)), &svc); apierrors.IsNotFound(err) { // want `warning: .*Service.*\[staleread/get\]`
		return p.Delete(ctx, w)
	}
	return nil
}

// others reads what the loop has not stored: another object of a kind, and another kind of a name.
func (p *Parent) others(ctx context.Context, w *api.Widget) error {
	for _, obj := range []client.Object{settings(w), front(w)} {
		if err := p.apply(ctx, obj); err != nil {
			return err
		}
	}
	var cm corev1.ConfigMap
	if err := p.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: w.Name + "-defaults"}, &cm); err != nil {
		return err
	}
	var pod corev1.Pod
	if err := p.Get(ctx, client.ObjectKeyFromObject(front(w)), &pod); err != nil {
		return err
	}
	if cm.Data["size"] == "large" || pod.Labels["size"] == "large" {
		return p.Delete(ctx, w)
	}
	return nil
}

// before reads first.
func (p *Parent) before(ctx context.Context, w *api.Widget) error {
	var cm corev1.ConfigMap
	if err := p.Get(ctx, client.ObjectKeyFromObject(settings(w)), &cm); err != nil {
		return err
	}
	if cm.Data["size"] == "large" {
		w.Spec.Size++
	}
	for _, obj := range []client.Object{settings(w), front(w)} {
		if err := p.apply(ctx, obj); err != nil {
			return err
		}
	}
	return p.Update(ctx, w)
}
