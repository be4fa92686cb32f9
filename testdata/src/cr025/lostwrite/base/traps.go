package base

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// The variable has another object when it is patched.
func (r *Reconciler) renewed(ctx context.Context, w *api.Widget) error {
	patch := client.MergeFrom(w)
	w = w.DeepCopy()
	w.Spec.Size++
	return r.Patch(ctx, w, patch)
}

// The struct is copied, and what is changed in it is no map or slice.
func (r *Reconciler) shallow(ctx context.Context, w *api.Widget) error {
	changed := *w
	changed.Spec.Size++
	return r.Patch(ctx, &changed, client.MergeFrom(w))
}

// The data are what they are, whatever is in the object.
func (r *Reconciler) raw(ctx context.Context, w *api.Widget) error {
	w.Labels = map[string]string{"a": "b"}
	return r.Patch(ctx, w, client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"labels":{"a":"b"}}}`)))
}

// Nothing is changed that could be lost.
func (r *Reconciler) unchanged(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	return r.Patch(ctx, w, client.MergeFrom(w))
}

// One of the bases is a copy.
func (r *Reconciler) either(ctx context.Context, w *api.Widget, copied bool) error {
	base := w
	if copied {
		base = w.DeepCopy()
	}
	w.Spec.Size++
	return r.Patch(ctx, w, client.MergeFrom(base))
}

// The base is made other than it is, so that the patch has what the object has, whatever the server has.
func (r *Reconciler) forced(ctx context.Context, w *api.Widget, size int) error {
	w.Spec.Size = size
	base := w.DeepCopy()
	base.Spec.Size = -1
	return r.Patch(ctx, w, client.MergeFrom(base))
}

// Whoever passes the object may have changed it.
func (r *Reconciler) given(ctx context.Context, w *api.Widget, phase string) error {
	base := w.DeepCopy()
	base.Status.Phase = phase
	return r.Status().Patch(ctx, w, client.MergeFrom(base))
}

// The elements are copies.
func (r *Reconciler) pausedMended(ctx context.Context) error {
	var list api.WidgetList
	if err := r.List(ctx, &list); err != nil {
		return err
	}
	before := list.DeepCopyObject().(*api.WidgetList).Items
	for i := range list.Items {
		w := &list.Items[i]
		w.Spec.Size = 0
		if err := r.Patch(ctx, w, client.MergeFrom(&before[i])); err != nil {
			return err
		}
	}
	return nil
}

// The base is another element.
func (r *Reconciler) likeTheNext(ctx context.Context, list *api.WidgetList) error {
	before := list.Items
	for i := range before[1:] {
		list.Items[i+1].Spec.Size = before[i].Spec.Size
		if err := r.Patch(ctx, &list.Items[i+1], client.MergeFrom(&before[i])); err != nil {
			return err
		}
	}
	return nil
}

// What the slice was made of is copied element by element.
func (r *Reconciler) pausedCopies(ctx context.Context, list *api.WidgetList) error {
	before := make([]api.Widget, len(list.Items))
	copy(before, list.Items)
	for i := range list.Items {
		list.Items[i].Spec.Size = 0
		if err := r.Patch(ctx, &list.Items[i], client.MergeFrom(&before[i])); err != nil {
			return err
		}
	}
	return nil
}

// The elements that are changed are others.
func (r *Reconciler) anew(ctx context.Context) error {
	widgets := &api.WidgetList{}
	if err := r.List(ctx, widgets); err != nil {
		return err
	}
	before := widgets.Items
	widgets.Items = slices.Clone(widgets.Items)
	for i := range widgets.Items {
		w := &widgets.Items[i]
		w.Spec.Size++
		if err := r.Patch(ctx, w, client.MergeFrom(&before[i])); err != nil {
			return err
		}
	}
	return nil
}

// The base is changed first, so that the patch sends what it hides from it, and another copy is sent.
func (r *Reconciler) forcedCopy(ctx context.Context, in *api.Widget) error {
	base := in.DeepCopy()
	patch := client.MergeFrom(base)
	base.Labels = nil
	w := in.DeepCopy()
	w.Spec.Size++
	return r.Patch(ctx, w, patch)
}

// The variable has another copy when it is changed.
func (r *Reconciler) renewedCopy(ctx context.Context, in *unstructured.Unstructured) error {
	u := in.DeepCopy()
	u.SetResourceVersion("")
	patch := client.MergeFrom(u)
	u = u.DeepCopy()
	u.SetLabels(map[string]string{"size": "large"})
	return r.Patch(ctx, u, patch)
}

// The patch is another one in between.
func (r *Reconciler) requestedAnew(ctx context.Context, w *api.Widget) error {
	req := request{w, client.MergeFrom(w)}
	if w.Status.Phase == "" {
		req.patch = client.RawPatch(types.MergePatchType, []byte(`{"status":{"phase":"Checked"}}`))
	}
	w.Status.Phase = "Checked"
	return r.Status().Patch(ctx, req.object, req.patch)
}
