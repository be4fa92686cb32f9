// Package sections reads parts of unstructured objects.
package sections

import (
	"errors"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Of returns a copy of the part at a path.
func Of(u *unstructured.Unstructured, path ...string) (map[string]any, error) {
	m, found, err := unstructured.NestedMap(u.Object, path...)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, errors.New("there is no such part")
	}
	return m, nil
}

// At returns the part itself.
func At(u *unstructured.Unstructured, name string) (map[string]any, error) {
	m, ok := u.Object[name].(map[string]any)
	if !ok {
		return nil, errors.New("there is no such part")
	}
	return m, nil
}

// Is tells whether the part says so.
func Is(m map[string]any, name string) bool {
	is, _ := m[name].(bool)
	return is
}

// Set puts a part in its place.
func Set(u *unstructured.Unstructured, m map[string]any, name string) { u.Object[name] = m }
