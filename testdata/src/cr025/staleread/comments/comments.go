// Package comments has reads that can go, with comments about them, and reads that can't.
package comments

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Reconciler reads too much.
type Reconciler struct{ client.Client }

// Reconcile is the scaffold.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	w.Status.Phase = "Started"
	if err := r.Status().Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	} // want +4 `\[staleread/get\]`

	// Let's read it again after the status was written, so that we have the
	// newest state and the next write runs into no conflict.
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, err
	}

	w.Spec.Size++
	return ctrl.Result{}, r.Update(ctx, w)
}

func (r *Reconciler) apart(ctx context.Context, w *api.Widget) error {
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	} // want +4 `\[staleread/get\]`

	// This is about what follows.

	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	println(w.Spec.Size)
	return nil
}

func (r *Reconciler) block(ctx context.Context, w *api.Widget) error {
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	} // want +3 `\[staleread/get\]`
	/* Read it
	   again. */
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	println(w.Spec.Size)
	return nil
}

// The comment that wants a report is about the write.
func (r *Reconciler) trails(ctx context.Context, w *api.Widget) error {
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	} // want +2 `\[staleread/get\]`
	// and again
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	println(w.Spec.Size)
	return nil
}

// What programs read stays, and so does what has a comment within.
func (r *Reconciler) markers(ctx context.Context, w *api.Widget) error {
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	} // want +2 `\[staleread/get\]`
	// +kubebuilder:scaffold:reread
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	println(w.Spec.Size)
	return nil
}

func (r *Reconciler) within(ctx context.Context, w *api.Widget) error {
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	} // want +1 `\[staleread/get\]`
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err // what else
	}
	println(w.Spec.Size)
	return nil
}

// Without the write, the read is needed.
func (r *Reconciler) onSomeWays(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size == 0 {
		w.Spec.Size = 1
		if err := r.Update(ctx, w); err != nil {
			return err
		}
	} // want +1 `\[staleread/get\]`
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	println(w.Spec.Size)
	return nil
}
