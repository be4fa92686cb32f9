package retrylost

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// A warden goes round.
type warden struct {
	client.Client
	rung map[types.NamespacedName]string
}

// patrol comes by again in half a minute.
func (w *warden) patrol(ctx context.Context, gates []types.NamespacedName) {
	tick := time.NewTicker(30 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			w.round(ctx, gates)
		}
	}
}

func (w *warden) round(ctx context.Context, gates []types.NamespacedName) {
	for _, gate := range gates {
		w.look(ctx, gate)
	}
}

func (w *warden) look(ctx context.Context, gate types.NamespacedName) {
	_ = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var seen api.Widget
		if err := w.Get(ctx, gate, &seen); err != nil { // want `^note: Get after a conflict .*\[staleread/retrylost\]`
			return err
		}
		seen.Status.Phase = "looked at"
		return w.Status().Update(ctx, &seen)
	})
}

// So does this.
func (w *warden) patrols(ctx context.Context, gate types.NamespacedName) {
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		_ = retry.RetryOnConflict(retry.DefaultRetry, func() error {
			var seen api.Widget
			if err := w.Get(ctx, gate, &seen); err != nil { // want `^note: Get after a conflict .*\[staleread/retrylost\]`
				return err
			}
			seen.Status.Phase = "looked at"
			return w.Status().Update(ctx, &seen)
		})
	}, time.Minute)
}

// Who rings does so once; it isn't the time that brings the warden there.
func (w *warden) answers(ctx context.Context, bells <-chan types.NamespacedName) {
	tick := time.NewTicker(30 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			println("all's well")
		case gate := <-bells:
			w.open(ctx, gate)
		}
	}
}

func (w *warden) open(ctx context.Context, gate types.NamespacedName) {
	_ = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var opened api.Widget
		if err := w.Get(ctx, gate, &opened); err != nil { // want `^warning: Get after a conflict .*\[staleread/retrylost\]`
			return err
		}
		opened.Status.Phase = "open"
		return w.Status().Update(ctx, &opened)
	})
}

// What was rung is forgotten once somebody has been there.
func (w *warden) answersLater(ctx context.Context) {
	for {
		for gate, by := range w.rung {
			w.openFor(ctx, gate, by)
			delete(w.rung, gate)
		}
		time.Sleep(time.Minute)
	}
}

func (w *warden) openFor(ctx context.Context, gate types.NamespacedName, by string) {
	_ = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var opened api.Widget
		if err := w.Get(ctx, gate, &opened); err != nil { // want `^warning: Get after a conflict .*\[staleread/retrylost\]`
			return err
		}
		opened.Spec.Colour = by
		return w.Update(ctx, &opened)
	})
}

// The call is answered for good, whether the gate was opened or not.
func (w *warden) collects(ctx context.Context, calls []*api.Widget) {
	for {
		time.Sleep(time.Minute)
		for _, call := range calls {
			if call.Spec.Size > 0 {
				w.collect(ctx, call)
			}
		}
	}
}

func (w *warden) collect(ctx context.Context, call *api.Widget) {
	_ = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var opened api.Widget
		if err := w.Get(ctx, types.NamespacedName{Namespace: call.Namespace, Name: call.Spec.Colour}, &opened); err != nil { // want `^warning: Get after a conflict .*\[staleread/retrylost\]`
			return err
		}
		opened.Spec.Size += call.Spec.Size
		return w.Update(ctx, &opened)
	})
	call.Spec.Size = 0
	_ = w.Update(ctx, call)
}
