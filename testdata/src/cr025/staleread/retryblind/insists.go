package retryblind

import (
	"context"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/retryblind/again"
)

// insist tries again after conflicts, in a loop of its own.
func insist(try func() error) error {
	for n := 0; ; n++ {
		err := try()
		if n == 9 || !apierrors.IsConflict(err) {
			return err
		}
		time.Sleep(time.Second)
	}
}

// polls does so in what is polled.
func polls(ctx context.Context, try func() error) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(context.Context) (bool, error) {
		if err := try(); apierrors.IsConflict(err) {
			return false, nil
		} else if err != nil {
			return false, err
		}
		return true, nil
	})
}

// untilGone goes round as long as it succeeds.
func untilGone(try func() error) error {
	for {
		if err := try(); err != nil {
			return err
		}
	}
}

// ends takes a conflict for the end.
func ends(try func() error) error {
	for {
		err := try()
		if apierrors.IsConflict(err) || err == nil {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (r *R) scales(ctx context.Context, d *appsv1.Deployment) error {
	d.Spec.Paused = true
	return insist(func() error {
		return r.Update(ctx, d) // want `note: .*appsv1.Deployment.*\[staleread/retryblind\]`
	})
}

func (r *R) scalesPolled(ctx context.Context, d *appsv1.Deployment) error {
	d.Spec.Paused = true
	return polls(ctx, func() error {
		return r.Update(ctx, d) // want `note: .*appsv1.Deployment.*\[staleread/retryblind\]`
	})
}

func (r *R) scalesAbroad(ctx context.Context, d *appsv1.Deployment) error {
	own := d.DeepCopy()
	pause := func(ctx context.Context) error {
		own.Spec.Paused = true
		return r.Update(ctx, own) // want `note: .*appsv1.Deployment.*\[staleread/retryblind\]`
	}
	return again.WhileRefused(ctx, pause)
}

func (r *R) scalesLive(ctx context.Context, key client.ObjectKey) error {
	return again.WhileRefused(ctx, func(ctx context.Context) error {
		var d appsv1.Deployment
		if err := r.APIReader.Get(ctx, key, &d); err != nil {
			return err
		}
		d.Spec.Paused = true
		return r.Update(ctx, &d)
	})
}

// A patch without a lock is never refused.
func (r *R) patches(ctx context.Context, d *appsv1.Deployment) error {
	base := d.DeepCopy()
	d.Spec.Paused = true
	return insist(func() error { return r.Patch(ctx, d, client.MergeFrom(base)) })
}

// Whether it is full is all that makes another try.
func (r *R) waitsForRoom(ctx context.Context, d *appsv1.Deployment) error {
	d.Spec.Paused = true
	return again.WhileFull(ctx, func(ctx context.Context) error { return r.Update(ctx, d) })
}

func (r *R) asOftenAsItGoes(ctx context.Context, d *appsv1.Deployment) error {
	return untilGone(func() error { return r.Update(ctx, d) })
}

func (r *R) once(ctx context.Context, d *appsv1.Deployment) error {
	return ends(func() error { return r.Update(ctx, d) })
}
