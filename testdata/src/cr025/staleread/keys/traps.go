package keys

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

func (r *Reconciler) otherName(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	var child api.Widget
	err := r.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: w.Name + "-child"}, &child)
	return child.Spec.Size, err
}

// Who the parent is, the spec says.
func (r *Reconciler) parent(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	var parent api.Widget
	err := r.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: w.Spec.Parent}, &parent)
	return parent.Spec.Size, err
}

func (r *Reconciler) otherNamespace(ctx context.Context, secret *corev1.Secret) (map[string][]byte, error) {
	copied := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "pull"}, Data: secret.Data}
	if err := r.Create(ctx, copied); err != nil {
		return nil, err
	}
	var origin corev1.Secret
	err := r.Get(ctx, types.NamespacedName{Namespace: "stock", Name: "pull"}, &origin)
	return origin.Data, err
}

// The variable is another one by then.
func (r *Reconciler) nextKey(ctx context.Context, key, next types.NamespacedName) (int, error) {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil {
		return 0, err
	}
	if err := r.Update(ctx, &w); err != nil {
		return 0, err
	}
	key = next
	err := r.Get(ctx, key, &w)
	return w.Spec.Size, err
}

// So is the object.
func (r *Reconciler) renamed(ctx context.Context, cm *corev1.ConfigMap) (map[string]string, error) {
	cm.Name = "first"
	if err := r.Create(ctx, cm); err != nil {
		return nil, err
	}
	cm.Name = "second"
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), cm)
	return cm.Data, err
}

func (r *Reconciler) replaced(ctx context.Context, w, other *api.Widget) (int, error) {
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	w = other
	err := r.Get(ctx, client.ObjectKeyFromObject(w), w)
	return w.Spec.Size, err
}

func (r *Reconciler) otherPart(ctx context.Context, w *api.Widget) (map[string][]byte, error) {
	key := nameOf(w, "ca")
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
	if err := r.Create(ctx, secret); err != nil {
		return nil, err
	}
	var now corev1.Secret
	err := r.Get(ctx, nameOf(w, "tls"), &now)
	return now.Data, err
}

func (r *Reconciler) otherNumber(ctx context.Context, w *api.Widget, i int) (string, error) {
	g := &api.Gadget{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: fmt.Sprintf("%s-%d", w.Name, i)}}
	if err := r.Create(ctx, g); err != nil {
		return "", err
	}
	var before api.Gadget
	err := r.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: fmt.Sprintf("%s-%d", w.Name, i-1)}, &before)
	return before.Serial, err
}

// Two parameters may be one object, but who would call it so?
func (r *Reconciler) two(ctx context.Context, from, to *api.Widget) error {
	if err := r.Update(ctx, from); err != nil {
		return err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(to), to); err != nil {
		return err
	}
	to.Spec = from.Spec
	return r.Update(ctx, to)
}

// The server picks the name.
func (r *Reconciler) generated(ctx context.Context, w *api.Widget) (string, error) {
	g := &api.Gadget{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, GenerateName: w.Name + "-"}}
	if err := r.Create(ctx, g); err != nil {
		return "", err
	}
	var first api.Gadget
	err := r.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: w.Name}, &first)
	return first.Serial, err
}
