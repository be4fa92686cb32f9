package copied

import (
	"context"
	"maps"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// The new map is left out of the object.
func (r *Reconciler) noted(ctx context.Context, w *api.Widget, revision string) error {
	base := w.DeepCopy()
	annotations := w.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	if annotations["revision"] == revision {
		return nil
	}
	annotations["revision"] = revision // want `where the api.Widget has no Annotations this goes into a new map.*\[lostwrite/copy\]`
	return r.Patch(ctx, w, client.MergeFrom(base))
}

func (r *Reconciler) labelledAnew(ctx context.Context, w *api.Widget) error {
	labels := w.Labels
	if labels == nil {
		labels = map[string]string{"made": "yes"}
	}
	labels["seen"] = "yes" // want `where the api.Widget has no Labels this goes into a new map.*\[lostwrite/copy\]`
	return r.Update(ctx, w)
}

// It is put into the object.
func (r *Reconciler) notedMended(ctx context.Context, w *api.Widget, revision string) error {
	base := w.DeepCopy()
	annotations := w.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	annotations["revision"] = revision
	w.SetAnnotations(annotations)
	return r.Patch(ctx, w, client.MergeFrom(base))
}

// It is for another thing.
func (r *Reconciler) selecting(ctx context.Context, w *api.Widget) error {
	labels := w.GetLabels()
	if labels == nil {
		labels = map[string]string{}
	} else {
		labels = maps.Clone(labels)
	}
	labels["all"] = "yes"
	return r.DeleteAllOf(ctx, w, client.MatchingLabels(labels))
}

// What is nested is copied.
func (r *Reconciler) nested(ctx context.Context, u *unstructured.Unstructured, size int64) error {
	status, found, err := unstructured.NestedMap(u.Object, "status")
	if err != nil || !found {
		return err
	}
	status["size"] = size // want `what NestedMap returns is a deep copy.*put it back with SetNestedMap \[lostwrite/copy\]`
	return r.Status().Update(ctx, u)
}

// It is put back.
func (r *Reconciler) nestedMended(ctx context.Context, u *unstructured.Unstructured, size int64) error {
	status, found, err := unstructured.NestedMap(u.Object, "status")
	if err != nil || !found {
		return err
	}
	status["size"] = size
	if err := unstructured.SetNestedMap(u.Object, status, "status"); err != nil {
		return err
	}
	return r.Status().Update(ctx, u)
}

// What is put into it is looked at.
func (r *Reconciler) told(w *api.Widget) []string {
	labels := w.GetLabels()
	if labels == nil {
		labels = map[string]string{}
	}
	labels["all"] = "yes"
	var out []string
	for k, v := range labels {
		out = append(out, k+v)
	}
	return out
}
