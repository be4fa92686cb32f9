// Package registry keeps the Widgets as it wants them.
package registry

import (
	"sync"

	"ctrllint.test/cr025/lostwrite/api"
)

// Registry has Widgets by name.
type Registry struct {
	mu  sync.Mutex
	all map[string]*api.Widget
}

// Put brings the spec in order and keeps the Widget.
func (r *Registry) Put(w *api.Widget) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if w.Spec.Size < 1 {
		w.Spec.Size = 1
	}
	if r.all == nil {
		r.all = map[string]*api.Widget{}
	}
	r.all[w.Name] = w
}

// Limit brings the spec in order, for its caller.
func (r *Registry) Limit(w *api.Widget) {
	if w.Spec.Size > len(r.all) {
		w.Spec.Size = len(r.all)
	}
}
