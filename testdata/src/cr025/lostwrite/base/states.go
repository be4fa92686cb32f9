package base

import (
	"context"
	"encoding/json"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
	"ctrllint.test/cr025/lostwrite/base/states"
)

// sized sets the size.
func sized(w *api.Widget, size int) *api.Widget {
	w.Spec.Size = size
	return w
}

// What is returned is what was given, and changed.
func (r *Reconciler) resize(ctx context.Context, w *api.Widget, size int) error {
	resized := sized(w, size)                        // rests
	return states.Between(ctx, r.Client, w, resized) // want `both states that this makes a patch of are the very api.Widget that is changed before, so that there is no difference.*\[lostwrite/base\]`
}

func (r *Reconciler) resizeElsewhere(ctx context.Context, w *api.Widget, size int) error {
	resized := states.Sized(w, size)                 // rests
	return states.Between(ctx, r.Client, w, resized) // want `both states that this makes a patch of are the very api.Widget`
}

func (r *Reconciler) resizePlainly(ctx context.Context, w *api.Widget, size int) error {
	resized := sized(w, size)                         // rests
	return r.Patch(ctx, resized, client.MergeFrom(w)) // want `both states that this makes a patch of are the very api.Widget`
}

// The texts are both made behind the change.
func (r *Reconciler) resizeLate(ctx context.Context, w *api.Widget, size int) error {
	resized := sized(w, size)           // rests
	data, err := difference(w, resized) // want `both states that this makes a patch of are the very api.Widget`
	if err != nil {
		return err
	}
	return r.Patch(ctx, w, client.RawPatch(types.MergePatchType, data))
}

func difference(from, to client.Object) ([]byte, error) {
	before, err := json.Marshal(from)
	if err != nil {
		return nil, err
	}
	after, err := json.Marshal(to)
	if err != nil {
		return nil, err
	}
	return strategicpatch.CreateTwoWayMergePatch(before, after, from)
}

// It is a copy that is changed, always or unless there is nothing to change.
func (r *Reconciler) resizeMended(ctx context.Context, w *api.Widget, size int) error {
	resized := sized(w.DeepCopy(), size)
	return states.Between(ctx, r.Client, w, resized)
}

func (r *Reconciler) resizeCopy(ctx context.Context, w *api.Widget, size int) error {
	w.Labels = map[string]string{"sized": "yes"}
	resized := states.SizedCopy(w, size)
	return states.Between(ctx, r.Client, w, resized)
}

// The text of the first state is made before the change.
func (r *Reconciler) resizeBetween(ctx context.Context, w *api.Widget, size int) error {
	before, err := json.Marshal(w)
	if err != nil {
		return err
	}
	after, err := json.Marshal(sized(w, size))
	if err != nil {
		return err
	}
	data, err := strategicpatch.CreateTwoWayMergePatch(before, after, w)
	if err != nil {
		return err
	}
	return r.Patch(ctx, w, client.RawPatch(types.MergePatchType, data))
}

// edited runs a function between both.
func (r *Reconciler) edited(ctx context.Context, from, to *api.Widget, edit func(*api.Widget)) error {
	before, err := json.Marshal(from)
	if err != nil {
		return err
	}
	edit(to)
	after, err := json.Marshal(to)
	if err != nil {
		return err
	}
	data, err := strategicpatch.CreateTwoWayMergePatch(before, after, from)
	if err != nil {
		return err
	}
	return r.Patch(ctx, from, client.RawPatch(types.MergePatchType, data))
}

func (r *Reconciler) resizeInside(ctx context.Context, w *api.Widget, size int) error {
	w.Labels = map[string]string{"sized": "yes"}
	return r.edited(ctx, w, w, func(w *api.Widget) { w.Spec.Size = size })
}

// Nothing is changed: it is what the patch says that counts.
func (r *Reconciler) probe(ctx context.Context, w *api.Widget) error {
	return states.Between(ctx, r.Client, w, w)
}

// Another object, or the same, is returned.
func either(w, other *api.Widget) *api.Widget {
	w.Spec.Size++
	if w.Spec.Size > 3 {
		return other
	}
	return w
}

func (r *Reconciler) resizeEither(ctx context.Context, w, other *api.Widget) error {
	return states.Between(ctx, r.Client, w, either(w, other))
}
