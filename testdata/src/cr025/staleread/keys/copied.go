package keys

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Rollout lays a template out once for each of its versions.
type Rollout struct {
	client.Client
	template *corev1.ConfigMap
	versions []string
	version  string
}

// adjust gives a version's object the version's name.
func (r Rollout) adjust(c *corev1.ConfigMap) {
	adjustments := map[string]func(*corev1.ConfigMap, Rollout){"prices": rename, "colours": colour}
	if f, ok := adjustments[c.Name]; ok {
		f(c, r)
	}
}

func rename(c *corev1.ConfigMap, r Rollout) { c.Name += "-" + r.version }

func colour(c *corev1.ConfigMap, _ Rollout) { c.Data["colour"] = "blue" }

// All lays out all versions: no two of them have one name.
func (r Rollout) all(ctx context.Context) error {
	for _, v := range r.versions {
		r.version = v
		if err := r.one(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (r Rollout) one(ctx context.Context) error {
	c := r.template.DeepCopy()
	r.adjust(c)
	var found corev1.ConfigMap
	err := r.Get(ctx, types.NamespacedName{Namespace: c.Namespace, Name: c.Name}, &found)
	if apierrors.IsNotFound(err) {
		return r.Create(ctx, c)
	}
	if err == nil && found.Data["colour"] != c.Data["colour"] {
		return r.Update(ctx, c)
	}
	return err
}

// Named gives the copy a name of the version in a function in view.
func (r Rollout) named(ctx context.Context) error {
	for _, v := range r.versions {
		if err := r.oneOf(ctx, v); err != nil {
			return err
		}
	}
	return nil
}

func (r Rollout) oneOf(ctx context.Context, version string) error {
	c := r.template.DeepCopy()
	rename(c, Rollout{version: version})
	var found corev1.ConfigMap
	if err := r.Get(ctx, client.ObjectKeyFromObject(c), &found); apierrors.IsNotFound(err) {
		return r.Create(ctx, c)
	} else if err != nil || found.Data["colour"] == c.Data["colour"] {
		return err
	}
	return r.Update(ctx, c)
}

// Twice reads the one that it has written: whatever the name, it is the same.
func (r Rollout) twice(ctx context.Context) error {
	c := r.template.DeepCopy()
	r.adjust(c)
	if err := r.Update(ctx, c); err != nil {
		return err
	}
	var found corev1.ConfigMap
	if err := r.Get(ctx, types.NamespacedName{Namespace: c.Namespace, Name: c.Name}, &found); err != nil { // want `ConfigMap.*\[staleread/get\]`
		return err
	}
	if found.Data["colour"] == "" {
		return r.Delete(ctx, c)
	}
	return nil
}

// Painted reads each time what it has written the time before: nothing changes the name.
func (r Rollout) painted(ctx context.Context) error {
	for range r.versions {
		c := r.template.DeepCopy()
		colour(c, r)
		var found corev1.ConfigMap
		if err := r.Get(ctx, types.NamespacedName{Namespace: c.Namespace, Name: c.Name}, &found); err != nil { // want `ConfigMap.*\[staleread/get\]`
			return err
		}
		if found.Data["colour"] != c.Data["colour"] {
			if err := r.Update(ctx, c); err != nil {
				return err
			}
		}
	}
	return nil
}
