package retrylost

import (
	"context"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// A listener is told of Widgets from outside, once.
type listener struct {
	client.Client
	reader client.Reader
	failed []error
}

func (l *listener) listen(ctx context.Context, names <-chan types.NamespacedName) {
	for key := range names {
		err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
			var w api.Widget
			if err := l.Get(ctx, key, &w); err != nil { // want `^warning: Get after a conflict reads the api.Widget from the cache, which may still hold the state that the Update at unheeded.go:\d+ was refused for; when the last try is refused as well, nobody hears of it, and the change is lost; return its error \[staleread/retrylost\]`
				return err
			}
			w.Spec.Size++
			return l.Update(ctx, &w)
		})
		if err != nil {
			klog.ErrorS(err, "not grown", "widget", key)
		}
	}
}

// It hears of the failure.
func (l *listener) listenMended(ctx context.Context, names <-chan types.NamespacedName) error {
	for key := range names {
		err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
			var w api.Widget
			if err := l.reader.Get(ctx, key, &w); err != nil {
				return err
			}
			w.Spec.Size++
			return l.Update(ctx, &w)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// The process ends, and begins anew.
func (l *listener) listenOnce(ctx context.Context, names <-chan types.NamespacedName) {
	for key := range names {
		err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
			var w api.Widget
			if err := l.Get(ctx, key, &w); err != nil { // want `^note: Get after a conflict .*the next try may fail too.*\[staleread/retry\]`
				return err
			}
			w.Spec.Size++
			return l.Update(ctx, &w)
		})
		if err != nil {
			klog.Fatal(err)
		}
	}
}

// What is tried again within another retry is told once.
func (l *listener) twice(ctx context.Context, key types.NamespacedName) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		l.mark(ctx, key, "begun")
		l.mark(ctx, key, "done")
		return nil
	})
}

func (l *listener) mark(ctx context.Context, key types.NamespacedName, as string) {
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var w api.Widget
		if err := l.Get(ctx, key, &w); err != nil { // want `^warning: Get after a conflict .*nobody hears of it.*\[staleread/retrylost\]`
			return err
		}
		w.Status.Phase = as
		return l.Status().Update(ctx, &w)
	})
	if err != nil {
		klog.ErrorS(err, "not marked", "widget", key)
	}
}

// The error is kept for somebody.
func (l *listener) keep(ctx context.Context, key types.NamespacedName) {
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var w api.Widget
		if err := l.Get(ctx, key, &w); err != nil { // want `^note: Get after a conflict .*the next try may fail too.*\[staleread/retry\]`
			return err
		}
		w.Spec.Size++
		return l.Update(ctx, &w)
	})
	if err != nil {
		l.failed = append(l.failed, err)
	}
}

// CreateOrUpdate reads the cache itself.
func (l *listener) composed(ctx context.Context, w *api.Widget) {
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := controllerutil.CreateOrUpdate(ctx, l.Client, w, func() error { // want `^warning: CreateOrUpdate in a retry on conflict reads the api.Widget from the cache.*when all tries are refused, nobody hears of it.*\[staleread/retrylost\]`
			w.Spec.Size++
			return nil
		})
		return err
	})
	if err != nil {
		klog.ErrorS(err, "not grown")
	}
}
