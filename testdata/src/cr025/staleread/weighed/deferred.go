package weighed

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// The write comes on a way that returns before anything is deferred.
func (r *Chooser) leftBefore(ctx context.Context, key client.ObjectKey, bad bool) (err error) {
	if bad {
		if err := r.label(ctx, key, "bad"); err != nil {
			return err
		}
		return nil
	}
	defer func() { err = errors.Join(err, r.unlabel(ctx, key)) }()
	return r.tell(ctx)
}

// The write comes after something was deferred.
func (r *Chooser) leftBehind(ctx context.Context, key client.ObjectKey) (err error) {
	defer func() { err = errors.Join(err, r.unlabelled(ctx, key)) }()
	return r.label(ctx, key, "bad")
}

func (r *Chooser) tell(context.Context) error { return nil }

func (r *Chooser) label(ctx context.Context, key client.ObjectKey, is string) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, cm); err != nil {
		return err
	}
	base := client.MergeFrom(cm.DeepCopy())
	cm.Data["is"] = is
	return r.Patch(ctx, cm, base)
}

func (r *Chooser) unlabel(ctx context.Context, key client.ObjectKey) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, cm); err != nil {
		return err
	}
	if cm.Data["is"] == "bad" {
		return r.Delete(ctx, cm)
	}
	return nil
}

func (r *Chooser) unlabelled(ctx context.Context, key client.ObjectKey) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, cm); err != nil { // want `warning: .*ConfigMap.*Data\[is\] decides.*\[staleread/get\]`
		return err
	}
	if cm.Data["is"] == "bad" {
		return r.Delete(ctx, cm)
	}
	return nil
}
