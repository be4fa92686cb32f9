package paths

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Asking does what functions say of the object.
type Asking struct {
	client.Client
}

func wants(w *api.Widget) bool { return wanted(w.Annotations) }

func wanted(all map[string]string) bool { return len(all["shop.example.com/wants"]) > 2 }

func paused(obj metav1.Object) bool {
	value, ok := obj.GetAnnotations()["shop.example.com/paused"]
	return ok && len(value) > 2
}

// settle sets what isn't there, and tells whether it has.
func settle(w *api.Widget) bool {
	if len(w.Spec.Colour) > 2 {
		return false
	}
	w.Spec.Colour = "red"
	return true
}

// It comes to it twice, but what is made is not cleared away, as what is asked is the same; what is cleared away is.
func (r *Asking) twice(ctx context.Context, w *api.Widget) error {
	if err := r.large(ctx, w); err != nil {
		return err
	}
	w.Status.Phase = "Large"
	return r.small(ctx, w)
}

func (r *Asking) large(ctx context.Context, w *api.Widget) error { return r.role(ctx, w) }

func (r *Asking) small(ctx context.Context, w *api.Widget) error { return r.role(ctx, w) }

func (r *Asking) role(ctx context.Context, w *api.Widget) error {
	role := &rbacv1.Role{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	if !wants(w) || paused(w) {
		return r.clear(ctx, role)
	}
	return client.IgnoreAlreadyExists(r.Create(ctx, role))
}

func (r *Asking) clear(ctx context.Context, role *rbacv1.Role) error {
	if err := r.Get(ctx, client.ObjectKeyFromObject(role), role); err != nil { // want `Get after the Delete.*\[staleread/delete\]`
		return client.IgnoreNotFound(err)
	}
	return r.Delete(ctx, role)
}

// What is asked is set in between.
func (r *Asking) changed(ctx context.Context, w *api.Widget) error {
	if wants(w) {
		if err := r.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}); err != nil {
			return err
		}
		delete(w.Annotations, "shop.example.com/wants")
	}
	if wants(w) {
		return nil
	}
	var s corev1.Secret
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &s); err != nil { // want `Secret.*\[staleread/get\]`
		return client.IgnoreNotFound(err)
	}
	return r.Delete(ctx, &s)
}

// What is asked sets it.
func (r *Asking) settled(ctx context.Context, w *api.Widget) error {
	if settle(w) {
		if err := r.Create(ctx, &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}); err != nil {
			return err
		}
	}
	if settle(w) {
		return nil
	}
	var s corev1.Service
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &s); err != nil { // want `Service.*\[staleread/get\]`
		return client.IgnoreNotFound(err)
	}
	return r.Delete(ctx, &s)
}

// What is asked is read anew in between.
func (r *Asking) again(ctx context.Context, w *api.Widget) error {
	if wants(w) {
		if err := r.Create(ctx, &corev1.Endpoints{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}); err != nil {
			return err
		}
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	if wants(w) {
		return nil
	}
	var s corev1.Endpoints
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &s); err != nil { // want `Endpoints.*\[staleread/get\]`
		return client.IgnoreNotFound(err)
	}
	return r.Delete(ctx, &s)
}

// One of the two ways to it is that by which it was made.
func (r *Asking) either(ctx context.Context, w *api.Widget) error {
	if wants(w) {
		if err := r.Create(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}); err != nil {
			return err
		}
	}
	if !wants(w) || paused(w) {
		var s corev1.ServiceAccount
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), &s); err != nil { // want `ServiceAccount.*\[staleread/get\]`
			return client.IgnoreNotFound(err)
		}
		return r.Delete(ctx, &s)
	}
	return nil
}

// They are asked of others.
func (r *Asking) others(ctx context.Context, w, other *api.Widget) error {
	if wants(w) {
		if err := r.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}); err != nil {
			return err
		}
	}
	if wants(other) {
		return nil
	}
	var s corev1.ConfigMap
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &s); err != nil { // want `ConfigMap.*\[staleread/get\]`
		return client.IgnoreNotFound(err)
	}
	return r.Delete(ctx, &s)
}

var entered = map[string]bool{}

func isEntered(w *api.Widget) bool { return entered[w.Name] }

// What is asked is kept elsewhere, and set in between.
func (r *Asking) enter(ctx context.Context, w *api.Widget) error {
	if !isEntered(w) {
		if err := r.Create(ctx, &rbacv1.RoleBinding{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}); err != nil {
			return err
		}
		entered[w.Name] = true
	}
	if !isEntered(w) {
		return nil
	}
	var b rbacv1.RoleBinding
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &b); err != nil { // want `RoleBinding.*\[staleread/get\]`
		return client.IgnoreNotFound(err)
	}
	return r.Delete(ctx, &b)
}
