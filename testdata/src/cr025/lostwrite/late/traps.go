package late

import (
	"context"

	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// What was changed before has been stored before.
func (r *Reconciler) stored(ctx context.Context, w *api.Widget) error {
	w.Labels = map[string]string{"a": "b"}
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	base := w.DeepCopy()
	w.Status.Phase = "Ready"
	return r.Status().Patch(ctx, w, client.MergeFrom(base))
}

// There are two bases, and the first is old enough.
func (r *Reconciler) two(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	w.Labels = map[string]string{"a": "b"}
	if err := r.Patch(ctx, w, client.MergeFrom(base)); err != nil {
		return err
	}
	base = w.DeepCopy()
	w.Status.Phase = "Ready"
	return r.Status().Patch(ctx, w, client.MergeFrom(base))
}

// The defaults are for the program itself.
func (r *Reconciler) defaults(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size == 0 {
		w.Spec.Size = 1
	}
	base := w.DeepCopy()
	w.Annotations = map[string]string{"defaulted": "yes"}
	return r.Patch(ctx, w, client.MergeFrom(base))
}

// The copy is older than what is written, and so is the change.
func (r *Reconciler) again(ctx context.Context, key client.ObjectKey, w *api.Widget) error {
	w.Labels = map[string]string{"a": "b"}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	base := w.DeepCopy()
	w.Labels = map[string]string{"a": "b"}
	return r.Patch(ctx, w, client.MergeFrom(base))
}

// The copy is only compared.
func (r *Reconciler) compared(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	w.Labels = map[string]string{"a": "b"}
	now := w.DeepCopy()
	if equality.Semantic.DeepEqual(base, now) {
		return nil
	}
	return r.Patch(ctx, w, client.MergeFrom(base))
}

// An object that is made here is no change.
func (r *Reconciler) made(ctx context.Context, name string) error {
	w := &api.Widget{}
	w.Name, w.Namespace = name, "default"
	base := w.DeepCopy()
	w.Spec.Size = 3
	return r.Patch(ctx, w, client.MergeFrom(base))
}

// set is run between the copy and the patch.
func (r *Reconciler) with(ctx context.Context, w *api.Widget, set func(*api.Widget)) error {
	base := w.DeepCopy()
	set(w)
	return r.Patch(ctx, w, client.MergeFrom(base))
}

// What is called between the copy and the patch may have the object too.
func (r *Reconciler) around(ctx context.Context, w *api.Widget, change func() error) error {
	base := w.DeepCopy()
	if err := change(); err != nil {
		return err
	}
	return r.Patch(ctx, w, client.MergeFrom(base))
}

// The copy has the type and the name, and is filled with what is there.
func (r *Reconciler) filled(ctx context.Context, desired *api.Widget) error {
	desired.Labels = map[string]string{"a": "b"}
	existing := desired.DeepCopy()
	if err := r.Get(ctx, client.ObjectKeyFromObject(desired), existing); err != nil {
		return err
	}
	desired.ResourceVersion = existing.ResourceVersion
	return r.Patch(ctx, desired, client.MergeFrom(existing))
}

// The copy is made what it was before.
func (r *Reconciler) undone(ctx context.Context, w *api.Widget) error {
	w.Labels = map[string]string{"a": "b"}
	base := w.DeepCopy()
	base.Labels = nil
	return r.Patch(ctx, w, client.MergeFrom(base))
}

// What GetAnnotations returns is the object's; k8snetworkplumbingwg/sriov-network-operator pkg/daemon/daemon.go line 851
// at commit 249e2001.
func (r *Reconciler) getter(ctx context.Context, w *api.Widget) error {
	annotations := w.GetAnnotations()
	original := w.DeepCopy()
	delete(annotations, "a")
	return r.Patch(ctx, w, client.MergeFrom(original))
}

func (r *Reconciler) loaded(ctx context.Context, w *api.Widget) error {
	annotations := w.Annotations
	original := w.DeepCopy()
	annotations["a"] = "b"
	return r.Patch(ctx, w, client.MergeFrom(original))
}

// A step writes what it has changed, which its result doesn't say plainly; k8ssandra/cass-operator
// internal/controllers/control/cassandratask_controller.go line 586 at the time of release 1.27.
func (r *Reconciler) steps(ctx context.Context, w *api.Widget, jobs []string) error {
	for _, job := range jobs {
		if job == "refresh" {
			base := client.MergeFrom(w.DeepCopy())
			w.Status.Phase = "Refreshed"
			if err := r.Status().Patch(ctx, w, base); err != nil {
				return err
			}
			continue
		}
		left, err := r.step(ctx, w)
		if err != nil {
			return err
		}
		if left > 0 {
			break
		}
	}
	return nil
}

func (r *Reconciler) step(ctx context.Context, w *api.Widget) (int, error) {
	done, err := r.part(ctx, w)
	if err != nil {
		return 0, err
	}
	if done > 3 {
		return 0, nil
	}
	return 1, nil
}

func (r *Reconciler) part(ctx context.Context, w *api.Widget) (int, error) {
	base := client.MergeFrom(w.DeepCopy())
	w.Status.Made++
	if w.Status.Made > 5 {
		return 1, nil
	}
	return w.Status.Made, r.Status().Patch(ctx, w, base)
}
