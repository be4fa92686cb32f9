package uncopied

import (
	"context"
	"maps"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// mirror makes an account that belongs to a quota, of which a function literal has the pointer too.
func (r *Reconciler) mirror(ctx context.Context, key client.ObjectKey) error {
	quota := &corev1.ResourceQuota{}
	if err := r.Get(ctx, key, quota); err != nil {
		return err
	}
	stamp(quota) // want `uncopied.stamp .captured.go:\d+. changes Annotations, which a shallow copy shares with the cache.s corev1.ResourceQuota, read with UnsafeDisableDeepCopy .captured.go:16.: .*\[mutation/shared\]`
	return r.own(ctx, quota.Name, func(o *corev1.ServiceAccount) error {
		return controllerutil.SetControllerReference(quota, o, r.Scheme())
	})
}

func stamp(o *corev1.ResourceQuota) { o.Annotations["mirrored"] = "yes" }

func (r *Reconciler) own(ctx context.Context, name string, with func(*corev1.ServiceAccount) error) error {
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: name}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, account, func() error { return with(account) })
	return err
}

// within changes it in the literal.
func (r *Reconciler) within(ctx context.Context, key client.ObjectKey) error {
	quota := &corev1.ResourceQuota{}
	if err := r.Get(ctx, key, quota); err != nil {
		return err
	}
	return r.own(ctx, quota.Name, func(o *corev1.ServiceAccount) error {
		quota.Annotations["mirrored"] = "yes" // want `Annotations, which a shallow copy shares with the cache.s corev1.ResourceQuota, read with UnsafeDisableDeepCopy .captured.go:36.: .*\[mutation/shared\]`
		return controllerutil.SetControllerReference(quota, o, r.Scheme())
	})
}

// cloned gives it a map of its own before.
func (r *Reconciler) cloned(ctx context.Context, key client.ObjectKey) error {
	quota := &corev1.ResourceQuota{}
	if err := r.Get(ctx, key, quota); err != nil {
		return err
	}
	quota.Annotations = maps.Clone(quota.Annotations)
	stamp(quota)
	return r.own(ctx, quota.Name, func(o *corev1.ServiceAccount) error {
		quota.Annotations["owned"] = "yes"
		stamp(quota)
		return controllerutil.SetControllerReference(quota, o, r.Scheme())
	})
}

// clonedWithin does so in the literal, before the one and after the other.
func (r *Reconciler) clonedWithin(ctx context.Context, key client.ObjectKey) error {
	quota := &corev1.ResourceQuota{}
	if err := r.Get(ctx, key, quota); err != nil {
		return err
	}
	return r.own(ctx, quota.Name, func(o *corev1.ServiceAccount) error {
		if o.Name == "" {
			stamp(quota) // want `uncopied.stamp .captured.go:\d+. changes Annotations, .*\[mutation/shared\]`
			return nil
		}
		quota.Annotations = maps.Clone(quota.Annotations)
		quota.Annotations["owned"] = "yes"
		stamp(quota)
		return controllerutil.SetControllerReference(quota, o, r.Scheme())
	})
}

// fresh lets the literal put a copy there, and the one in that.
func (r *Reconciler) fresh(ctx context.Context, key client.ObjectKey) error {
	quota := &corev1.ResourceQuota{}
	if err := r.Get(ctx, key, quota); err != nil {
		return err
	}
	unshare := func() { quota.Annotations = maps.Clone(quota.Annotations) }
	unshare()
	stamp(quota)
	return r.own(ctx, quota.Name, func(o *corev1.ServiceAccount) error {
		return func() error {
			stamp(quota)
			return controllerutil.SetControllerReference(quota, o, r.Scheme())
		}()
	})
}

// nested does so in a literal of the literal, of which only that changes anything.
func (r *Reconciler) nested(ctx context.Context, key client.ObjectKey, run func(func())) error {
	quota, account := &corev1.ResourceQuota{}, &corev1.ResourceQuota{}
	if err := r.Get(ctx, key, quota); err != nil {
		return err
	}
	if err := r.Get(ctx, key, account); err != nil {
		return err
	}
	run(func() {
		account.Annotations = maps.Clone(account.Annotations)
		run(func() {
			stamp(quota) // want `uncopied.stamp .captured.go:\d+. changes Annotations, .*\[mutation/shared\]`
			stamp(account)
		})
	})
	return nil
}

// another has a copy in the variable later.
func (r *Reconciler) another(ctx context.Context, key client.ObjectKey) error {
	quota := &corev1.ResourceQuota{}
	if err := r.Get(ctx, key, quota); err != nil {
		return err
	}
	quota = quota.DeepCopy()
	stamp(quota)
	return r.own(ctx, quota.Name, func(o *corev1.ServiceAccount) error {
		quota.Annotations["owned"] = "yes"
		return controllerutil.SetControllerReference(quota, o, r.Scheme())
	})
}

// filled fills another one from it.
func (r *Reconciler) filled(ctx context.Context, key client.ObjectKey) error {
	read, quota := &corev1.ResourceQuota{}, &corev1.ResourceQuota{}
	if err := r.Get(ctx, key, read); err != nil {
		return err
	}
	read.DeepCopyInto(quota)
	stamp(quota)
	return r.own(ctx, read.Name, func(o *corev1.ServiceAccount) error {
		quota.Annotations["owned"] = "yes"
		return controllerutil.SetControllerReference(quota, o, r.Scheme())
	})
}
