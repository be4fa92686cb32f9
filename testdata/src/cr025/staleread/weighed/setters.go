package weighed

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/weighed/marks"
)

// unmark takes an annotation off, in a copy, and sends what differs.
func unmark(ctx context.Context, c client.Client, of client.Object, key string) error {
	obj := of.DeepCopyObject().(client.Object)
	if err := c.Get(ctx, client.ObjectKeyFromObject(of), obj); err != nil { // want `warning: .*Widget.*Annotations\[example.com/resizing\].*\[staleread/get\]`
		return err
	}
	base := obj.DeepCopyObject().(client.Object)
	annotations := obj.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	delete(annotations, key)
	obj.SetAnnotations(annotations)
	return c.Patch(ctx, obj, client.MergeFrom(base))
}

func mark(ctx context.Context, c client.Client, w *api.Widget, key string) error {
	base := w.DeepCopy()
	put(w, key)
	return c.Patch(ctx, w, client.MergeFrom(base))
}

func put(w *api.Widget, key string) {
	if w.Annotations == nil {
		w.Annotations = map[string]string{}
	}
	w.Annotations[key] = "yes"
}

func has(w *api.Widget, key string) bool { return w.Annotations[key] != "" }

// Each takes another one off: a patch has nothing but that.
func (r *R) unmarked(ctx context.Context, w *api.Widget) error {
	if err := unmark(ctx, r.Client, w, "example.com/resizing"); err != nil {
		return err
	}
	return unmark(ctx, r.Client, w, "example.com/draining")
}

// The one that was just put there is to be taken off: where the cache doesn't have it yet, it stays.
func (r *R) remarked(ctx context.Context, w *api.Widget) error {
	if err := mark(ctx, r.Client, w, "example.com/resizing"); err != nil {
		return err
	}
	return unmark(ctx, r.Client, w, "example.com/resizing")
}

// What decides is another one than what was put there.
func (r *R) otherMark(ctx context.Context, w *api.Widget) error {
	if err := mark(ctx, r.Client, w, "example.com/resizing"); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil {
		return err
	}
	if has(now, "example.com/draining") {
		return r.Delete(ctx, now)
	}
	return nil
}

// What decides is what was put there, one call further away.
func (r *R) ownMark(ctx context.Context, w *api.Widget) error {
	if err := mark(ctx, r.Client, w, "example.com/resizing"); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `warning: .*Annotations\[example.com/resizing\] decides.*\[staleread/get\]`
		return err
	}
	if isResizing(now) {
		return r.Delete(ctx, now)
	}
	return nil
}

func isResizing(w *api.Widget) bool { return has(w, "example.com/resizing") }

// Which it is hangs on the caller.
func (r *R) anyMark(ctx context.Context, w *api.Widget, key string) error {
	if err := mark(ctx, r.Client, w, key); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `warning: .*Annotations\[example.com/draining\] decides.*\[staleread/get\]`
		return err
	}
	if has(now, "example.com/draining") {
		return r.Delete(ctx, now)
	}
	return nil
}

// Of another package: what decides is another one.
func (r *R) otherMarks(ctx context.Context, w *api.Widget) error {
	if err := marks.Mark(ctx, r.Client, w, "example.com/resizing"); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil {
		return err
	}
	if now.Annotations["example.com/draining"] != "" {
		return r.Delete(ctx, now)
	}
	return nil
}

// Of another package: it is the same.
func (r *R) ownMarks(ctx context.Context, w *api.Widget) error {
	if err := marks.Mark(ctx, r.Client, w, "example.com/resizing"); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `warning: .*Annotations\[example.com/resizing\] decides.*\[staleread/get\]`
		return err
	}
	if now.Annotations["example.com/resizing"] != "" {
		return r.Delete(ctx, now)
	}
	return nil
}

// label puts labels on a Widget.
func label(ctx context.Context, c client.Client, w *api.Widget, labels map[string]string) error {
	base := w.DeepCopy()
	if w.Labels == nil {
		w.Labels = map[string]string{}
	}
	for key, value := range labels {
		w.Labels[key] = value
	}
	return c.Patch(ctx, w, client.MergeFrom(base))
}

// The label that decides is not the one of the map.
func (r *R) otherLabel(ctx context.Context, w *api.Widget) error {
	if err := label(ctx, r.Client, w, map[string]string{"example.com/resizing": "yes"}); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil {
		return err
	}
	if now.Labels["example.com/draining"] != "" {
		return r.Delete(ctx, now)
	}
	return nil
}

// It is one of the map's two.
func (r *R) oneOfLabels(ctx context.Context, w *api.Widget) error {
	if err := label(ctx, r.Client, w, map[string]string{"example.com/resizing": "yes", "example.com/draining": "yes"}); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `warning: .*Labels\[example.com/draining\] decides.*\[staleread/get\]`
		return err
	}
	if now.Labels["example.com/draining"] != "" {
		return r.Delete(ctx, now)
	}
	return nil
}

// It is the map's.
func (r *R) ownLabel(ctx context.Context, w *api.Widget) error {
	if err := label(ctx, r.Client, w, map[string]string{"example.com/draining": "yes"}); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `warning: .*Labels\[example.com/draining\] decides.*\[staleread/get\]`
		return err
	}
	if now.Labels["example.com/draining"] != "" {
		return r.Delete(ctx, now)
	}
	return nil
}
