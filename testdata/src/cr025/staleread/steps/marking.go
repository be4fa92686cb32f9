package steps

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/steps/marks"
)

// Marking shows in an object that a step has failed.
type Marking struct {
	client.Client
	marks *marks.Marker
}

func (m *Marking) all(ctx context.Context, w *api.Widget) error {
	if err := m.one(ctx, w, "a"); err != nil {
		return err
	}
	return m.one(ctx, w, "b")
}

// What has failed is shown before the error is returned that ends all.
func (m *Marking) one(ctx context.Context, w *api.Widget, name string) error {
	made, err := m.made(w, name)
	if err != nil {
		if shown := m.marks.Failed(ctx, w, "Broken"); shown != nil {
			return errors.Join(err, shown)
		}
		return err
	}
	return m.Create(ctx, made)
}

func (m *Marking) made(w *api.Widget, name string) (*corev1.Secret, error) {
	if name == "" {
		return nil, errors.New("no name")
	}
	made := &corev1.Secret{}
	made.Namespace, made.Name = w.Namespace, w.Name+name
	return made, nil
}

// What has failed is shown, and the next one is tried all the same.
func (m *Marking) anyway(ctx context.Context, w *api.Widget) error {
	for _, name := range []string{"a", "b"} {
		if _, err := m.made(w, name); err != nil {
			if err := m.marks.Failed(ctx, w, name); err != nil { // want `Get in marks.Marker.widget .* reads the api.Widget from the cache.*\[staleread/get\]`
				return err
			}
		}
	}
	return nil
}

// The Widget is another kind than the Gadget of its name, which alone is read anew by it.
func (m *Marking) beside(ctx context.Context, w *api.Widget) error {
	g := &api.Gadget{}
	if err := m.Get(ctx, client.ObjectKeyFromObject(w), g); err != nil {
		return err
	}
	if err := m.marks.Failed(ctx, g, "Broken"); err != nil {
		return err
	}
	if err := m.Status().Update(ctx, w); err != nil {
		return err
	}
	return m.marks.Failed(ctx, g, "Mended")
}
