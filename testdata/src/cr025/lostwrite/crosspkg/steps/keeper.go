package steps

import (
	"context"
	"errors"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// A Keeper keeps an object as it was.
type Keeper struct {
	client client.Client
	before client.Object
}

// Keep keeps it.
func Keep(c client.Client, obj client.Object) (*Keeper, error) {
	if obj == nil {
		return nil, errors.New("nothing to keep")
	}
	return &Keeper{client: c, before: obj.DeepCopyObject().(client.Object)}, nil
}

// Patch sends what has been changed since.
func (k *Keeper) Patch(ctx context.Context, obj client.Object) error {
	return k.client.Patch(ctx, obj, client.MergeFrom(k.before))
}

// KeepItself keeps the object, and no copy.
func KeepItself(c client.Client, obj client.Object) *Keeper { return &Keeper{client: c, before: obj} }

// PatchBoth sends it in two parts, the status last.
func (k *Keeper) PatchBoth(ctx context.Context, obj client.Object) error {
	changed := obj.DeepCopyObject().(client.Object)
	if err := k.client.Patch(ctx, obj, client.MergeFrom(k.before)); err != nil {
		return err
	}
	return k.client.Status().Patch(ctx, changed, client.MergeFrom(k.before))
}

// A Difference keeps the patch.
type Difference struct {
	client client.Client
	patch  client.Patch
}

// Differ makes it of a copy.
func Differ(c client.Client, obj client.Object) *Difference {
	return &Difference{client: c, patch: client.MergeFrom(obj.DeepCopyObject().(client.Object))}
}

// DifferItself makes it of the object.
func DifferItself(c client.Client, obj client.Object) *Difference {
	return &Difference{client: c, patch: client.MergeFrom(obj)}
}

// Send sends what has been changed since.
func (d *Difference) Send(ctx context.Context, obj client.Object) error {
	return d.client.Patch(ctx, obj, d.patch)
}

// A Renewal keeps a patch that may be made anew.
type Renewal struct {
	client client.Client
	patch  client.Patch
}

// Renewed makes it of a copy.
func Renewed(c client.Client, obj client.Object) *Renewal {
	return &Renewal{client: c, patch: client.MergeFrom(obj.DeepCopyObject().(client.Object))}
}

// Renew makes it of another.
func (r *Renewal) Renew(obj client.Object) {
	r.patch = client.MergeFrom(obj.DeepCopyObject().(client.Object))
}

// Send sends what has been changed since.
func (r *Renewal) Send(ctx context.Context, obj client.Object) error {
	return r.client.Patch(ctx, obj, r.patch)
}

// Save writes the object.
func (k *Keeper) Save(ctx context.Context, w *api.Widget) error { return k.client.Update(ctx, w) }

// SaveNamed writes it if it has a name.
func (k *Keeper) SaveNamed(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size == 0 {
		return nil
	}
	return k.client.Update(ctx, w)
}

// PatchCopies sends it in two parts, both of a copy that is made for that.
func (k *Keeper) PatchCopies(ctx context.Context, obj client.Object) error {
	diff := client.MergeFrom(k.before)
	if err := k.client.Patch(ctx, twin(obj), diff); err != nil {
		return err
	}
	return k.client.Status().Patch(ctx, twin(obj), diff)
}

func twin(obj client.Object) client.Object { return obj.DeepCopyObject().(client.Object) }

// PatchRenamed sends what differs from a copy in which something is changed.
func (k *Keeper) PatchRenamed(ctx context.Context, obj client.Object) error {
	return k.client.Patch(ctx, renamed(obj), client.MergeFrom(k.before))
}

func renamed(obj client.Object) client.Object {
	other := obj.DeepCopyObject().(client.Object)
	other.SetLabels(map[string]string{"renamed": "true"})
	return other
}
