package exists

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Errors are collected, and returned at the end.
func (r *R) collected(ctx context.Context, all []corev1.ConfigMap) error {
	var errs []error
	for i := range all {
		if err := r.ensure(ctx, &all[i]); err != nil {
			errs = append(errs, err)
			println("not made: " + err.Error())
			continue
		}
	}
	return utilerrors.NewAggregate(errs)
}

func (r *R) ensure(ctx context.Context, cm *corev1.ConfigMap) error {
	err := r.Create(ctx, cm)
	if err == nil {
		return nil
	}
	if !apierrors.IsAlreadyExists(err) {
		return err
	}
	old := &corev1.ConfigMap{}
	if err = r.Get(ctx, client.ObjectKeyFromObject(cm), old); err != nil { // want `note: .*a moment ago.*\[staleread/exists\]`
		return err
	}
	old.Data = cm.Data
	return r.Update(ctx, old)
}

func (r *R) every(ctx context.Context, all []corev1.ConfigMap) error {
	if err := r.collected(ctx, all); err != nil {
		return err
	}
	return r.Delete(ctx, &corev1.Pod{})
}

// The same by the standard library.
func (r *R) joined(ctx context.Context, all []corev1.Secret) error {
	var failed error
	for i := range all {
		old := &corev1.Secret{}
		err := r.Get(ctx, client.ObjectKeyFromObject(&all[i]), old)
		if apierrors.IsNotFound(err) {
			err = r.Create(ctx, &all[i])
			if apierrors.IsAlreadyExists(err) {
				err = r.Get(ctx, client.ObjectKeyFromObject(&all[i]), old) // want `note: .*the cache again.*\[staleread/exists\]`
			}
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

// They are collected, and then only counted.
func (r *R) counted(ctx context.Context, all []corev1.Node) int {
	var errs []error
	for i := range all {
		old := &corev1.Node{}
		err := r.Get(ctx, client.ObjectKeyFromObject(&all[i]), old)
		if apierrors.IsNotFound(err) {
			err = r.Create(ctx, &all[i])
			if apierrors.IsAlreadyExists(err) {
				err = r.Get(ctx, client.ObjectKeyFromObject(&all[i]), old) // want `warning: .*the cache again.*\[staleread/exists\]`
			}
		}
		if err != nil {
			errs = append(errs, err)
		}
	}
	return len(errs)
}

// Errors of fields are put together.
func (r *R) ofFields(ctx context.Context, pod *corev1.Pod) error {
	errs := field.ErrorList{}
	if err := r.ensurePod(ctx, pod); err != nil {
		errs = append(errs, field.InternalError(field.NewPath("pod"), err))
	}
	if len(errs) > 0 {
		return errs.ToAggregate()
	}
	return r.Delete(ctx, &corev1.Secret{})
}

func (r *R) ensurePod(ctx context.Context, pod *corev1.Pod) error {
	err := r.Create(ctx, pod)
	if !apierrors.IsAlreadyExists(err) {
		return err
	}
	old := &corev1.Pod{}
	if err = r.Get(ctx, client.ObjectKeyFromObject(pod), old); err != nil { // want `note: .*a moment ago.*\[staleread/exists\]`
		return err
	}
	old.Labels = pod.Labels
	return r.Update(ctx, old)
}
