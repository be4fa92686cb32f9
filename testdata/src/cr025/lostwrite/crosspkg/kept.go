package crosspkg

import (
	"context"
	"errors"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
	"ctrllint.test/cr025/lostwrite/crosspkg/steps"
)

// The base is kept when the label is there already.
func keptLate(ctx context.Context, c client.Client, key client.ObjectKey) (err error) {
	w := &api.Widget{}
	if err := c.Get(ctx, key, w); err != nil {
		return err
	}
	w.Labels["owner"] = w.Name
	k, err := steps.Keep(c, w)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, k.Patch(ctx, w)) }() // want `Patch in steps.Keeper.Patch .*does not send the change of Labels.*\[lostwrite/late\]`
	w.Annotations["seen"] = "true"
	return nil
}

// The base is kept first.
func keptFirst(ctx context.Context, c client.Client, key client.ObjectKey) (err error) {
	w := &api.Widget{}
	if err := c.Get(ctx, key, w); err != nil {
		return err
	}
	k, err := steps.Keep(c, w)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, k.Patch(ctx, w)) }()
	w.Labels["owner"] = w.Name
	return nil
}

// What is kept is the object itself.
func keptItself(ctx context.Context, c client.Client, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := c.Get(ctx, key, w); err != nil {
		return err
	}
	k := steps.KeepItself(c, w)
	w.Annotations["seen"] = "true"
	return k.Patch(ctx, w) // want `Patch in steps.Keeper.Patch .*does not send the change of Annotations.*the very api.Widget.*\[lostwrite/base\]`
}

// What is kept is the object itself, for two patches at the end.
func keptForBoth(ctx context.Context, c client.Client, key client.ObjectKey) (err error) {
	w := &api.Widget{}
	if err := c.Get(ctx, key, w); err != nil {
		return err
	}
	k := steps.KeepItself(c, w)
	defer func() { // want `Patch in steps.Keeper.PatchBoth .*does not send the change of Finalizers: .*the very api.Widget.*\[lostwrite/base\]`
		err = errors.Join(err, k.PatchBoth(ctx, w))
	}()
	controllerutil.AddFinalizer(w, "shop/kept")
	w.Status.Phase = "Kept"
	return nil
}

// The same of a copy.
func copiedForBoth(ctx context.Context, c client.Client, key client.ObjectKey) (err error) {
	w := &api.Widget{}
	if err := c.Get(ctx, key, w); err != nil {
		return err
	}
	k, err := steps.Keep(c, w)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, k.PatchBoth(ctx, w)) }()
	controllerutil.AddFinalizer(w, "shop/kept")
	w.Status.Phase = "Kept"
	return nil
}

// The first patch puts the server's answer into the base, so that the second may send the status.
func statusForBoth(ctx context.Context, c client.Client, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := c.Get(ctx, key, w); err != nil {
		return err
	}
	k := steps.KeepItself(c, w)
	w.Status.Phase = "Kept"
	return k.PatchBoth(ctx, w)
}

// What is kept is the patch, made when the label is there already.
func patchLate(ctx context.Context, c client.Client, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := c.Get(ctx, key, w); err != nil {
		return err
	}
	w.Labels["owner"] = w.Name
	d := steps.Differ(c, w)
	w.Annotations["seen"] = "true"
	return d.Send(ctx, w) // want `Patch in steps.Difference.Send .*does not send the change of Labels.*\[lostwrite/late\]`
}

// The patch is made first.
func patchFirst(ctx context.Context, c client.Client, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := c.Get(ctx, key, w); err != nil {
		return err
	}
	d := steps.Differ(c, w)
	w.Labels["owner"] = w.Name
	w.Annotations["seen"] = "true"
	return d.Send(ctx, w)
}

// The patch is made of the object itself.
func patchItself(ctx context.Context, c client.Client, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := c.Get(ctx, key, w); err != nil {
		return err
	}
	d := steps.DifferItself(c, w)
	w.Annotations["seen"] = "true"
	return d.Send(ctx, w) // want `Patch in steps.Difference.Send .*does not send the change of Annotations.*the very api.Widget.*\[lostwrite/base\]`
}

// A renewed patch is made of the object as it was sent before.
func patchAgain(ctx context.Context, c client.Client, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := c.Get(ctx, key, w); err != nil {
		return err
	}
	w.Labels["owner"] = w.Name
	d := steps.Renewed(c, w)
	d.Renew(w)
	w.Annotations["seen"] = "true"
	return d.Send(ctx, w)
}

// The status is set, and another package's function writes the rest, or fails.
func saved(ctx context.Context, k *steps.Keeper, w *api.Widget) error {
	w.Status.Phase = "Ready"
	return k.Save(ctx, w) // want `Update in steps.Keeper.Save .*does not store the change of Status.Phase.*\[lostwrite/status\]`
}

// Here it may not have been written, and the caller does it.
func savedNamed(ctx context.Context, c client.Client, k *steps.Keeper, w *api.Widget) error {
	w.Status.Phase = "Ready"
	return k.SaveNamed(ctx, w)
}

// What is kept is the object itself, and what is sent are copies that a helper makes.
func keptForCopies(ctx context.Context, c client.Client, key client.ObjectKey) (err error) {
	w := &api.Widget{}
	if err := c.Get(ctx, key, w); err != nil {
		return err
	}
	k := steps.KeepItself(c, w) // rests
	defer func() {              // want `the Patch in steps.Keeper.PatchCopies .*does not send the change of Finalizers and Status.Phase: .*the very api.Widget.*\[lostwrite/base\]`
		err = errors.Join(err, k.PatchCopies(ctx, w))
	}()
	controllerutil.AddFinalizer(w, "shop/kept")
	w.Status.Phase = "Kept"
	return nil
}

// What is kept is a copy.
func copiedForCopies(ctx context.Context, c client.Client, key client.ObjectKey) (err error) {
	w := &api.Widget{}
	if err := c.Get(ctx, key, w); err != nil {
		return err
	}
	k, err := steps.Keep(c, w)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, k.PatchCopies(ctx, w)) }()
	controllerutil.AddFinalizer(w, "shop/kept")
	w.Status.Phase = "Kept"
	return nil
}

// What is kept is the object itself, but what is sent is another one than that.
func keptForRenamed(ctx context.Context, c client.Client, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := c.Get(ctx, key, w); err != nil {
		return err
	}
	k := steps.KeepItself(c, w)
	if w.Status.Phase == "" {
		w.Annotations["seen"] = "true"
	}
	return k.PatchRenamed(ctx, w)
}
