package copied

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"ctrllint.test/cr025/lostwrite/copied/sections"
)

// What the helper returns is a copy.
func (r *Reconciler) paused(ctx context.Context, u *unstructured.Unstructured) error {
	spec, err := sections.Of(u, "spec")
	if err != nil || sections.Is(spec, "paused") {
		return err
	}
	spec["paused"] = true // want `what Of, which calls NestedMap, returns is a deep copy.*put it back with SetNestedMap \[lostwrite/copy\]`
	return r.Update(ctx, u)
}

// It is put back, by another helper.
func (r *Reconciler) pausedMended(ctx context.Context, u *unstructured.Unstructured) error {
	spec, err := sections.Of(u, "spec")
	if err != nil || sections.Is(spec, "paused") {
		return err
	}
	spec["paused"] = true
	sections.Set(u, spec, "spec")
	return r.Update(ctx, u)
}

// This helper returns the part itself.
func (r *Reconciler) pausedThere(ctx context.Context, u *unstructured.Unstructured) error {
	spec, err := sections.At(u, "spec")
	if err != nil {
		return err
	}
	spec["paused"] = true
	return r.Update(ctx, u)
}

// The copy is looked at.
func (r *Reconciler) wouldPause(u *unstructured.Unstructured) (bool, error) {
	spec, err := sections.Of(u, "spec")
	if err != nil {
		return false, err
	}
	spec["paused"] = true
	return sections.Is(spec, "suspended"), nil
}
