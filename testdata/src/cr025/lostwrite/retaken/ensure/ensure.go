// Package ensure brings objects to the API server for other packages.
package ensure

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"ctrllint.test/cr025/lostwrite/api"
)

// Owned sets nothing but the owner: all else is as it is stored.
func Owned(ctx context.Context, c client.Client, owner *api.Widget, obj client.Object) error {
	res, err := controllerutil.CreateOrUpdate(ctx, c, obj, func() error {
		return controllerutil.SetControllerReference(owner, obj, c.Scheme())
	})
	if err == nil {
		logf.FromContext(ctx).Info("ensured", "object", client.ObjectKeyFromObject(obj), "result", res)
	}
	return err
}

// Typed does the same for any type.
func Typed[T client.Object](ctx context.Context, c client.Client, owner client.Object, obj T) error {
	_, err := controllerutil.CreateOrPatch(ctx, c, obj, func() error {
		return controllerutil.SetOwnerReference(owner, obj, c.Scheme())
	})
	return err
}

// Deep has a helper that does it.
func Deep(ctx context.Context, c client.Client, obj client.Object) error { return there(ctx, c, obj) }

func there(ctx context.Context, c client.Client, obj client.Object) error {
	_, err := controllerutil.CreateOrUpdate(ctx, c, obj, func() error { return nil })
	return err
}

// With has what its callers want set by them.
func With[T client.Object](ctx context.Context, c client.Client, owner client.Object, obj T, set func(T)) error {
	_, err := controllerutil.CreateOrUpdate(ctx, c, obj, func() error {
		set(obj)
		return controllerutil.SetControllerReference(owner, obj, c.Scheme())
	})
	return err
}

// By leaves all to the caller's function.
func By(ctx context.Context, c client.Client, obj client.Object, set controllerutil.MutateFn) error {
	_, err := controllerutil.CreateOrUpdate(ctx, c, obj, set)
	return err
}

// Kept puts back what it has kept.
func Kept(ctx context.Context, c client.Client, set *appsv1.ReplicaSet) error {
	spec := set.Spec
	_, err := controllerutil.CreateOrUpdate(ctx, c, set, func() error {
		set.Spec = spec
		return nil
	})
	return err
}

// Copied takes what is wanted from a copy.
func Copied(ctx context.Context, c client.Client, obj client.Object) error {
	want := obj.DeepCopyObject().(client.Object)
	_, err := controllerutil.CreateOrUpdate(ctx, c, obj, func() error { return take(obj, want) })
	return err
}

func take(obj, want client.Object) error {
	version := obj.GetResourceVersion()
	switch want := want.(type) {
	case *appsv1.StatefulSet:
		want.DeepCopyInto(obj.(*appsv1.StatefulSet))
	}
	obj.SetResourceVersion(version)
	return nil
}

// Twice makes sure that there is one, and then that it is as it is to be.
func Twice(ctx context.Context, c client.Client, set *appsv1.StatefulSet) error {
	want := set.DeepCopy()
	if _, err := controllerutil.CreateOrUpdate(ctx, c, set, func() error { return nil }); err != nil {
		return err
	}
	if equality.Semantic.DeepEqual(set.Spec, want.Spec) {
		return nil
	}
	want.ResourceVersion = set.ResourceVersion
	return c.Update(ctx, want)
}

// An Applier may be one that does it, or another.
type Applier interface {
	Apply(ctx context.Context, obj client.Object) error
}

// Once makes what isn't there.
type Once struct{ Client client.Client }

// Apply implements Applier.
func (o Once) Apply(ctx context.Context, obj client.Object) error { return there(ctx, o.Client, obj) }

// Always forces all on the server.
type Always struct{ Client client.Client }

// Apply implements Applier.
func (a Always) Apply(ctx context.Context, obj client.Object) error {
	return a.Client.Patch(ctx, obj, client.Apply, client.ForceOwnership, client.FieldOwner("widgets"))
}
