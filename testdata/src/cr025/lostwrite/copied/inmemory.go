package copied

import (
	"ctrllint.test/cr025/lostwrite/api"
)

// A shelf keeps widgets in memory, as small as they can be.
type shelf map[string]*api.Widget

// put takes what isn't needed out of copies that nobody gets.
func (s shelf) put(w *api.Widget) {
	w.DeepCopy().SetManagedFields(nil) // want `this changes ManagedFields of a DeepCopy, which nothing uses afterwards`
	w.DeepCopy().SetFinalizers(nil)    // want `this changes Finalizers of a DeepCopy, which nothing uses afterwards`
	s[w.Name] = w.DeepCopy()
}

// putSmall keeps the very copy.
func (s shelf) putSmall(w *api.Widget) {
	small := w.DeepCopy()
	small.SetManagedFields(nil)
	s[w.Name] = small
}

// putFound keeps what is left of it only if it differs.
func (s shelf) putFound(w *api.Widget) bool {
	small := w.DeepCopy()
	small.SetManagedFields(nil)
	old := s[w.Name]
	return old != nil && old.Generation == small.Generation
}
