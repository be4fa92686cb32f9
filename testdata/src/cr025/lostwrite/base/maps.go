package base

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"

	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// label remembers the map itself; openkruise/kruise-game pkg/controllers/gameserver/gameserver_manager.go before commit
// 379cf6eb.
func (r *Reconciler) label(ctx context.Context, w *api.Widget, node string) error {
	before, spec := w.GetLabels(), w.Spec
	if w.Labels == nil {
		w.Labels = map[string]string{}
	}
	w.Labels["node"] = node // rests
	w.Spec.Size++
	if !equality.Semantic.DeepEqual(spec, w.Spec) || !equality.Semantic.DeepEqual(before, w.GetLabels()) { // want `this compares Labels of the api.Widget with itself: both are one map, which has been changed meanwhile, and none a copy, so that Patch at line \d+ is not made for a change of that; compare with a copy from before the changes`
		data, err := json.Marshal(map[string]any{"spec": w.Spec, "metadata": map[string]any{"labels": w.Labels}})
		if err != nil {
			return err
		}
		patched := &api.Widget{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
		return r.Patch(ctx, patched, client.RawPatch(types.MergePatchType, data))
	}
	return nil
}

func (r *Reconciler) annotate(ctx context.Context, w *api.Widget, seen bool) error {
	before := w.GetAnnotations()
	if seen {
		w.Annotations["seen"] = "yes"
	} else {
		delete(w.Annotations, "seen")
	}
	if reflect.DeepEqual(before, w.Annotations) { // want `this compares Annotations of the api.Widget with itself: .* so that Update at line \d+ is never made`
		return nil
	}
	return r.Update(ctx, w)
}

func (r *Reconciler) labelMended(ctx context.Context, w *api.Widget, node string) error {
	before := maps.Clone(w.GetLabels())
	w.Labels["node"] = node
	if !reflect.DeepEqual(before, w.GetLabels()) {
		return r.Update(ctx, w)
	}
	return nil
}

// The object has another map then.
func (r *Reconciler) labelAnew(ctx context.Context, w *api.Widget, labels map[string]string) error {
	before := w.GetLabels()
	before["old"] = "yes"
	w.SetLabels(labels)
	if !reflect.DeepEqual(before, w.GetLabels()) {
		return r.Update(ctx, w)
	}
	return nil
}

func (r *Reconciler) relabel(ctx context.Context, w *api.Widget, node string) error {
	before := w.Labels
	setNode(w, node)
	if !reflect.DeepEqual(before, w.Labels) {
		return r.Update(ctx, w)
	}
	return nil
}

func setNode(w *api.Widget, node string) {
	w.Labels = maps.Clone(w.Labels)
	w.Labels["node"] = node
}

// What the server answers may have other labels.
func (r *Reconciler) labelTwice(ctx context.Context, w *api.Widget) error {
	before := w.GetLabels()
	before["node"] = "none"
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	if !reflect.DeepEqual(before, w.GetLabels()) {
		return r.Update(ctx, w)
	}
	return nil
}

// Those of an unstructured object are copied, and so they may be of any.
func (r *Reconciler) labelUntyped(ctx context.Context, u *unstructured.Unstructured) error {
	before := u.GetLabels()
	before["node"] = "none"
	if !reflect.DeepEqual(before, u.GetLabels()) {
		return r.Update(ctx, u)
	}
	return nil
}

func (r *Reconciler) labelAny(ctx context.Context, obj client.Object) error {
	before := obj.GetLabels()
	before["node"] = "none"
	if !reflect.DeepEqual(before, obj.GetLabels()) {
		return r.Update(ctx, obj)
	}
	return nil
}
