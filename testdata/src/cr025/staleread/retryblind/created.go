package retryblind

import (
	"context"
	"time"

	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"

	"ctrllint.test/cr025/staleread/api"
)

// What is created first has no version, or the create would be refused for that; openyurt (v1.7) idempotency.go:88.
func (r *Reconciler) createOrUpdate(ctx context.Context, role *rbacv1.Role) error {
	var last error
	err := wait.PollUntilContextTimeout(ctx, 500*time.Millisecond, 40*time.Second, true, func(ctx context.Context) (bool, error) {
		if _, err := r.clientset.RbacV1().Roles(role.Namespace).Create(ctx, role, metav1.CreateOptions{}); err != nil {
			if !apierrors.IsAlreadyExists(err) {
				last = err
				return false, nil
			}
			if _, err := r.clientset.RbacV1().Roles(role.Namespace).Update(ctx, role, metav1.UpdateOptions{}); err != nil {
				last = err
				return false, nil
			}
		}
		return true, nil
	})
	if err == nil {
		return nil
	}
	return last
}

// It is in any case what the caller has that is sent.
func (r *Reconciler) insist(ctx context.Context, role *rbacv1.Role) error {
	var last error
	err := wait.PollUntilContextTimeout(ctx, 500*time.Millisecond, 40*time.Second, true, func(ctx context.Context) (bool, error) {
		if _, err := r.clientset.RbacV1().Roles(role.Namespace).Update(ctx, role, metav1.UpdateOptions{}); err != nil { // want `Role.*\[staleread/retryblind\]`
			last = err
			return false, nil
		}
		return true, nil
	})
	if err == nil {
		return nil
	}
	return last
}

func (r *Reconciler) createOrUpdateWidget(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		err := r.Create(ctx, w)
		if err == nil {
			return nil
		}
		if !apierrors.IsAlreadyExists(err) {
			return err
		}
		return r.Update(ctx, w)
	})
}

// One that has a version already isn't created.
func (r *Reconciler) perhapsCreated(ctx context.Context, role *rbacv1.Role) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if role.ResourceVersion == "" {
			if _, err := r.clientset.RbacV1().Roles(role.Namespace).Create(ctx, role, metav1.CreateOptions{}); !apierrors.IsAlreadyExists(err) {
				return err
			}
		}
		_, err := r.clientset.RbacV1().Roles(role.Namespace).Update(ctx, role, metav1.UpdateOptions{}) // want `Role.*\[staleread/retryblind\]`
		return err
	})
}

// The version is the one that the server has answered with.
func (r *Reconciler) createdAndUpdated(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.Create(ctx, w); err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
		w.Spec.Size++
		return r.Update(ctx, w) // want `Widget.*\[staleread/retryblind\]`
	})
}

// Another one is created.
func (r *Reconciler) otherCreated(ctx context.Context, role, other *rbacv1.Role) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if _, err := r.clientset.RbacV1().Roles(other.Namespace).Create(ctx, other, metav1.CreateOptions{}); err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
		_, err := r.clientset.RbacV1().Roles(role.Namespace).Update(ctx, role, metav1.UpdateOptions{}) // want `Role.*\[staleread/retryblind\]`
		return err
	})
}
