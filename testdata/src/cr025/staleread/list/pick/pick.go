// Package pick says which pods of a widget are meant.
package pick

import (
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Options are those of a list or a delete.
type Options []any

// Group picks the pods of one group of a widget.
func Group(w *api.Widget, group string) Options {
	return Options{client.InNamespace(w.Namespace), client.MatchingLabels{"widget": w.Name, "group": group}}
}

// ToList returns those that a list takes.
func (o Options) ToList() (out []client.ListOption) {
	for _, option := range o {
		if listing, ok := option.(client.ListOption); ok {
			out = append(out, listing)
		}
	}
	return out
}
