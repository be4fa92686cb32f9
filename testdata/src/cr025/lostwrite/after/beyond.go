package after

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// Beyond has helpers that change what they are given after they have written it.
type Beyond struct {
	client.Client
}

// Reconcile does nothing with the object when the helper returns.
func (r *Beyond) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if w.Annotations["hash"] == w.Labels["source"] {
		return ctrl.Result{}, nil
	}
	if w.Spec.Size > 3 {
		return ctrl.Result{}, r.stampNested(ctx, w) // rests
	}
	return ctrl.Result{}, r.stamp(ctx, w, w.Labels["source"]) // rests
}

func (r *Beyond) stamp(ctx context.Context, w *api.Widget, hash string) error {
	w.Spec.Size++
	if err := r.Update(ctx, w); err != nil { // rests
		return err
	}
	w.Annotations["hash"] = hash // want `this changes Annotations of the api.Widget after its last write, Update \(beyond.go:\d+\), and nothing uses it afterwards`
	return nil
}

// It is handed down twice.
func (r *Beyond) stampNested(ctx context.Context, w *api.Widget) error {
	if w.Spec.Parent == nil {
		return nil
	}
	return r.stamp(ctx, w, "nested") // rests
}

// The write comes behind the change.
func (r *Beyond) stampMended(ctx context.Context, w *api.Widget, hash string) error {
	w.Spec.Size++
	w.Annotations["hash"] = hash
	return r.Update(ctx, w)
}

// A patch sends what differs from the copy, and nothing of what comes later.
func (r *Beyond) patched(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	return r.patch(ctx, w) // rests
}

func (r *Beyond) patch(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	w.Spec.Size++
	if err := r.Patch(ctx, w, client.MergeFrom(base)); err != nil { // rests
		return err
	}
	w.Spec.Hosts = nil // want `this changes Spec.Hosts of the api.Widget after its last write, Patch`
	return nil
}

// One of the callers writes the object.
func (r *Beyond) writtenByOne(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	if err := r.mark(ctx, w); err != nil {
		return err
	}
	return r.Status().Update(ctx, w)
}

func (r *Beyond) droppedByOther(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	return r.mark(ctx, w)
}

func (r *Beyond) mark(ctx context.Context, w *api.Widget) error {
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	w.Status.Phase = "Marked"
	return nil
}

// The caller looks at it.
func (r *Beyond) lookedAt(ctx context.Context, key client.ObjectKey) (bool, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return false, err
	}
	err := r.grow(ctx, w)
	return w.Status.Made > 3, err
}

func (r *Beyond) grow(ctx context.Context, w *api.Widget) error {
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	w.Status.Made++
	return nil
}

// The function goes where its callers aren't known.
func (r *Beyond) value(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	if err := r.shrink(ctx, w); err != nil {
		return err
	}
	return each(ctx, w, r.shrink)
}

func each(ctx context.Context, w *api.Widget, do func(context.Context, *api.Widget) error) error {
	if err := do(ctx, w); err != nil {
		return err
	}
	return nil
}

func (r *Beyond) shrink(ctx context.Context, w *api.Widget) error {
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	w.Status.Made--
	return nil
}

// So it is with what is called by way of an interface that others have too.
type step interface {
	step(ctx context.Context, w *api.Widget) error
}

type first struct{ client.Client }

func (f first) step(ctx context.Context, w *api.Widget) error {
	if err := f.Update(ctx, w); err != nil {
		return err
	}
	w.Status.Phase = "First"
	return nil
}

type second struct{ client.Client }

func (s second) step(ctx context.Context, w *api.Widget) error { return s.Status().Update(ctx, w) }

func (r *Beyond) steps(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	for _, s := range []step{first{r.Client}, second{r.Client}} {
		if err := s.step(ctx, w); err != nil {
			return err
		}
	}
	return first{r.Client}.step(ctx, &api.Widget{})
}

// The patch sends it, and the memory follows.
func (r *Beyond) sent(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	return r.send(ctx, w)
}

func (r *Beyond) send(ctx context.Context, w *api.Widget) error {
	if err := r.Patch(ctx, w, client.RawPatch("application/merge-patch+json", []byte(`{"spec":{"size":3}}`))); err != nil {
		return err
	}
	w.Spec.Size = 3
	return nil
}

// Another object of the caller holds it.
func (r *Beyond) lent(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return nil, err
	}
	if err := r.lend(ctx, w); err != nil {
		return nil, err
	}
	return w, nil
}

func (r *Beyond) lend(ctx context.Context, w *api.Widget) error {
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	w.Status.Phase = "Lent"
	return nil
}
