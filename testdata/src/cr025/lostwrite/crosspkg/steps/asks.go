package steps

import "ctrllint.test/cr025/lostwrite/api"

// IsLarge asks for the size.
func IsLarge(w *api.Widget) bool { return w.Spec.Size > 100 }

// IsStamped asks for the stamp.
func IsStamped(w *api.Widget) bool { return w.Annotations["stamp"] != "" && w.Spec.Size > 0 }

// Stamp sets the stamp, and says whether it was another one.
func Stamp(w *api.Widget, stamp string) bool {
	if w.Annotations["stamp"] == stamp {
		return false
	}
	if w.Annotations == nil {
		w.Annotations = map[string]string{}
	}
	w.Annotations["stamp"] = stamp
	return true
}

// Stamps returns what is stamped, if it is large.
func Stamps(w *api.Widget) map[string]string {
	if w.Spec.Size > 100 {
		return w.Annotations
	}
	return nil
}
