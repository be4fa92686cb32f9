package late

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
	"ctrllint.test/cr025/lostwrite/late/operations"
)

// chosen makes the Widget with its labels where there is none: what is patched then is its status, and nothing else.
func (r *Reconciler) chosen(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); client.IgnoreNotFound(err) != nil {
		return err
	} else if err != nil {
		w.Name, w.Namespace = key.Name, key.Namespace
		w.Labels = map[string]string{"chosen": "yes"}
		if err := r.Create(ctx, w); client.IgnoreAlreadyExists(err) != nil {
			return err
		}
	}
	return operations.KeepStatus(ctx, r.Client, w, func() { w.Status.Phase = "Chosen" })
}

// So it is where the flag is handed on, or its opposite.
func (r *Reconciler) chosenEither(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); client.IgnoreNotFound(err) != nil {
		return err
	} else if err != nil {
		w.Name, w.Namespace = key.Name, key.Namespace
		w.Labels = map[string]string{"chosen": "yes"}
		if err := r.Create(ctx, w); client.IgnoreAlreadyExists(err) != nil {
			return err
		}
	}
	return operations.KeepEither(ctx, r.Client, w, false, func() { w.Status.Phase = "Chosen" })
}

// A helper of the package is handed the flag.
func (r *Reconciler) chosenHere(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); client.IgnoreNotFound(err) != nil {
		return err
	} else if err != nil {
		w.Name, w.Namespace = key.Name, key.Namespace
		w.Labels = map[string]string{"chosen": "yes"}
		if err := r.Create(ctx, w); client.IgnoreAlreadyExists(err) != nil {
			return err
		}
	}
	return r.phase(ctx, w, false)
}

func (r *Reconciler) phase(ctx context.Context, w *api.Widget, whole bool) error {
	base := w.DeepCopy()
	w.Status.Phase = "Chosen"
	if whole {
		return r.Patch(ctx, w, client.MergeFrom(base))
	}
	return r.Status().Patch(ctx, w, client.MergeFrom(base))
}

// Here the labels are to be stored by the patch.
func (r *Reconciler) chosenWhole(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Labels = map[string]string{"chosen": "yes"}
	return operations.Keep(ctx, r.Client, w, func() { w.Spec.Size = 1 }) // want `the Patch in operations.keep \(choose.go:\d+\) does not send the change of Labels`
}

func (r *Reconciler) chosenWholeEither(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Labels = map[string]string{"chosen": "yes"}
	return operations.KeepEither(ctx, r.Client, w, true, func() { w.Spec.Size = 1 }) // want `the Patch in operations.keep \(choose.go:\d+\) does not send the change of Labels`
}

func (r *Reconciler) chosenMended(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	return operations.Keep(ctx, r.Client, w, func() { w.Labels = map[string]string{"chosen": "yes"} })
}

// What is stored depends on what somebody else says: one of both calls has the labels.
func (r *Reconciler) chosenBoth(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	set := func() {
		w.Labels = map[string]string{"chosen": "yes"}
		w.Status.Phase = "Chosen"
	}
	if err := operations.KeepEither(ctx, r.Client, w, true, set); err != nil {
		return err
	}
	return operations.KeepEither(ctx, r.Client, w, false, set)
}
