// Package sidebyside has two controllers that watch the same kind, each in its own projection.
package sidebyside

import (
	"context"

	networkingv1 "k8s.io/api/networking/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// roles reads what it watches.
type roles struct{ client.Client }

func (r *roles) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&networkingv1.Ingress{}).Owns(&rbacv1.Role{}).Owns(&rbacv1.RoleBinding{}).Complete(r)
}

func (r *roles) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	role := &rbacv1.Role{}
	if err := r.Get(ctx, req.NamespacedName, role); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	role.Rules = nil
	return ctrl.Result{}, r.Update(ctx, role)
}

// labels reads what it watches too, and besides typed what only the other one watches typed.
type labels struct{ client.Client }

func (l *labels) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&networkingv1.IngressClass{}).
		Owns(&rbacv1.Role{}, builder.OnlyMetadata).        // want `^note: rbacv1.Role is cached twice: this Owns watches metadata.*which costs a second watch`
		Owns(&rbacv1.RoleBinding{}, builder.OnlyMetadata). // want `^warning: rbacv1.RoleBinding is cached twice: this Owns watches metadata.*right after an event`
		Complete(l)
}

func (l *labels) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	all := &metav1.PartialObjectMetadataList{}
	all.SetGroupVersionKind(schema.GroupVersionKind{Group: rbacv1.GroupName, Version: "v1", Kind: "RoleList"})
	if err := l.List(ctx, all); err != nil {
		return ctrl.Result{}, err
	}
	binding := &rbacv1.RoleBinding{}
	if err := l.Get(ctx, req.NamespacedName, binding); err != nil { // rests
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	binding.Subjects = nil
	return ctrl.Result{}, l.Update(ctx, binding)
}

// keeper hears of Roles as metadata, and asks roles.
type keeper struct {
	client.Client
	roles *bindings
}

func (k *keeper) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&networkingv1.NetworkPolicy{}).
		Owns(&rbacv1.ClusterRole{}, builder.OnlyMetadata). // want `^warning: rbacv1.ClusterRole is cached twice: this Owns watches metadata.*right after an event`
		Complete(k)
}

func (k *keeper) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, k.roles.check(ctx, req.NamespacedName)
}

// bindings reads what it watches.
type bindings struct{ client.Client }

func (b *bindings) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&networkingv1.NetworkPolicy{}).Owns(&rbacv1.ClusterRole{}).Complete(b)
}

func (b *bindings) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, b.check(ctx, req.NamespacedName)
}

func (b *bindings) check(ctx context.Context, key client.ObjectKey) error {
	role := &rbacv1.ClusterRole{}
	if err := b.Get(ctx, key, role); err != nil {
		return client.IgnoreNotFound(err)
	}
	role.Rules = nil
	return b.Update(ctx, role)
}
