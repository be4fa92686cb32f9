package copied

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// An unstructured object that is passed by value shares its content with the caller's: what is set in it is set there.
func carriesOver(from, to unstructured.Unstructured) {
	to.SetAnnotations(from.GetAnnotations())
	to.Object["spec"] = from.Object["spec"]
}

func setsSpec(to unstructured.Unstructured, spec any) error {
	return unstructured.SetNestedField(to.Object, spec, "spec")
}

// A range over unstructured objects copies them so too.
func (r *Reconciler) marksAll(ctx context.Context, list *unstructured.UnstructuredList) error {
	for _, item := range list.Items {
		item.SetLabels(map[string]string{"marked": "yes"})
	}
	for i := range list.Items {
		if err := r.Update(ctx, &list.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// Content carries the content of one object over to another.
func (r *Reconciler) Content(ctx context.Context, from, to *unstructured.Unstructured) error {
	base := to.DeepCopy()
	carriesOver(*from, *to)
	if err := setsSpec(*to, from.Object["spec"]); err != nil {
		return err
	}
	return r.Patch(ctx, to, client.MergeFrom(base))
}
