package operations

import "ctrllint.test/cr025/lostwrite/api"

// Fill fills in what the user has left out, and tells whether that is anything.
func Fill(w *api.Widget) bool {
	filled := false
	if w.Spec.Size == 0 {
		w.Spec.Size, filled = 1, true
	}
	if w.Spec.Hosts == nil {
		w.Spec.Hosts, filled = []string{"localhost"}, true
	}
	return filled
}
